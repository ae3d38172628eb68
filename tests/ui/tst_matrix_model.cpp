#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/models/matrix_model.h"

#include <QAbstractItemModelTester>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestMatrixModel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const auto dataset = testing::smallDataset();
        m_table = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {}).value();
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void showsKeysByRunsInTheGivenArrangement() {
        MatrixModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(m_table, {2, 0}, {{3, 0}, {-1, 0}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), kKeyColumns + 2);
        QCOMPARE(text(model, 0, 0), QStringLiteral("key3"));
        QCOMPARE(text(model, 1, kKeyColumns), QStringLiteral("19"));      // key1 in run4
        QCOMPARE(text(model, 0, kKeyColumns + 1), QStringLiteral("15"));  // key3 in run1
        QCOMPARE(model.headerData(kKeyColumns, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("run4"));
        QCOMPARE(model.rowOf(KeyIndex{0}), 1);
        QCOMPARE(model.rowOf(KeyIndex{1}), -1);
    }

    void everyChangeOfArrangementIsAConsistentModel() {
        MatrixModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(m_table, {0, 1, 2}, {{0, 1, 2, 3}, {-1, -1, -1, -1}});
        model.setRows({1});
        const Outcome outcome = testing::smallOutcome();
        model.setColumnOrder(arrangeColumns(4, &outcome, true), std::make_shared<const Outcome>(outcome));
        QVERIFY(!model.startsGroup(kKeyColumns));
        QVERIFY(!model.startsGroup(kKeyColumns + 1));
        QVERIFY(model.startsGroup(kKeyColumns + 2));
        QVERIFY(model.startsGroup(kKeyColumns + 3));
        QVERIFY(model.headerData(kKeyColumns + 2, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("exploded")));
        model.setTable(nullptr, {}, {});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), kKeyColumns);
    }

    void columnsOutsideTheTableAreLeftOut() {
        MatrixModel model;
        model.setTable(m_table, {0}, {{0, 9}, {-1, -1}});
        QCOMPARE(model.columnCount(), kKeyColumns + 1);
        QVERIFY(model.look(0, kKeyColumns + 1) == nullptr);
        QVERIFY(model.look(1, kKeyColumns) == nullptr);
        QVERIFY(model.look(0, 0) == nullptr);
    }

    void aCellWithoutWinnerSaysWhy() {
        MatrixModel model;
        model.setTable(m_table, {1}, {{3}, {-1}});
        QCOMPARE(text(model, 0, kKeyColumns), QStringLiteral("·"));
        QVERIFY(!model.index(0, kKeyColumns).data(kSortRole).isValid());
        QVERIFY(!model.index(0, kKeyColumns).data(Qt::ToolTipRole).toString().isEmpty());
    }

    void rawNumbersStandUnderTheSortRole() {
        MatrixModel model;
        model.setTable(m_table, {2}, {{1}, {-1}});
        QCOMPARE(model.index(0, kKeyColumns).data(kSortRole).toInt(), 19);
        QCOMPARE(model.index(0, static_cast<int>(KeyColumn::margin)).data(kSortRole).toDouble(), 0.04);
        QCOMPARE(model.index(0, static_cast<int>(KeyColumn::winners)).data(kSortRole).toInt(), 3);
    }

    void markupFromLogsStaysText() {
        testing::DatasetBuilder builder;
        const auto set = builder.addSet({"<b>a</b>"});
        const auto key = builder.addKey("<img src=x>");
        builder.decide(builder.addRun("<i>run</i>"), key, set, 0);
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        Analysis analysis;
        analysis.matrix = buildWinnerMatrix(*dataset);
        analysis.keys = {testing::keyVerdict(0, {{CandidateIndex{0}, 1}}, Verdict::cannotTell, set)};
        analysis.classes.resize(1);
        MatrixModel model;
        model.setTable(buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), {}).value(), {0},
                       {{0}, {-1}});
        for (const int column : {0, kKeyColumns}) {
            const QString tip = model.index(0, column).data(Qt::ToolTipRole).toString();
            QVERIFY2(tip.contains(QStringLiteral("&lt;")), qPrintable(tip));
            QVERIFY(!tip.contains(QStringLiteral("<b>")) && !tip.contains(QStringLiteral("<img")));
        }
        QVERIFY(model.headerData(kKeyColumns, Qt::Horizontal, Qt::ToolTipRole).toString().contains("&lt;i&gt;"));
    }

private:
    static QString text(const MatrixModel& model, int row, int column) {
        return model.index(row, column).data(Qt::DisplayRole).toString();
    }

    testing::QtWarningGuard m_guard;
    std::shared_ptr<const MatrixTable> m_table;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestMatrixModel)
#include "tst_matrix_model.moc"
