#include "tests/support/qt_warning_guard.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/models/sides_model.h"

#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestSidesModel : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void groupsBecomeSides() {
        const auto runs = testing::labelledRuns();
        SidesModel model;
        const QSignalSpy told(&model, &SidesModel::sidesChanged);
        model.setRuns(runs.dataset, runs.analysis->matrix.runs, runs.found->outcome);
        QCOMPARE(model.rowCount(), 8);
        QVERIFY(model.runsOn(RunSide::good).empty());
        model.setGroups(0, 1);
        QCOMPARE(model.runsOn(RunSide::good).size(), std::size_t{4});
        QCOMPARE(model.runsOn(RunSide::bad).size(), std::size_t{4});
        const auto good = model.runsOn(RunSide::good);
        model.swapSides();
        QCOMPARE(model.runsOn(RunSide::bad), good);
        QCOMPARE(told.size(), 3);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("good"));  // its outcome
    }

    void anotherOutcomeOfTheSameRunsKeepsTheSides() {
        const auto runs = testing::labelledRuns();
        SidesModel model;
        model.setRuns(runs.dataset, runs.analysis->matrix.runs, nullptr);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("–"));
        model.setData(model.index(0, static_cast<int>(SidesModel::Column::bad)), Qt::Checked, Qt::CheckStateRole);
        model.setOutcome(runs.found->outcome);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("good"));
        QVERIFY(model.runsOn(RunSide::bad) == std::vector{RunIndex{0}});
    }

    void aTickMovesARunToThatSide() {
        const auto runs = testing::labelledRuns();
        SidesModel model;
        model.setRuns(runs.dataset, runs.analysis->matrix.runs, nullptr);
        const QModelIndex good = model.index(2, static_cast<int>(SidesModel::Column::good)),
                          bad = model.index(2, static_cast<int>(SidesModel::Column::bad));
        QVERIFY(model.setData(good, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.runsOn(RunSide::good) == std::vector{RunIndex{2}});
        QVERIFY(model.setData(bad, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.runsOn(RunSide::good).empty());
        QVERIFY(model.runsOn(RunSide::bad) == std::vector{RunIndex{2}});
        QVERIFY(model.setData(good, Qt::Unchecked, Qt::CheckStateRole));  // was not on it
        QCOMPARE(model.runsOn(RunSide::bad).size(), std::size_t{1});
        QVERIFY(model.setData(bad, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model.runsOn(RunSide::bad).empty());
        QVERIFY(!model.setData(model.index(2, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.flags(good).testFlag(Qt::ItemIsUserCheckable));
        QVERIFY(!model.flags(model.index(2, 0)).testFlag(Qt::ItemIsUserCheckable));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestSidesModel)
#include "tst_sides_model.moc"
