#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/outcome_panel.h"

#include <QClipboard>

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
        QVERIFY(shows(QStringLiteral("best supported of 57 found outcomes")));
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

    void aPatternThatPassesOverNanIsSaidAndTheWiderOneTaken() {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = "loss ([0-9.]+)";
        m_state->chooseOutcome(choice);
        QPushButton* button = nullptr;
        for (QPushButton* each : m_panel->findChildren<QPushButton*>())
            if (each->text().contains(QStringLiteral("wider"))) button = each;
        QVERIFY(button != nullptr && !button->isVisible());
        OutcomeValues values;
        values.values = {"1", "2", std::nullopt, "3"};
        values.wider = WiderPattern{"loss (\\S+)", {2}, {"NaN"}};
        m_state->setOutcomeValues(values);
        QVERIFY(shows(QStringLiteral("passes over “NaN” in run3")));
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(QString::fromStdString(m_state->outcomeChoice().pattern.regex), QStringLiteral("loss (\\S+)"));
        QVERIFY(!button->isVisible());
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
        const QSignalSpy failed(m_panel.get(), &OutcomePanel::failed);
        m_panel->loadLabels(file);
        QCOMPARE(failed.size(), 1);
        QVERIFY(shows(failed.front().front().toString()));
        m_panel->loadLabels(m_folder.filePath(QStringLiteral("missing.csv")));
        QVERIFY(shows(QStringLiteral("missing.csv")));
        testing::writeFile(file, "run,label\nrun77,bad\n");
        m_panel->loadLabels(file);
        QCOMPARE(failed.size(), 3);
        QVERIFY(shows(QStringLiteral("labels none of the runs")));
        QVERIFY(m_state->labels().empty());
        QVERIFY(m_state->outcomeChoice().kind == OutcomeKind::best);  // what was shown stays
    }

    // A decimal is written with a point, wherever the program runs; a comma becomes one.
    void thresholdsAreReadAlikeInEveryLocale_data() {
        QTest::addColumn<QString>("locale");
        for (const char* name : {"C", "en_US", "de_DE", "ar_EG"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void thresholdsAreReadAlikeInEveryLocale() {
        QFETCH(QString, locale);
        QLocale::setDefault(QLocale(locale));
        m_panel = std::make_unique<OutcomePanel>(*m_state);
        m_panel->show();
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        choice.grouping = Grouping::byThreshold;
        choice.threshold = 7.25;
        m_state->setLabels({{"run1", "6"}, {"run2", "6.5"}, {"run3", "7"}});
        m_state->chooseOutcome(choice);
        QLineEdit& line = threshold();
        QCOMPARE(line.text(), QStringLiteral("7.25"));
        for (const char* typed : {"6.21", "6,21", "-0.001"}) {
            line.clear();
            QTest::keyClicks(&line, QString::fromLatin1(typed));
            QTest::keyClick(&line, Qt::Key_Return);
            const QString plain = QString::fromLatin1(typed).replace(QLatin1Char(','), QLatin1Char('.'));
            QCOMPARE(line.text(), plain);
            QCOMPARE(m_state->outcomeChoice().threshold, std::optional(plain.toDouble()));
        }
        QGuiApplication::clipboard()->setText(QStringLiteral("6,5"));
        line.selectAll();
        line.paste();
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(m_state->outcomeChoice().threshold, std::optional(6.5));
        QCOMPARE(m_state->outcome()->groups.size(), std::size_t{2});
        QLocale::setDefault(QLocale::c());
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
        outcome.values.outcomesLookedAt = 57;  // more than are offered
        return outcome;
    }
    [[nodiscard]] QComboBox& source() const {
        for (QComboBox* combo : m_panel->findChildren<QComboBox*>())
            if (combo->accessibleName() == QLatin1String("Outcome")) return *combo;
        qFatal("the panel has no choice of the outcome");
    }
    [[nodiscard]] QLineEdit& threshold() const {
        for (QLineEdit* line : m_panel->findChildren<QLineEdit*>())
            if (line->accessibleName() == QLatin1String("Threshold")) return *line;
        qFatal("the panel has no threshold");
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
