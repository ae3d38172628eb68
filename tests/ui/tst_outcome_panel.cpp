#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/outcome_panel.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestOutcomePanel : public QObject {
    Q_OBJECT
private slots:
    void init() {
        const auto dataset = testing::smallDataset();
        m_state = std::make_unique<ViewState>();
        m_panel = std::make_unique<OutcomePanel>(*m_state);
        m_state->setDataset(dataset);
        m_state->setAnalysis(testing::smallAnalysis(*dataset));
        m_panel->show();
    }
    void cleanup() {
        m_panel.reset();
        m_state.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void offersWhatWasFoundBestFirst() {
        m_state->setFoundOutcomes({found("loss ‹1›"), found("exit ‹2›")});
        QVERIFY(source().itemText(1).contains(QStringLiteral("loss ‹1›")));
        QVERIFY(source().itemText(2).contains(QStringLiteral("exit ‹2›")));
        QCOMPARE(source().count(), 6);
    }

    void aFoundOutcomeComesWithTheGroupingThatSuitsIt() {
        FoundOutcome outcome = found("loss ‹1›");
        outcome.values.values = {"1", "1.1", "9", "9.1"};
        outcome.suggested = Grouping::byGap;
        m_state->setFoundOutcomes({outcome});
        choose(1);
        QVERIFY(m_state->outcomeChoice().kind == OutcomeKind::found);
        QVERIFY(m_state->outcomeChoice().grouping == Grouping::byGap);
        QCOMPARE(m_state->outcome()->groups.size(), std::size_t{2});
        QVERIFY(shows(QStringLiteral("2 runs")));
    }

    void theFullPatternIsTakenOnEnterAndOnlyWhenItChanged() {
        choose(source().findText(QStringLiteral("pattern in the text output")));
        auto* pattern = m_panel->findChildren<QLineEdit*>().value(0);
        for (QLineEdit* line : m_panel->findChildren<QLineEdit*>())
            if (line->accessibleName() == QLatin1String("Outcome pattern")) pattern = line;
        QVERIFY(pattern->isEnabled());
        const QSignalSpy changed(m_state.get(), &ViewState::outcomeChoiceChanged);
        pattern->setText(QStringLiteral("loss (\\d+)"));
        QCOMPARE(changed.size(), 0);
        QTest::keyClick(pattern, Qt::Key_Return);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(m_state->outcomeChoice().pattern.regex, std::string("loss (\\d+)"));
        QTest::keyClick(pattern, Qt::Key_Return);
        QCOMPARE(changed.size(), 1);
    }

    void labelsComeFromAFile() {
        const QString file = m_folder.filePath(QStringLiteral("labels.csv"));
        testing::writeFile(file, "run,label\nrun1,good\nrun3,bad\nrun77,bad\n");
        m_panel->loadLabels(file);
        QVERIFY(m_state->outcomeChoice().kind == OutcomeKind::labels);
        QCOMPARE(m_state->labels().at("run3"), std::string("bad"));
        QCOMPARE(m_state->outcome()->groups.size(), std::size_t{2});
        QVERIFY(shows(QStringLiteral("run77")));  // a row that names no run
    }

    void aFileThatIsNoLabelsIsSaid() {
        const QString file = m_folder.filePath(QStringLiteral("noise.csv"));
        testing::writeFile(file, "a,b\nc,d\n");
        m_panel->loadLabels(file);
        QVERIFY(!m_state->outcomeProblem().isEmpty());
        QVERIFY(shows(m_state->outcomeProblem()));
        m_panel->loadLabels(m_folder.filePath(QStringLiteral("missing.csv")));
        QVERIFY(shows(QStringLiteral("missing.csv")));
    }

    void markupFromLogsStaysText() {
        m_state->setFoundOutcomes({found("<b>loss</b>")});
        for (const QLabel* label : m_panel->findChildren<QLabel*>())
            QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
        QVERIFY(source().itemData(1, Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;")));
    }

    void saysWhenNoRunIsChecked() {
        m_state->setCheckedRuns({});
        QVERIFY(shows(QStringLiteral("No run is checked")));
    }

private:
    static FoundOutcome found(const char* description) {
        FoundOutcome outcome;
        outcome.description = description;
        outcome.values.values = {"a", "a", "b", "b"};
        outcome.distinct = 2;
        return outcome;
    }
    [[nodiscard]] QComboBox& source() const {
        for (QComboBox* combo : m_panel->findChildren<QComboBox*>())
            if (combo->accessibleName() == QLatin1String("Outcome")) return *combo;
        qFatal("the panel has no choice of the outcome");
    }
    void choose(int row) {
        source().setCurrentIndex(row);
        emit source().activated(row);
    }
    [[nodiscard]] bool shows(const QString& part) const {
        for (const QLabel* label : m_panel->findChildren<QLabel*>())
            if (label->text().contains(part)) return true;
        return false;
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<OutcomePanel> m_panel;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestOutcomePanel)
#include "tst_outcome_panel.moc"
