#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/models/matrix_arrangement.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Rows = std::vector<std::size_t>;

class TestMatrixArrangement : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const auto dataset = testing::smallDataset();
        m_table = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {}).value();
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void sortsByEveryColumn_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("descending");
        QTest::addColumn<QList<int>>("expected");
        const auto row = [](const char* name, KeyColumn column, bool descending, const QList<int>& expected) {
            QTest::newRow(name) << static_cast<int>(column) << descending << expected;
        };
        row("label", KeyColumn::label, false, {0, 1, 2});
        row("label descending", KeyColumn::label, true, {2, 1, 0});
        row("disturbed, then coin flips, then keys that do not flip", KeyColumn::verdict, false, {2, 0, 1});
        row("number of winners", KeyColumn::winners, true, {2, 0, 1});
        row("group, without group last", KeyColumn::group, false, {0, 2, 1});
        row("margin, equal ones in order of the keys, unknown last", KeyColumn::margin, false, {1, 2, 0});
    }
    void sortsByEveryColumn() {
        QFETCH(int, column);
        QFETCH(bool, descending);
        QFETCH(QList<int>, expected);
        const MatrixSort sort{static_cast<KeyColumn>(column), std::nullopt, descending};
        QCOMPARE(arrangeRows(*m_table, {}, sort), Rows(expected.begin(), expected.end()));
    }

    void sortsByTheWinnersOfOneRun() {
        MatrixSort sort;
        sort.matrixColumn = 3;  // 19, absent, 15
        QCOMPARE(arrangeRows(*m_table, {}, sort), (Rows{2, 0, 1}));
        sort.matrixColumn = 4;  // no such run: order of the keys
        QCOMPARE(arrangeRows(*m_table, {}, sort), (Rows{0, 1, 2}));
    }

    void allConditionsOfTheFilterHoldTogether() {
        const MatrixSort byLabel{KeyColumn::label, std::nullopt, false};
        KeyFilter filter;
        filter.onlyFlips = true;
        QCOMPARE(arrangeRows(*m_table, filter, byLabel), (Rows{0, 2}));
        filter.verdict = Verdict::disturbed;
        QCOMPARE(arrangeRows(*m_table, filter, byLabel), (Rows{2}));
        filter.group = 0;
        QCOMPARE(arrangeRows(*m_table, filter, byLabel), Rows{});
        filter = {};
        filter.text = QStringLiteral("  KEY2 ");
        QCOMPARE(arrangeRows(*m_table, filter, byLabel), (Rows{1}));
        filter.text = QStringLiteral("c7");  // a candidate that won somewhere
        QCOMPARE(arrangeRows(*m_table, filter, byLabel), (Rows{2}));
    }

    void runsStandByOutcomeGroupWithUnlabelledOnesLast() {
        const Outcome outcome = testing::smallOutcome();
        const ColumnOrder order = arrangeColumns(4, &outcome, true);
        QCOMPARE(order.matrixColumns, (std::vector<std::size_t>{0, 2, 1, 3}));
        QCOMPARE(order.groups, (std::vector<int>{0, 0, 1, -1}));
    }

    void runsKeepTheirOrderWhenAsked() {
        const Outcome outcome = testing::smallOutcome();
        const ColumnOrder order = arrangeColumns(4, &outcome, false);
        QCOMPARE(order.matrixColumns, (std::vector<std::size_t>{0, 1, 2, 3}));
        QCOMPARE(order.groups, (std::vector<int>{0, 1, 0, -1}));
    }

    void ungroupedNumbersOrderTheRunsByValue() {
        Outcome outcome;
        outcome.grouping = Grouping::ungrouped;
        outcome.values = {"9", std::nullopt, "nan", "10", "-inf", "9.5"};
        outcome.groupOf.assign(6, -1);
        const ColumnOrder order = arrangeColumns(6, &outcome, true);
        QCOMPARE(order.matrixColumns, (std::vector<std::size_t>{4, 0, 5, 3, 2, 1}));
        QCOMPARE(order.groups, std::vector<int>(6, -1));
        QCOMPARE(arrangeColumns(6, &outcome, false).matrixColumns, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
    }

    void anOutcomeOfOtherRunsGroupsNothing() {
        const Outcome outcome = testing::smallOutcome();
        QCOMPARE(arrangeColumns(2, &outcome, true).groups, (std::vector<int>{-1, -1}));
        QCOMPARE(arrangeColumns(2, nullptr, true).matrixColumns, (std::vector<std::size_t>{0, 1}));
    }

    void suspicionCountsBeforeTheOrderOfAColumn() {
        MatrixSort byLabel;
        byLabel.column = KeyColumn::label;
        const Rows plain = arrangeRows(*m_table, {}, byLabel);
        QCOMPARE(arrangeRows(*m_table, {}, byLabel, {1, 1, 1}), plain);
        QCOMPARE(arrangeRows(*m_table, {}, byLabel, {2, 0, 1}), (Rows{1, 2, 0}));
        QCOMPARE(arrangeRows(*m_table, {}, byLabel, {2, 0}), plain);  // of another table
    }

    void suspectsStandByTheirKeys() {
        const auto found = testing::labelledRuns().found;
        QCOMPARE(suspicionOf(*found), (std::vector<std::size_t>{0, 1, 2}));
    }

private:
    testing::QtWarningGuard m_guard;
    std::shared_ptr<const MatrixTable> m_table;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestMatrixArrangement)
#include "tst_matrix_arrangement.moc"
