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

// The trials of a search that ends: key3 alone makes the difference.
KeptTrials keyThree(const std::string& outcome, std::size_t repeats) {
    KeptTrials kept{"trials",
                    {{{"/home/alice/train", "-x"}, "/home/alice", outcome, {"key3 1>0", "key1 0>1"}}, {}, {}, 0}};
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
        KeptTrials trials = keyThree("Outcome by pattern loss (\\S+): “7” is good", repeats);
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

TEST_CASE("a search that did not end is unfinished, and proves nothing") {
    KeptTrials trials = keyThree("Judged by the test ./judge.sh", 5);
    trials.journal.trials.resize(3);
    const Result<TrialProof> made = proofOf(trials, threeRuns(), std::nullopt, kAlices);
    REQUIRE(made.hasValue());
    CHECK(made.value().bisection.stopped);
    CHECK(made.value().isJudged);
    CHECK(!made.value().naming);
}

TEST_CASE("another outcome than the report's is none that can be named") {
    const OutcomeNaming naming{OutcomeNaming::By::exitStatus, {}, {}, {}};
    CHECK(!proofOf(keyThree("Outcome by pattern x: “7” is good", 5), threeRuns(), naming, kAlices).value().naming);
    CHECK(proofOf(keyThree("Outcome by exit status: “0” is good", 5), threeRuns(), naming, kAlices).value().naming);
}

TEST_CASE("trials of other runs or keys are an error") {
    KeptTrials trials = keyThree("x", 5);
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
