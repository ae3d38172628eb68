#include "core/drive/bisection.h"
#include "core/read/choice_rows.h"
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
        plan.trials.baseDatabase = databasesOf(runOf(dataset, good)).at(0);
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

TEST_CASE("trials between other runs are not gone on with, though these differ alike") {
    Runs runs;
    REQUIRE(runs.bisect());
    BisectionPlan others = runs.plan;
    for (const bool isGood : {true, false}) {
        nlohmann::json scenario = scenarioOf(isGood ? 4 : 9);
        const std::uint32_t held = runs.plan.choices.common.front().candidate.value;
        scenario["favourites"]["0"] = held == 0 ? 1 : 0;
        simulatedRun(runs.folder, scenario, isGood ? "good2" : "bad2");
    }
    const Dataset dataset = loadedRuns({runs.folder.file("good2"), runs.folder.file("bad2")});
    others.choices = planChoices(dataset, {*findRun(dataset, "good2")}, {*findRun(dataset, "bad2")});
    REQUIRE(others.choices.differing.size() == 1);
    CHECK(others.choices.differing[0].good == runs.plan.choices.differing[0].good);
    CHECK(others.choices.differing[0].bad == runs.plan.choices.differing[0].bad);
    std::swap(runs.plan, others);
    CHECK(runs.bisect().errorMessage().find("runs that made other choices besides") != std::string::npos);
    std::swap(runs.plan, others);
    runs.plan.trials.program.keepsFolder = true;
    CHECK(runs.bisect().errorMessage().find("--cwd") != std::string::npos);
}

TEST_CASE("a start that fails early is a trial that does not count, unless none has counted yet") {
    Runs runs;
    runs.plan.trials.program =
        simulatedProgram(runs.folder, {{"keys", 5}, {"culprits", {{{2, 9}}}}, {"busyAt", {3, 6}}});
    const auto found = runs.bisect();
    REQUIRE_MESSAGE(found, found.errorMessage());
    CHECK((found.value().answer.verdict == BisectVerdict::proven));
    CHECK(found.value().because.empty());
    REQUIRE(found.value().trials.size() > 6);
    for (const std::size_t busy : {std::size_t{3}, std::size_t{6}}) {
        CHECK((found.value().trials[busy - 1].outcome == TrialOutcome::invalid));
        CHECK(!found.value().trials[busy - 1].hopeless);
        CHECK(found.value().trials[busy - 1].because.find("failed before it logged any choice") != std::string::npos);
    }
    CHECK(runs.bisect().value().found == found.value().trials.size());

    Runs first;
    first.plan.trials.program = simulatedProgram(first.folder, {{"keys", 5}, {"busyAt", {1}}});
    const auto ended = first.bisect();
    REQUIRE_MESSAGE(ended, ended.errorMessage());
    CHECK((ended.value().answer.reason == BisectReason::endsInvalid));
    CHECK(ended.value().trials.size() == 1);
    CHECK(ended.value().because.find("devices are busy") != std::string::npos);
}

TEST_CASE("a key that trials tune on two devices is forced on both, whatever each of them chose") {
    for (const std::uint32_t there : {3U, 1U}) {
        CAPTURE(there);
        Runs runs;
        runs.plan.trials.program = simulatedProgram(runs.folder, {{"keys", 6},
                                                                  {"culprits", {{{2, 9}}}},
                                                                  {"twice", {5}},
                                                                  {"favourites", {{"5", 3}}},
                                                                  {"favouritesThere", {{"5", there}}}});
        const auto found = runs.bisect();
        REQUIRE_MESSAGE(found, found.errorMessage());
        CHECK((found.value().answer.verdict == BisectVerdict::proven));
        CHECK(found.value().added.size() == (there == 3 ? 1 : 2));
        const auto again = runs.bisect();
        REQUIRE_MESSAGE(again, again.errorMessage());
        CHECK(again.value().found == found.value().trials.size());
    }
}

