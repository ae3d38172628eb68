#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/jobs/pipeline.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms; machines that run tests are busy

class TestPipeline : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(m_folder.path() + QStringLiteral("/a"));
        testing::writeFile(m_folder.path() + QStringLiteral("/b/run9/decisions.jsonl"), testing::decisionLine(64, 0));
        testing::writeFile(m_folder.path() + QStringLiteral("/c/notes.txt"), "nothing to see\n");
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void pathsBecomeAnAnalysisAndFoundOutcomes() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        QCOMPARE(state.dataset()->runs.size(), std::size_t{4});
        QCOMPARE(state.analysis()->flippingKeys, std::size_t{1});
        QVERIFY(!state.foundOutcomes().empty());
        QCOMPARE(pipeline.paths(), QStringList{path("a")});
    }

    void whatReRunsSayTakesThePlaceOfPredictions() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        const KeyVerdict& flipping =
            state.analysis()->keys[0].flips ? state.analysis()->keys[0] : state.analysis()->keys[1];
        const KeyIndex key = flipping.key;
        const RerunTarget target = rerunTargetOf(*state.dataset(), flipping).value();
        QVERIFY(state.analysis()->classes[key.value].basis == ClassBasis::predicted);
        state.keepRerun(testing::keptRerun(target, {{0, 5}, {1, 5}}));
        QTRY_VERIFY_WITH_TIMEOUT(state.busyWith().empty(), kPatience);
        QVERIFY(state.analysis()->classes[key.value].basis == ClassBasis::emulated);
        QVERIFY(state.analysis()->classes[key.value].answer == ClassAnswer::sameBits);
        load(state, pipeline, {path("a")});  // read again: it knows its key
        QVERIFY(state.analysis()->classes[key.value].basis == ClassBasis::emulated);
        state.setAssumptions({Card::volta, std::nullopt});  // not the card that was emulated
        QTRY_VERIFY_WITH_TIMEOUT(state.busyWith().empty(), kPatience);
        QVERIFY(state.analysis()->classes[key.value].basis == ClassBasis::predicted);
    }

    void addingKeepsWhatIsLoaded() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        pipeline.add({path("b"), path("a")});
        QTRY_VERIFY_WITH_TIMEOUT(state.busyWith().empty(), kPatience);
        QCOMPARE(state.dataset()->runs.size(), std::size_t{5});
        QCOMPARE(pipeline.paths(), (QStringList{path("a"), path("b")}));
    }

    void aFailedLoadLosesNothing() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        const auto before = state.dataset();
        const QSignalSpy failed(&pipeline, &Pipeline::loadFailed);
        pipeline.open({path("c")});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(!failed.front().front().toString().isEmpty());
        QCOMPARE(state.dataset(), before);
        QCOMPARE(pipeline.paths(), QStringList{path("a")});
        QVERIFY(state.busyWith().empty());
    }

    void aStoppedLoadLosesNothing() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        const auto before = state.dataset();
        const QSignalSpy stopped(&pipeline, &Pipeline::loadStopped);
        const QSignalSpy failed(&pipeline, &Pipeline::loadFailed);
        pipeline.open({path("b")});
        pipeline.stopLoading();
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kPatience);
        QCOMPARE(failed.size(), 0);
        QCOMPARE(state.dataset(), before);
    }

    void theNewestOfSeveralRequestsCounts() {
        ViewState state;
        Pipeline pipeline(state);
        const QSignalSpy loaded(&pipeline, &Pipeline::loaded);
        pipeline.open({path("a")});
        pipeline.open({path("c")});
        pipeline.open({path("b")});
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(state.busyWith().empty(), kPatience);
        QCOMPARE(state.dataset()->runs.size(), std::size_t{1});
        QCOMPARE(loaded.size(), 1);
    }

    void uncheckingARunAnalysesTheOthers() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        state.setCheckedRuns({RunIndex{0}, RunIndex{1}});
        QTRY_COMPARE_WITH_TIMEOUT(state.analysis()->matrix.runs.size(), std::size_t{2}, kPatience);
        QCOMPARE(state.analysis()->flippingKeys, std::size_t{0});
        state.setCheckedRuns({});  // nothing to analyse: the last one stays
        QTRY_VERIFY_WITH_TIMEOUT(state.busyWith().empty(), kPatience);
        QCOMPARE(state.analysis()->matrix.runs.size(), std::size_t{2});
    }

    void aPatternBecomesTheOutcome() {
        ViewState state;
        Pipeline pipeline(state);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = "loss ([0-9.]+)";
        state.chooseOutcome(choice);  // before the load: it waits
        load(state, pipeline, {path("a")});
        QVERIFY(state.outcome() != nullptr);
        QCOMPARE(state.outcome()->groups.size(), std::size_t{2});
        QCOMPARE(state.outcomeValues().values.at(3), std::optional<std::string>("7.5"));
    }

    void aPatternThatDoesNotCompileIsSaid() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = "loss ([0-9";
        state.chooseOutcome(choice);
        QTRY_VERIFY_WITH_TIMEOUT(!state.outcomeProblem().isEmpty(), kPatience);
        QCOMPARE(state.outcome(), nullptr);
    }

    void anEmptyPatternAsksForOne() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        state.chooseOutcome(choice);
        QVERIFY(!state.outcomeProblem().isEmpty());
        QVERIFY(state.busyWith().empty());
    }

    void withoutAChoiceTheFirstFoundOutcomeIsTaken() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        QVERIFY(state.outcome() != nullptr);
        QCOMPARE(state.outcome()->source, state.foundOutcomes().front().values.source);
        QCOMPARE(state.outcome()->groups.size(), std::size_t{2});
    }

    void manyChangesAreOneAnalysis() {
        ViewState state;
        Pipeline pipeline(state);
        const QSignalSpy started(&pipeline, &Pipeline::analysisStarted);
        connect(&pipeline, &Pipeline::loaded, &state, [&state] {  // as a session does
            state.setAssumptions({Card::hopper, std::nullopt});
            state.setChecked(RunIndex{0}, false);
            state.setChecked(RunIndex{1}, false);
        });
        load(state, pipeline, {path("a")});
        QCOMPARE(started.size(), 1);
        QCOMPARE(state.analysis()->matrix.runs.size(), std::size_t{2});
    }

    void whatForcingFoundOutReachesTheAnalysis() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        const KeyVerdict flipping = *std::find_if(state.analysis()->keys.begin(), state.analysis()->keys.end(),
                                                  [](const KeyVerdict& key) { return key.flips; });
        const TuningKey& key = keyOf(*state.dataset(), flipping.key);
        const FoundKey found{key.canonicalJson, key.tuner, setOf(*state.dataset(), *flipping.set).checksum, key.id,
                             key.label};
        DriveFindings findings;
        findings.culprits.push_back({found, {CandidateIndex{0}, CandidateIndex{1}, "run1", "run3", "by loss", 1, 1}});
        findings.classes.push_back(
            {found, "run1", "whole output", "H200", {{CandidateIndex{0}, 0}, {CandidateIndex{1}, 1}}});
        const QSignalSpy started(&pipeline, &Pipeline::analysisStarted);
        state.setDriveFindings(findings);
        QTRY_VERIFY_WITH_TIMEOUT(state.analysis()->proven.contains(flipping.key), kPatience);
        const ClassStatement& statement = state.analysis()->classes[flipping.key.value];
        QVERIFY(statement.basis == ClassBasis::forced);
        QVERIFY(statement.answer == ClassAnswer::differentBits);
        QCOMPARE(started.size(), 1);
        // Findings about other runs' keys change nothing here.
        findings.culprits.push_back(findings.culprits.front());
        findings.culprits.back().key.keyJson = "{}";
        state.setDriveFindings(findings);
        QTest::qWait(50);
        QCOMPARE(started.size(), 1);
        // They stay for the next runs that are read.
        load(state, pipeline, {path("a")});
        QVERIFY(state.analysis()->proven.contains(flipping.key));
    }

    void anAnalysisOfTheFormerRunsNeverMeetsTheNewOnes() {
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("a")});
        state.setChecked(RunIndex{0}, false);
        load(state, pipeline, {path("b")});
        QCOMPARE(state.analysis()->keys.size(), state.dataset()->keys.size());
        QCOMPARE(state.analysis()->matrix.runs.size(), std::size_t{1});
    }

    void logsAreSplitByHandAndStaySplitWhenRunsAreAdded() {
        testing::writePerhapsTwoProcesses(path("d"));
        ViewState state;
        Pipeline pipeline(state);
        load(state, pipeline, {path("d")});
        QVERIFY(state.dataset()->runs.at(0).perhapsTwoProcesses);
        pipeline.open({path("d")}, {"run1"});
        QTRY_COMPARE_WITH_TIMEOUT(state.dataset()->runs.size(), std::size_t{3}, kPatience);
        QCOMPARE(state.dataset()->runs[0].id, std::string("run1#1"));
        QCOMPARE(state.splitByHand(), std::vector<std::string>{"run1"});
        pipeline.add({path("b")});
        QTRY_COMPARE_WITH_TIMEOUT(state.dataset()->runs.size(), std::size_t{4}, kPatience);
        pipeline.open({path("d")});
        QTRY_COMPARE_WITH_TIMEOUT(state.dataset()->runs.size(), std::size_t{2}, kPatience);
        QVERIFY(state.splitByHand().empty());
    }

    void destroyingItDuringALoadIsClean() {
        ViewState state;
        {
            Pipeline pipeline(state);
            pipeline.open({path("a")});
        }
        QCOMPARE(state.dataset(), nullptr);
    }

private:
    [[nodiscard]] QString path(const char* name) const {
        return m_folder.path() + QLatin1Char('/') + QLatin1String(name);
    }

    static void load(ViewState& state, Pipeline& pipeline, const QStringList& paths) {
        const QSignalSpy loaded(&pipeline, &Pipeline::loaded);
        pipeline.open(paths);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(state.analysis() != nullptr && state.busyWith().empty(), kPatience);
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPipeline)
#include "tst_pipeline.moc"
