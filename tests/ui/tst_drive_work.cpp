#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "ui/jobs/drive_work.h"

namespace flipscope {
namespace {

using testing::DrivenRuns;

class TestDriveWork : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void aProofTellsEveryTrialAndGivesThePlanThatWasRun() {
        DrivenRuns runs;
        std::size_t most = 0;
        QString doing;
        const auto end = runProof(*planOf(runs),
                                  [&](const ProofLive& live) {
                                      most = std::max(most, live.trials.size());
                                      doing = live.doing;
                                  },
                                  {});
        QVERIFY2(end, end.errorMessage().c_str());
        QVERIFY(end.value()->bisection.answer.verdict == BisectVerdict::proven);
        QVERIFY(!end.value()->proof->plan.trials.baseDatabase.empty());
        QVERIFY(most + 1 >= end.value()->bisection.trials.size());
        QVERIFY(doing.startsWith(QStringLiteral("trial")));
    }

    void withoutAnyDatabaseTheProgramRunsOnceForOne() {
        DrivenRuns runs;
        for (const char* name : {"good", "bad"})
            QVERIFY(QDir(runs.file(QLatin1String(name)) + QStringLiteral("/env")).removeRecursively());
        QStringList doing;
        const auto end = runProof(*planOf(runs), [&](const ProofLive& live) { doing += live.doing; }, {});
        QVERIFY2(end, end.errorMessage().c_str());
        QVERIFY(doing.first().contains(QStringLiteral("the program runs once to make one")));
        QVERIFY(end.value()->bisection.answer.verdict == BisectVerdict::proven);
    }

    void aProgramWithoutPersistenceIsToldWhatToAdd() {
        DrivenRuns runs;
        for (const char* name : {"good", "bad"})
            QVERIFY(QDir(runs.file(QLatin1String(name)) + QStringLiteral("/env")).removeRecursively());
        QJsonObject scenario = DrivenRuns::scenario(0);
        scenario["persistence"] = false;
        DriveSettings settings = runs.state.driveSettings();
        settings.command =
            testing::lineOf(testing::simulatedCommand(runs.file(QStringLiteral("program.json")), scenario));
        runs.state.setDriveSettings(settings);
        const auto end = runProof(*planOf(runs), [](const ProofLive&) {}, {});
        QVERIFY(!end);
        QVERIFY(QString::fromStdString(end.errorMessage()).contains(QStringLiteral("persistence")));
    }

    void stoppedForcingKeepsWhatThereIs() {
        DrivenRuns runs;
        const auto plan = planForce({runs.dataset,
                                     *findRun(*runs.dataset, "good"),
                                     {KeyIndex{0}, std::nullopt},
                                     runs.state.driveSettings(),
                                     {}});
        QVERIFY(plan);
        std::stop_source stop;
        stop.request_stop();
        const auto end = runForce(
            *plan.value(), [](const QString&) {}, stop.get_token());
        QVERIFY2(end, end.errorMessage().c_str());
        QVERIFY(end.value()->forcing.stopped);
    }

private:
    static std::shared_ptr<const ProofPlan> planOf(const DrivenRuns& runs) {
        const ProofRequest request{runs.dataset,
                                   {*findRun(*runs.dataset, "good")},
                                   {*findRun(*runs.dataset, "bad")},
                                   runs.state.driveSettings(),
                                   judgingOf({}, runs.state.outcomeChoice(), {}, nullptr).value()};
        auto plan = planProof(request, {});
        if (!plan || !plan.value()->problem.isEmpty()) qFatal("the proof cannot be planned");
        return plan.value();
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestDriveWork)
#include "tst_drive_work.moc"