TEST_CASE("a program that tunes another key in every run ends the search, for the reason that it is") {
    for (const std::size_t grows : {std::size_t{0}, std::size_t{2}}) {
        CAPTURE(grows);
        Runs runs;
        runs.plan.trials.program =
            simulatedProgram(runs.folder, {{"keys", 5}, {"culprits", {{{2, 9}}}}, {"growsAfter", grows}});
        const auto ended = runs.bisect();
        REQUIRE_MESSAGE(ended, ended.errorMessage());
        CHECK((ended.value().answer.verdict == BisectVerdict::undecided));
        CHECK((ended.value().answer.reason == (grows == 0 ? BisectReason::endsInvalid : BisectReason::trialsInvalid)));
        CHECK(ended.value().because.find("tuned keys that were not forced") != std::string::npos);
    }
}

TEST_CASE("why trials do not count is told where it is why nothing was decided") {
    using enum BisectReason;
    const auto trial = [](TrialOutcome outcome, const char* because, bool counts = true) {
        JournalTrial made;
        made.outcome = outcome;
        made.because = because;
        made.counts = counts;
        return made;
    };
    std::vector<JournalTrial> trials{trial(TrialOutcome::invalid, "crashed"),
                                     trial(TrialOutcome::invalid, "found a key", false), trial(TrialOutcome::good, "")};
    const auto told = [&trials](BisectVerdict verdict, BisectReason reason) {
        return lastFault({verdict, reason, {}, {}}, trials);
    };
    for (const BisectReason reason : {endsInvalid, trialsInvalid, tooVaried})
        CHECK(told(BisectVerdict::undecided, reason) == "crashed");
    for (const BisectReason reason : {outcomeVaries, thirdOutcome, tooManyGroups, otherProgram, keysLeftOut})
        CHECK(told(BisectVerdict::undecided, reason).empty());
    CHECK(told(BisectVerdict::proven, bothWays).empty());
    CHECK(told(BisectVerdict::notAmongChoices, badEndIsNotBad).empty());
    // A search that found one key after the other, and an old program that never read its database.
    trials.pop_back();
    CHECK(told(BisectVerdict::undecided, trialsInvalid) == "found a key");
    trials[0].hopeless = true;
    trials.push_back(trial(TrialOutcome::good, ""));
    CHECK(told(BisectVerdict::undecided, tooVaried).empty());
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
          std::pair(badEndIsNotBad, Because::otherCandidates), std::pair(badEndIsNotBad, Because::onlyGoodTells),
          std::pair(badEndIsNotBad, Because::neitherTells), std::pair(goodEndIsNotGood, Because::onlyBadTells),
          std::pair(goodEndIsNotGood, Because::neitherTells)}) {
        CHECK((reasonWith(found, because).reason == keysLeftOut));
        CHECK((reasonWith(found, because).verdict == BisectVerdict::undecided));
        CHECK((reasonWith(found, std::nullopt).reason == found));
    }
    // What was held there was the run's own choice.
    CHECK((reasonWith(badEndIsNotBad, Because::onlyBadTells).reason == badEndIsNotBad));
    CHECK((reasonWith(goodEndIsNotGood, Because::onlyGoodTells).reason == goodEndIsNotGood));
    CHECK((reasonWith(goodEndIsNotGood, Because::otherCandidates).reason == goodEndIsNotGood));
    CHECK((reasonWith(bothWays, Because::otherCandidates).reason == bothWays));
}

TEST_CASE("a program that tunes keys of its own and is neither good nor bad seems to be another one") {
    std::vector<Pin> added(3);
    for (std::size_t i = 0; i < added.size(); ++i)
        added[i].keyJson = std::to_string(i);
    const TrialRun good{{}, TrialOutcome::other, {}}, bad{{0, 1}, TrialOutcome::other, {}};
    CHECK(!earlyAnswer({good, bad}, added));
    std::vector<TrialRun> runs{good, bad, good, bad};
    REQUIRE(earlyAnswer(runs, added));
    CHECK((earlyAnswer(runs, added)->reason == BisectReason::otherProgram));
    CHECK(!earlyAnswer(runs, {}));
    CHECK(!earlyAnswer(runs, {added[0], added[0], added[0], added[1]}));  // two keys, one of them in three places
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
