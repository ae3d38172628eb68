#include "core/drive/bisection.h"
#include "tests/support/simulated_program.h"

#include <algorithm>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

nlohmann::json scenarioOf(std::uint32_t favourite) {
    return {{"keys", 5}, {"fixed", true}, {"culprits", {{{2, 9}}}}, {"favourites", {{"2", favourite}}}};
}

struct Runs {
    Runs() {
        simulatedRun(folder, scenarioOf(4), "good");
        simulatedRun(folder, scenarioOf(9), "bad");
        dataset = loadedRuns({folder.file("good"), folder.file("bad")});
        const RunIndex good = *findRun(dataset, "good"), bad = *findRun(dataset, "bad");
        plan.choices = planChoices(dataset, {good}, {bad});
        plan.trials.program = simulatedProgram(folder, {{"keys", 5}, {"culprits", {{{2, 9}}}}});
        plan.trials.folder = folder.file("trials");
        plan.trials.baseDatabase = databaseOf(runOf(dataset, good));
        plan.trials.reading.by = OutcomeReading::By::pattern;
        plan.trials.reading.pattern.regex = R"(loss (\S+))";
        plan.rule = OutcomeRule::from({"7.0625"}, {"NaN"}, false, {}).value();
        plan.outcomeInWords = "by loss";
        plan.limits.repeats = 2;
    }

    Result<Bisection> bisect(const std::function<void(const BisectionProgress&)>& progress = {},
                             const std::stop_token& stop = {}) const {
        const auto claim = claimTrials(plan.trials.folder);
        REQUIRE_MESSAGE(claim, claim.errorMessage());
        return flipscope::bisect(plan, claim.value(), progress, stop);
    }

    TemporaryFolder folder;
    Dataset dataset;
    BisectionPlan plan;
};

}  // namespace

TEST_CASE("the culprit is found, its trials are kept, and the same call repeats none of them") {
    Runs runs;
    std::size_t calls = 0;
    const auto first = runs.bisect([&calls](const BisectionProgress&) { ++calls; });
    REQUIRE_MESSAGE(first, first.errorMessage());
    const Bisection& made = first.value();
    CHECK((made.answer.verdict == BisectVerdict::proven));
    REQUIRE(made.answer.groups.size() == 1);
    REQUIRE(made.answer.groups[0].size() == 1);
    CHECK(runs.plan.choices.differing[made.answer.groups[0][0]].bad.candidate == CandidateIndex{9});
    CHECK(calls >= made.trials.size());
    const auto again = runs.bisect();
    REQUIRE(again);
    CHECK(again.value().found == made.trials.size());
    CHECK(again.value().trials.size() == made.trials.size());
    CHECK(again.value().answer.groups == made.answer.groups);
    const auto kept = [&runs] { return readJournal(readFile(runs.plan.trials.folder + "/trials.jsonl")).value(); };
    CHECK(kept().header.reading == journalReading(runs.plan.trials.reading));
    CHECK(kept().search == JournalSearch{2, runs.plan.choices.ranked});
    runs.plan.limits.repeats = 1;
    CHECK(runs.bisect());
    CHECK(kept().search == JournalSearch{1, runs.plan.choices.ranked});
    CHECK(kept().damaged == 0);
    runs.plan.outcomeInWords = "another";
    CHECK(runs.bisect().errorMessage().find("another outcome") != std::string::npos);
}

TEST_CASE("a stop request leaves a search that goes on") {
    Runs runs;
    std::stop_source stop;
    const auto stopped = runs.bisect(
        [&stop](const BisectionProgress& progress) {
            if (progress.trials.size() == 3) stop.request_stop();
        },
        stop.get_token());
    REQUIRE_MESSAGE(stopped, stopped.errorMessage());
    CHECK(stopped.value().stopped);
    CHECK(stopped.value().trials.size() == 3);
    const auto rest = runs.bisect();
    REQUIRE(rest);
    CHECK(rest.value().found == 3);
    CHECK((rest.value().answer.verdict == BisectVerdict::proven));
}

TEST_CASE("none of the choices is blamed or cleared where the cause may lie in a key that was left out") {
    using Because = LeftOutKey::Because;
    const auto reasonWith = [](BisectReason found, std::optional<Because> because) {
        ChoicePlan choices;
        if (because) choices.leftOut = {{KeyIndex{0}, *because}};
        return answerFor(choices, {BisectVerdict::notAmongChoices, found, {}, {}});
    };
    using enum BisectReason;
    for (const auto& [found, because] :
         {std::pair(noDifference, Because::otherCandidates), std::pair(noDifference, Because::onlyGoodTells),
          std::pair(badEndIsNotBad, Because::otherCandidates), std::pair(goodEndIsNotGood, Because::onlyBadTells)}) {
        CHECK((reasonWith(found, because).reason == keysLeftOut));
        CHECK((reasonWith(found, because).verdict == BisectVerdict::undecided));
        CHECK((reasonWith(found, std::nullopt).reason == found));
    }
    CHECK((reasonWith(badEndIsNotBad, Because::onlyGoodTells).reason == badEndIsNotBad));
    CHECK((reasonWith(goodEndIsNotGood, Because::otherCandidates).reason == goodEndIsNotGood));
    CHECK((reasonWith(bothWays, Because::otherCandidates).reason == bothWays));
}

TEST_CASE("a program that tunes keys of its own and is neither good nor bad seems to be another one") {
    const std::vector<Pin> added(3);
    const TrialRun good{{}, TrialOutcome::other, {}}, bad{{0, 1}, TrialOutcome::other, {}};
    CHECK(!earlyAnswer({good, bad}, added));
    std::vector<TrialRun> runs{good, bad, good, bad};
    REQUIRE(earlyAnswer(runs, added));
    CHECK((earlyAnswer(runs, added)->reason == BisectReason::otherProgram));
    CHECK(!earlyAnswer(runs, {}));
    runs[2].outcome = TrialOutcome::good;
    CHECK(!earlyAnswer(runs, added));
}

TEST_CASE("a program that was built anew with persistence is tried again, and what showed the old one does not count") {
    Runs runs;
    const DrivenProgram sound = runs.plan.trials.program;
    runs.plan.trials.program = simulatedProgram(runs.folder, {{"keys", 5}, {"persistence", false}});
    for (int round = 0; round < 2; ++round) {
        const auto hopeless = runs.bisect();
        REQUIRE_MESSAGE(hopeless, hopeless.errorMessage());
        CHECK((hopeless.value().answer.reason == BisectReason::endsInvalid));
        CHECK(hopeless.value().trials.size() == 1);
        CHECK(hopeless.value().found == 0);
    }
    runs.plan.trials.program = sound;
    writeFile(runs.folder.file("scenario.json"), R"({"keys":5,"culprits":[[[2,9]]]})");
    const auto anew = runs.bisect();
    REQUIRE_MESSAGE(anew, anew.errorMessage());
    CHECK((anew.value().answer.verdict == BisectVerdict::proven));
    CHECK(anew.value().found == 0);
    CHECK(anew.value().trials.front().number == 3);
    for (const JournalTrial& trial : anew.value().trials)
        CHECK((trial.outcome != TrialOutcome::invalid));
}

TEST_CASE("a folder with another file of the journal's name is refused") {
    Runs runs;
    REQUIRE(std::system(("mkdir " + runs.plan.trials.folder).c_str()) == 0);
    writeFile(runs.plan.trials.folder + "/trials.jsonl", "my notes\n");
    CHECK(runs.bisect().errorMessage().find("is no journal") != std::string::npos);
    CHECK(readFile(runs.plan.trials.folder + "/trials.jsonl") == "my notes\n");
}
