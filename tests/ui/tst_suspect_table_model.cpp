#include "tests/support/qt_warning_guard.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/models/matrix_model.h"

#include <QAbstractItemModelTester>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Column = SuspectTableModel::Column;

class TestSuspectTableModel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_runs = testing::labelledRuns(); }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void suspectsStandStrongestFirstWithTheirNumbers() {
        SuspectTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFound(m_runs.found);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(text(model, 0, Column::keys), QStringLiteral("key1"));
        QCOMPARE(text(model, 0, Column::separates), QStringLiteral("yes"));
        QCOMPARE(text(model, 1, Column::separates), QStringLiteral("no"));
        // 4 against 4, separated: two of the 70 labelings are as extreme.
        QVERIFY(qFuzzyCompare(number(model, 0, Column::p).toDouble(), 2.0 / 70.0));
        QVERIFY(number(model, 0, Column::adjusted).toDouble() >= number(model, 0, Column::p).toDouble());
        model.setFound(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void aProvenCulpritIsMarked() {
        SuspectsFound found = *m_runs.found;
        Analysis analysis = *found.analysis;
        analysis.proven[found.result.suspects[0].keys.front()] = {
            CandidateIndex{0}, CandidateIndex{1}, "run1", "run5", "labels", 1, 1};
        found.analysis = std::make_shared<const Analysis>(analysis);
        SuspectTableModel model;
        model.setFound(std::make_shared<const SuspectsFound>(found));
        QVERIFY(text(model, 0, Column::remark).contains(QStringLiteral("proven by forcing: makes the difference")));
        QVERIFY(!text(model, 1, Column::remark).contains(QStringLiteral("proven")));
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("1 of run5 in place of 0")));
    }

    void anOutcomeThatIsNotGroupedHasMediansAndSeparatesNothing() {
        OutcomeValues values;
        for (const char* value : {"1", "2", "3", "4", "5", "6", "7", "8"})
            values.values.emplace_back(value);
        SuspectsFound found = *m_runs.found;
        found.outcome = std::make_shared<const Outcome>(groupOutcome(values, Grouping::ungrouped).value());
        found.result = findSuspects(found.analysis->matrix, found.analysis->groups, *found.outcome).value();
        const auto shared = std::make_shared<const SuspectsFound>(found);
        SuspectTableModel model;
        model.setFound(shared);
        QCOMPARE(text(model, 0, Column::keys), QStringLiteral("key1"));
        QCOMPARE(text(model, 0, Column::separates), QStringLiteral("–"));
        QVERIFY(text(model, 0, Column::effect).endsWith(QLatin1Char('%')));
        WinnersByOutcomeModel winners;
        const QAbstractItemModelTester tester(&winners, QAbstractItemModelTester::FailureReportingMode::QtTest);
        winners.setSuspect(shared, 0);
        QCOMPARE(winners.columnCount(), 4);
        QCOMPARE(winners.index(0, 2).data().toString(), QStringLiteral("4"));
        QCOMPARE(winners.index(0, 3).data().toString(), QStringLiteral("2.5"));
        QCOMPARE(winners.index(1, 3).data(kSortRole).toDouble(), 6.5);
    }

    void numbersStandUnderTheirTitles() {
        SuspectTableModel model;
        model.setFound(m_runs.found);
        for (int column = 0; column < model.columnCount(); ++column)
            QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole),
                     model.index(0, column).data(Qt::TextAlignmentRole));
    }

    void winnersAreCountedByOutcomeGroup() {
        WinnersByOutcomeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSuspect(m_runs.found, 0);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 4);
        int good = 0;
        for (int column = 2; column < 4; ++column) {
            if (model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() ==
                QStringLiteral("runs with “good”"))
                good = column;
        }
        QVERIFY(good >= 2);
        QVERIFY(model.index(0, 1).data().toString().startsWith(QLatin1Char('0')));
        QCOMPARE(model.index(0, good).data().toString(), QStringLiteral("4"));
        QCOMPARE(model.index(1, good).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(1, good).data(kSortRole).toInt(), 0);
        model.setSuspect(m_runs.found, 99);
        QCOMPARE(model.rowCount(), 0);
    }

private:
    static QString text(const SuspectTableModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column)).data().toString();
    }
    static QVariant number(const SuspectTableModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column)).data(kSortRole);
    }
    testing::QtWarningGuard m_guard;
    testing::LabelledRuns m_runs;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestSuspectTableModel)
#include "tst_suspect_table_model.moc"
