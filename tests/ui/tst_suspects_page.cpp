#include "tests/support/qt_warning_guard.h"
#include "tests/ui/header_drag.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/panels/suspects_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <algorithm>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

QString allText(const QWidget& page) {
    QString text;
    for (const QLabel* label : page.findChildren<QLabel*>())
        text += label->text() + QLatin1Char('\n');
    return text;
}

OutcomeChoice byHand() {
    OutcomeChoice choice;
    choice.kind = OutcomeKind::labels;
    choice.grouping = Grouping::byText;
    return choice;
}

QTableView* suspectsTable(const SuspectsPage& page) {
    const QList<QTableView*> tables = page.findChildren<QTableView*>();
    const auto named = [](const QTableView* table) { return table->accessibleName() == QStringLiteral("Suspects"); };
    const auto found = std::find_if(tables.begin(), tables.end(), named);
    return found == tables.end() ? nullptr : *found;
}

class TestSuspectsPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_runs = testing::labelledRuns(); }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void saysHowToChooseAnOutcome() {
        ViewState state;
        const SuspectsPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        QVERIFY(allText(page).contains(QStringLiteral("Looking for what varies")));
        state.setFoundOutcomes({});
        QVERIFY(allText(page).contains(QStringLiteral("Nothing was found")));
        OutcomeChoice none;
        none.kind = OutcomeKind::none;
        state.chooseOutcome(none);
        QVERIFY(allText(page).contains(QStringLiteral("No outcome is chosen")));
    }

    void findsTheSuspectsOfLabelledRunsBesideWhatLuckGives() {
        ViewState state;
        const SuspectsPage page(state);
        label(state);
        auto* table = suspectsTable(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(!state.busyWith().contains(QStringLiteral("looking for suspects")));
        const QString text = allText(page);
        QVERIFY2(text.contains(QStringLiteral("luck alone")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("key1 separates the outcome")), qPrintable(text));
        const QSignalSpy opened(&state, &ViewState::keyOpened);
        emit table->activated(table->model()->index(0, 0));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{0}));
    }

    void saysThatTheBestWasTakenAndOffersTheOthers() {
        ViewState state;
        const SuspectsPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        FoundOutcome best, other;
        best.values.values = {"a", "a", "a", "a", "b", "b", "b", "b"};
        best.values.outcomesLookedAt = 57;  // more than are offered
        other.values.values = {"a", "b", "a", "b", "a", "b", "a", "b"};
        state.setFoundOutcomes({best, other});
        auto* table = suspectsTable(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(allText(page).contains(QStringLiteral("best supported of 57 found ones")));
        auto* combo = page.findChild<QComboBox*>();
        combo->setCurrentIndex(2);
        emit combo->activated(2);
        QTRY_VERIFY(allText(page).contains(QStringLiteral("key2 separates the outcome")));
        QVERIFY(!allText(page).contains(QStringLiteral("best supported")));
    }

    void widthsByHandAndTheSortingOutliveAnotherOutcome() {
        ViewState state;
        SuspectsPage page(state);
        label(state);
        auto* table = suspectsTable(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        page.setVisible(true);
        testing::dragColumn(*table->horizontalHeader(), 1, 137);
        table->sortByColumn(0, Qt::DescendingOrder);
        state.setLabel("run1", "bad");
        QTRY_VERIFY(!state.busyWith().contains(QStringLiteral("looking for suspects")));
        QCOMPARE(table->columnWidth(1), 137);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("2"));
    }

    void oneOutcomeGroupIsExplainedNotShownAsAResult() {
        ViewState state;
        const SuspectsPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        state.setLabels({{"run1", "good"}, {"run2", "good"}});
        state.chooseOutcome(byHand());
        QTRY_VERIFY(!state.busyWith().contains(QStringLiteral("looking for suspects")));
        QCOMPARE(suspectsTable(page)->model()->rowCount(), 0);
        QVERIFY(!allText(page).trimmed().isEmpty());
        QVERIFY(!allText(page).contains(QStringLiteral("luck alone")));
    }

private:
    void label(ViewState& state) {
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        RunLabels labels;
        for (int run = 1; run <= 8; ++run)
            labels["run" + std::to_string(run)] = run <= 4 ? "good" : "bad";
        state.setLabels(labels);
        state.chooseOutcome(byHand());
    }
    testing::QtWarningGuard m_guard;
    testing::LabelledRuns m_runs;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestSuspectsPage)
#include "tst_suspects_page.moc"
