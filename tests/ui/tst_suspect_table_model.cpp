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
