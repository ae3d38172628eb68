#include "core/drive/kept_file.h"
#include "core/handover/kept_trials.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

const Scrubber kAlices{PrivateFacts{{}, {"alice"}, {}, {}}};

// run1 and run3 choose alike; run2 differs from them in key1 and key3.
Dataset threeRuns() {
    DatasetBuilder builder;
    builder.addWinners({{0, 1, 0}, {2, 2, 2}, {1, 0, 1}});
    Dataset dataset = builder.take();
    return dataset;
}

JournalTrial trial(std::size_t number, KeySet fromBad, TrialOutcome outcome) {
    JournalTrial made;
    made.number = number;
    made.fromBad = std::move(fromBad);
    made.outcome = outcome;
    made.value = "of alice";
    return made;
}

const JournalReading kExit{OutcomeReading::By::exitStatus}, kTest{OutcomeReading::By::test},
    kLastLoss{OutcomeReading::By::pattern, "loss (\\S+)", PatternMatch::last};

// The trials of a search that ends: key3 alone makes the difference.
KeptTrials keyThree(const JournalReading& reading, std::size_t repeats) {
    KeptTrials kept{"trials", {}};
    kept.journal.header = {{"/home/alice/train", "-x"}, "/home/alice", "words of alice", {"key3 1>0", "key1 0>1"}};
    kept.journal.header.base = choicesDigest(planChoices(threeRuns(), {RunIndex{0}}, {RunIndex{1}}));
    kept.journal.header.reading = reading;
    kept.journal.search = JournalSearch{repeats, false};
    BisectPlan plan{2, false, {}};
    plan.limits.repeats = repeats;
    std::vector<TrialRun> runs;
    for (std::size_t number = 1;; ++number) {
        const BisectStep step = nextBisectStep(plan, runs);
        if (step.isOver) return kept;
        const bool isBad = !step.next.empty() && step.next.front() == 0;
        kept.journal.trials.push_back(trial(number, step.next, isBad ? TrialOutcome::bad : TrialOutcome::good));
        runs.push_back({step.next, kept.journal.trials.back().outcome, {}});
    }
}

}  // namespace

TEST_CASE("the runs behind the trials are found, and the search is played again") {
    const Dataset dataset = threeRuns();
    for (const std::size_t repeats : {std::size_t{5}, std::size_t{2}}) {
        CAPTURE(repeats);
        const OutcomeNaming naming{OutcomeNaming::By::pattern, {"loss (\\S+)", PatternMatch::last, 1}, {}, {}};
        KeptTrials trials = keyThree(kLastLoss, repeats);
        trials.journal.added.emplace_back().label = "key /home/alice/k.cu";
        const Result<TrialProof> made = proofOf(trials, dataset, naming, kAlices);
        REQUIRE(made.hasValue());
        const TrialProof& proof = made.value();
        CHECK(proof.plan.choices.bad == RunIndex{1});
        CHECK(proof.plan.choices.good != RunIndex{1});
        REQUIRE(!proof.bisection.stopped);
        CHECK((proof.bisection.answer.verdict == BisectVerdict::proven));
        CHECK(proof.bisection.answer.groups == std::vector<KeySet>{{0}});
        CHECK(proof.plan.choices.differing[0].good.keyId == "key3");
        REQUIRE(proof.naming);
        CHECK((proof.plan.trials.reading.pattern.match == PatternMatch::last));
        CHECK(proof.plan.trials.program.command == std::vector<std::string>{"…/train", "-x"});
        CHECK(proof.plan.trials.program.folder.empty());
        CHECK(proof.bisection.trials[0].value == "of user");
        CHECK(proof.bisection.added[0].label == "key …/k.cu");
    }
}

TEST_CASE("runs that differ alike but made other choices besides are not those of the trials") {
    DatasetBuilder builder;
    // As run1 and run2 of the trials are run3 and run4, run1 and run2 but for key2.
    builder.addWinners({{0, 1, 0, 1}, {0, 0, 2, 2}, {1, 0, 1, 0}});
    const Dataset dataset = builder.take();
    KeptTrials trials = keyThree(kExit, 5);
    trials.journal.header.keepsFolder = true;
    const Result<TrialProof> made = proofOf(trials, dataset, std::nullopt, kAlices);
    REQUIRE_MESSAGE(made, made.errorMessage());
    CHECK(made.value().plan.choices.good == RunIndex{2});
    CHECK(made.value().plan.choices.bad == RunIndex{3});
    CHECK(made.value().plan.trials.program.keepsFolder);
    trials.journal.header.base = "of others";
    CHECK(proofOf(trials, dataset, {}, kAlices).errorMessage().find("not among these runs") != std::string::npos);
}

TEST_CASE("a search that did not end is unfinished, and proves nothing") {
    KeptTrials trials = keyThree(kTest, 5);
    trials.journal.trials.resize(3);
    const Result<TrialProof> made = proofOf(trials, threeRuns(), std::nullopt, kAlices);
    REQUIRE(made.hasValue());
    CHECK(made.value().bisection.stopped);
    CHECK(made.value().isJudged);
    CHECK(!made.value().naming);
}

