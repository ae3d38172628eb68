#include "core/pin/pin_rules.h"
#include "tests/ui/pins_fixture.h"
#include "ui/models/pin_rows.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestPinRows : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_dataset = testing::pinnableRuns();
        m_analysis = analyse(*m_dataset).value();
        PinRequest request;
        request.byHand = {{KeyIndex{0}, {1}}};
        request.by = "me";
        m_pins = choosePins(*m_dataset, m_analysis, request).value().pins;
    }

    void everyKeyHasARowWithItsPinOrWhyThereIsNone() {
        const std::map<KeyIndex, std::string> unpinned{{KeyIndex{1}, "nothing was measured"}};
        PinRowsView view = all();
        view.unpinned = &unpinned;
        const auto rows = pinRows(view);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].pin, std::optional(std::size_t{0}));
        QCOMPARE(rows[0].candidateText, QStringLiteral("1 matmul_simple_cyclic_mma"));
        QCOMPARE(rows[0].rule, QStringLiteral("hand"));
        QVERIFY(rows[0].canBeChosen && rows[0].warnings.isEmpty() && rows[0].margin.has_value());
        QVERIFY(!rows[1].pin && rows[1].canBeChosen);
        QCOMPARE(rows[1].warnings, QStringList{QStringLiteral("No pin: nothing was measured.")});
    }

    void withoutRunsPinsAreShownAsTheFileHasThem() {
        const auto rows = pinRows({m_pins});
        QCOMPARE(rows.size(), std::size_t{1});
        QVERIFY(!rows[0].key && !rows[0].canBeChosen && rows[0].warnings.isEmpty());
        QCOMPARE(rows[0].reason, QStringLiteral("It was chosen by hand."));
    }

    void refusalsChangedSetsAndUnknownKeysAreWarnedOf() {
        const Measurements refused{{{KeyIndex{0}, {1}}, {"", {}, "no such shape"}}};
        PinRowsView view = all();
        view.measurements = &refused;
        QVERIFY(pinRows(view)[0].warnings.join(QLatin1Char(' ')).contains(QStringLiteral("no such shape")));
        m_pins.push_back(m_pins.front());
        m_pins.front().setChecksum = "of another version";
        m_pins.back().keyJson = R"({"m":99})";
        m_pins.back().label = "evil\x1b[31m";
        const auto rows = pinRows(all());
        QVERIFY(rows[0].warnings.front().contains(QStringLiteral("The candidate set changed")));
        QCOMPARE(rows.back().warnings, QStringList{QStringLiteral("These runs do not have the key.")});
        QVERIFY(!rows.back().label.contains(QChar(0x1b)));
        m_pins.back().keyJson = keyOf(*m_dataset, KeyIndex{0}).canonicalJson;
        m_pins.back().tuner = "another";
        QVERIFY(pinRows(all()).back().warnings.front().startsWith(
            QStringLiteral("These runs have the key under another tuner: ")));
        m_pins.front() = m_pins.back();
        m_pins.front().tuner = keyOf(*m_dataset, KeyIndex{0}).tuner;
        m_pins.front().candidateName = "another";
        QVERIFY(pinRows(all())[0].warnings.front().startsWith(QStringLiteral("Its index and its name disagree: ")));
    }

    void contradictionsBetweenReRunsAreToldAtTheirKey() {
        const std::vector<PinWarning> told{{KeyIndex{1}, "Two re-runs differ."}};
        PinRowsView view = all();
        view.contradictions = &told;
        const auto rows = pinRows(view);
        QVERIFY(rows[0].warnings.isEmpty());
        QCOMPARE(rows[1].warnings.back(), QStringLiteral("Two re-runs differ."));
        QCOMPARE(rows[1].warnings.size(), 2);
    }

    void theCheckIsToldByTheWorstAndRunByRun() {
        const PinCheck check = checkPins(m_pins, *m_dataset, m_analysis.matrix);
        PinRowsView view = all();
        view.check = &check;
        const auto rows = pinRows(view);
        QCOMPARE(rows[0].worst, std::optional(PinState::notObeyed));
        QCOMPARE(rows[0].runsText, QStringLiteral("used another candidate: 2 of 4 runs"));
        const QString words = pinInWords(rows[0], view);
        QVERIFY(words.contains(QStringLiteral("run1: used another candidate, 0")));
        QVERIFY(words.contains(QStringLiteral("run2: ")) && words.contains(QStringLiteral("by me")));
        QVERIFY(words.contains(QStringLiteral("one of 4 candidates")));
        QVERIFY(pinInWords(rows[1], view).contains(QStringLiteral("No pin")));
    }

    void aKeyOffersItsWholeSetWinnersFirst() {
        const auto options = pinOptions(*m_dataset, m_analysis, KeyIndex{0});
        QCOMPARE(options.size(), std::size_t{4});
        QCOMPARE(options[0].candidate, CandidateIndex{1});
        QVERIFY(options[0].text.startsWith(QStringLiteral("1 matmul_simple_cyclic_mma · won 2 · ")));
        QCOMPARE(options[3].candidate, CandidateIndex{3});
        QVERIFY(!options[3].text.contains(QStringLiteral("won")));
    }

private:
    [[nodiscard]] PinRowsView all() const { return {m_pins, m_dataset.get(), &m_analysis}; }

    std::shared_ptr<const Dataset> m_dataset;
    Analysis m_analysis;
    std::vector<Pin> m_pins;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPinRows)
#include "tst_pin_rows.moc"
