#include "core/analyse/winner_matrix.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "ui/drive_plan.h"

namespace flipscope {
namespace {

using testing::DrivenRuns;

QString faultOf(const Result<RunJudging>& judging) {
    return QString::fromStdString(judging.errorMessage());
}

class TestDrivePlan : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theOutcomeInViewJudges() {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern = {R"(loss (\S+))", PatternMatch::last, 1};
        Outcome outcome;
        outcome.grouping = Grouping::byThreshold;
        outcome.cut = 7.5;
        auto judging = judgingOf({}, choice, {}, &outcome);
        QVERIFY(judging);
        QVERIFY(judging.value().reading.by == OutcomeReading::By::pattern);
        QVERIFY(judging.value().reading.pattern.match == PatternMatch::last);
        QCOMPARE(judging.value().threshold, std::optional(7.5));
        QVERIFY(!judging.value().byGap);
        outcome.grouping = Grouping::byGap;
        judging = judgingOf({}, choice, {}, &outcome);
        QVERIFY(judging.value().byGap);
        QVERIFY(!judging.value().threshold);
        outcome.grouping = Grouping::ungrouped;
        QVERIFY(faultOf(judgingOf({}, choice, {}, &outcome)).contains(QStringLiteral("not grouped")));
        choice.kind = OutcomeKind::exitStatus;
        QVERIFY(judgingOf({}, choice, {}, nullptr).value().reading.by == OutcomeReading::By::exitStatus);
    }

    void aFoundOutcomeJudgesByItsPatternOnly() {
        FoundOutcome found;
        found.description = "loss";
        found.suggestedPattern = R"(loss (\d+))";
        const OutcomeChoice best;
        const auto judging = judgingOf({}, best, {found}, nullptr);
        QVERIFY(judging);
        QCOMPARE(judging.value().reading.pattern.regex, found.suggestedPattern);
        found.suggestedPattern.clear();
        QVERIFY(faultOf(judgingOf({}, best, {found}, nullptr)).contains(QStringLiteral("no pattern gives it")));
        QVERIFY(faultOf(judgingOf({}, best, {}, nullptr)).contains(QStringLiteral("Choose an outcome")));
    }

    void labelsCannotJudgeButATestCan() {
        OutcomeChoice labels;
        labels.kind = OutcomeKind::labels;
        QVERIFY(faultOf(judgingOf({}, labels, {}, nullptr)).contains(QStringLiteral("Labels by hand")));
        DriveSettings settings;
        settings.test = QStringLiteral("./judge 1");
        settings.folder = QStringLiteral("/home/me");
        const auto judging = judgingOf(settings, labels, {}, nullptr);
        QVERIFY(judging);
        QVERIFY((judging.value().reading.test == std::vector<std::string>{"/home/me/judge", "1"}));
        settings.test = QStringLiteral("'open");
        QVERIFY(!judgingOf(settings, labels, {}, nullptr));
    }

    void aProofIsPlannedEvenWithoutACommand() {
        DrivenRuns runs;
        const auto run = [&runs](const char* name) { return *findRun(*runs.dataset, name); };
        ProofRequest request{runs.dataset,
                             {run("good")},
                             {run("bad")},
                             runs.state.driveSettings(),
                             judgingOf({}, runs.state.outcomeChoice(), {}, nullptr).value()};
        auto plan = planProof(request, {});
        QVERIFY2(plan, plan.errorMessage().c_str());
        QCOMPARE(plan.value()->problem, QString());
        QCOMPARE(plan.value()->plan.choices.differing.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(plan.value()->plan.trials.folder), runs.file(kTrialFolder));
        QVERIFY(plan.value()->plan.limits.repeats == 1);
        request.settings.command.clear();
        plan = planProof(request, {});
        QVERIFY(plan);
        QVERIFY(plan.value()->problem.contains(QStringLiteral("Type the command")));
        QCOMPARE(plan.value()->plan.choices.differing.size(), std::size_t{1});
        request.settings = runs.state.driveSettings();
        request.settings.trialFolder = runs.file(QStringLiteral("bad"));
        QVERIFY(planProof(request, {}).value()->problem.contains(QStringLiteral("would go into the run")));
        request.bad = request.good;
        QVERIFY(!planProof(request, {}));
    }

    void forcingOneChoiceIsPlanned() {
        DrivenRuns runs;
        const RunIndex base = *findRun(*runs.dataset, "good");
        const auto own = buildWinnerMatrix(*runs.dataset, {base}).at(KeyIndex{0}, 0).winner;
        QVERIFY(own.has_value());
        const CandidateIndex other{own == CandidateIndex{0} ? 1U : 0U};
        const auto plan = planForce({runs.dataset, base, {KeyIndex{0}, other}, runs.state.driveSettings(), {}});
        QVERIFY2(plan, plan.errorMessage().c_str());
        QCOMPARE(plan.value()->problem, QString());
        QCOMPARE(plan.value()->plan.variants.size(), std::size_t{1});
        QVERIFY(plan.value()->plan.trials.reading.by == OutcomeReading::By::wholeOutput);
        QCOMPARE(QString::fromStdString(plan.value()->plan.trials.folder), runs.file(kForceFolder));
        QVERIFY(!planForce({runs.dataset, base, {KeyIndex{0}, CandidateIndex{99}}, runs.state.driveSettings(), {}}));
        QVERIFY(!planForce({runs.dataset, base, {KeyIndex{0}, *own}, runs.state.driveSettings(), {}}));
    }

    void aCollectionIsPlanned() {
        const QTemporaryDir folder;
        testing::writeFile(folder.filePath(QStringLiteral("data.txt")), "");
        DriveSettings settings;
        settings.command = QStringLiteral("./train data.txt");
        settings.folder = folder.path();
        settings.parallel = 3;
        auto plan = planCollection(settings);
        QVERIFY2(plan, plan.errorMessage().c_str());
        QCOMPARE(plan.value().plan.runs, std::size_t{12});
        QCOMPARE(plan.value().cautions.size(), 2);  // a file that is not found, runs side by side
        QVERIFY(plan.value().plan.task.empty());
        settings.launcher = QStringLiteral("srun -n1");
        plan = planCollection(settings);
        QCOMPARE(plan.value().cautions.size(), 1);
        QCOMPARE(QString::fromStdString(plan.value().plan.task.front()).section(QLatin1Char('/'), -1),
                 QStringLiteral("flipscope-cli"));
        settings.launcher = QStringLiteral("'open");
        QVERIFY(!planCollection(settings));
        settings = {};
        settings.command = QStringLiteral("./train");
        settings.folder = folder.filePath(QStringLiteral("none"));
        QVERIFY(!planCollection(settings));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestDrivePlan)
#include "tst_drive_plan.moc"
