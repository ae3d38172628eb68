#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/models/runs_model.h"

#include <QAbstractItemModelTester>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Column = RunsModel::Column;

class TestRunsModel : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void isAConsistentModelThroughAllChanges() {
        ViewState state;
        RunsModel model(state);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        const auto dataset = testing::smallDataset();
        state.setDataset(dataset);
        QCOMPARE(model.rowCount(), 4);
        state.setAnalysis(testing::smallAnalysis(*dataset));
        state.setLabel("run2", "bad");
        state.setDataset(testing::smallDataset());
        QCOMPARE(model.rowCount(), 4);
    }

    void theCheckBoxDecidesWhetherARunTakesPart() {
        ViewState state;
        RunsModel model(state);
        state.setDataset(testing::smallDataset());
        const QModelIndex cell = at(model, 1, Column::run);
        QVERIFY(model.flags(cell).testFlag(Qt::ItemIsUserCheckable));
        QCOMPARE(cell.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(model.setData(cell, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!state.isChecked(RunIndex{1}));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(cell.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    }

    void aLabelIsEditedAndBecomesTheOutcome() {
        ViewState state;
        RunsModel model(state);
        const auto dataset = testing::smallDataset();
        state.setDataset(dataset);
        state.setAnalysis(testing::smallAnalysis(*dataset));
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        choice.grouping = Grouping::byText;
        state.chooseOutcome(choice);
        QVERIFY(model.flags(at(model, 0, Column::label)).testFlag(Qt::ItemIsEditable));
        QVERIFY(model.setData(at(model, 0, Column::label), QStringLiteral("  bad "), Qt::EditRole));
        QCOMPARE(text(model, 0, Column::label), QStringLiteral("bad"));
        QCOMPARE(text(model, 0, Column::value), QStringLiteral("bad"));
        QCOMPARE(text(model, 0, Column::group), QStringLiteral("bad"));
        QCOMPARE(text(model, 1, Column::value), QStringLiteral("–"));
        QVERIFY(model.setData(at(model, 0, Column::label), QString(), Qt::EditRole));
        QVERIFY(state.labels().empty());
    }

    void regretIsShownForAnalysedRunsOnly() {
        ViewState state;
        RunsModel model(state);
        const auto dataset = testing::smallDataset();
        state.setDataset(dataset);
        Analysis analysis = *testing::smallAnalysis(*dataset);
        analysis.matrix = buildWinnerMatrix(*dataset, {RunIndex{1}});
        RunRegret regret;
        regret.run = RunIndex{1};
        regret.total = Nanoseconds{23'500};
        regret.keysCounted = 3;
        analysis.regret = {regret};
        state.setAnalysis(std::make_shared<const Analysis>(analysis));
        QCOMPARE(text(model, 1, Column::regret), QStringLiteral("23.5 µs"));
        QCOMPARE(at(model, 1, Column::regret).data(kSortRole).toInt(), 23'500);
        QCOMPARE(text(model, 0, Column::regret), QStringLiteral("–"));
    }

    void nothingElseCanBeEdited() {
        ViewState state;
        RunsModel model(state);
        state.setDataset(testing::smallDataset());
        QVERIFY(!model.setData(at(model, 0, Column::decisions), 5, Qt::EditRole));
        QVERIFY(!model.setData(model.index(4, 0), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!model.data(QModelIndex(), Qt::DisplayRole).isValid());
    }

private:
    static QModelIndex at(const RunsModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column));
    }
    static QString text(const RunsModel& model, int row, Column column) {
        return at(model, row, column).data(Qt::DisplayRole).toString();
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestRunsModel)
#include "tst_runs_model.moc"