TEST_CASE("a program that does not read its database ended the search, which is undecided; a later start goes on") {
    const Dataset dataset = threeRuns();
    KeptTrials trials = keyThree(kLastLoss, 5);
    const std::vector<JournalTrial> later = trials.journal.trials;
    JournalTrial hopeless = trial(1, {}, TrialOutcome::invalid);
    hopeless.hopeless = true;
    hopeless.because = "built without persistence";
    trials.journal.trials = {hopeless};
    const Result<TrialProof> ended = proofOf(trials, dataset, std::nullopt, kAlices);
    REQUIRE(ended.hasValue());
    CHECK(!ended.value().bisection.stopped);
    CHECK((ended.value().bisection.answer.verdict == BisectVerdict::undecided));
    CHECK((ended.value().bisection.answer.reason == BisectReason::endsInvalid));
    CHECK(ended.value().bisection.because == "built without persistence");

    trials.journal.trials.insert(trials.journal.trials.end(), later.begin(), later.end());
    const Result<TrialProof> proven = proofOf(trials, dataset, std::nullopt, kAlices);
    REQUIRE(proven.hasValue());
    CHECK((proven.value().bisection.answer.verdict == BisectVerdict::proven));
    CHECK(proven.value().bisection.because.empty());
}

TEST_CASE("another outcome than the report's is none that can be named") {
    const OutcomeNaming naming{OutcomeNaming::By::exitStatus, {}, {}, {}};
    CHECK(!proofOf(keyThree(kLastLoss, 5), threeRuns(), naming, kAlices).value().naming);
    CHECK(proofOf(keyThree(kExit, 5), threeRuns(), naming, kAlices).value().naming);
    const OutcomeNaming first{OutcomeNaming::By::pattern, {kLastLoss.regex, PatternMatch::first, 1}, {}, {}};
    CHECK(!proofOf(keyThree(kLastLoss, 5), threeRuns(), first, kAlices).value().naming);
    KeptTrials silent = keyThree(kExit, 5);
    silent.journal.header.reading.reset();
    CHECK(!proofOf(silent, threeRuns(), naming, kAlices).value().naming);
}

TEST_CASE("a search that was interrupted is not played with fewer repeats until it has an answer") {
    // Seven runs in which the bad end never shows its outcome: with one repeat they would be an answer.
    for (const bool says : {true, false}) {
        CAPTURE(says);
        KeptTrials trials = keyThree(kExit, 5);
        trials.journal.trials.clear();
        BisectPlan plan{2, false, {}};
        std::vector<TrialRun> runs;
        for (std::size_t number = 1; number <= 7; ++number) {
            const BisectStep step = nextBisectStep(plan, runs);
            REQUIRE(!step.isOver);
            trials.journal.trials.push_back(trial(number, step.next, TrialOutcome::good));
            runs.push_back({step.next, TrialOutcome::good, {}});
        }
        plan.limits.repeats = 1;
        REQUIRE(nextBisectStep(plan, runs).isOver);
        if (!says) trials.journal.search.reset();
        CHECK(proofOf(trials, threeRuns(), std::nullopt, kAlices).value().bisection.stopped);
    }
}

TEST_CASE("forced choices are no bisection, and are said to be none") {
    KeptTrials trials = keyThree(kExit, 5);
    trials.journal.header.purpose = JournalHeader::kForce;
    CHECK(proofOf(trials, threeRuns(), std::nullopt, kAlices).errorMessage() ==
          "trials holds forced choices, not the trials of a bisection");
}

TEST_CASE("trials of other runs or keys are an error") {
    KeptTrials trials = keyThree(kExit, 5);
    trials.journal.header.keys = {"key3 1>0"};
    CHECK(proofOf(trials, threeRuns(), {}, kAlices).errorMessage().find("not among these runs") != std::string::npos);
    for (const char* words : {"key9 1>0", "key3", "key3 >0", "key3 1>x", "key3 99999999999>0", ""}) {
        CAPTURE(words);
        trials.journal.header.keys = {words};
        CHECK(!proofOf(trials, threeRuns(), {}, kAlices).hasValue());
    }
}

TEST_CASE("a folder of trials is named, one without is an error that names it") {
    const TemporaryFolder folder;
    const JournalHeader header{{"train"}, "/x", "y", {"key3 1>0"}};
    REQUIRE(!makeFolder(folder.file("my-trials")));
    REQUIRE(!appendKeptLine(folder.file("my-trials/trials.jsonl"), journalLine(header)));
    for (const char* end : {"", "/", "/."}) {
        const auto kept = readKeptTrials(folder.file(std::string("my-trials") + end), {});
        REQUIRE(kept.hasValue());
        CHECK(kept.value().name == "my-trials");
        CHECK(kept.value().journal.header == header);
    }
    CHECK(readKeptTrials(folder.file("none"), {}).errorMessage().find("none/trials.jsonl") != std::string::npos);
    testing::writeFile(folder.file("my-trials/trials.jsonl"), "{}\n");
    CHECK(!readKeptTrials(folder.file("my-trials"), {}).hasValue());
}
