#include "core/handover/enclosed_runs.h"
#include "tests/support/dataset_builder.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

const Scrubber kAlices{PrivateFacts{{"/home/alice/runs"}, {"alice"}, {"node7-gpu"}, {}}};

std::string contentOf(const EnclosedRuns& enclosed, const std::string& path) {
    const auto found = std::find_if(enclosed.files.begin(), enclosed.files.end(),
                                    [&](const HandoverFile& file) { return file.path == path; });
    return found == enclosed.files.end() ? "(none)" : found->content;
}

Dataset datasetOf(const std::vector<std::pair<std::string, std::string>>& runs) {
    DatasetBuilder builder;
    const auto set = builder.addSet({"a", "b"});
    const auto key = builder.addKey(R"({"m":64})");
    for (std::size_t i = 0; i < runs.size(); ++i)
        builder.decide(builder.addRun(runs[i].first, runs[i].second), key, set, i % 2);
    return builder.take();
}

NamedOutcome byPattern(const Dataset& dataset, const WinnerMatrix& matrix, const OutcomePattern& pattern) {
    const auto values = valuesByPattern(dataset, matrix.runs, pattern);
    REQUIRE(values.hasValue());
    const auto outcome = groupOutcome(values.value(), Grouping::automatic);
    REQUIRE(outcome.hasValue());
    return {outcome.value(), {OutcomeNaming::By::pattern, pattern, Grouping::automatic, {}}};
}

}  // namespace

TEST_CASE("only the lines of the outcome are enclosed, under names that are safe") {
    const Dataset dataset = datasetOf({{"run1", "by alice in /home/alice/runs\nloss 7\n"},
                                       {"a/run2#1", "loss 8\nsecret\n"},
                                       {"alice/run3", "loss 7\n"},
                                       {"$(rm x)", "none\n"},
                                       {"logs", "loss 8\n"}});
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const auto outcome = std::optional(byPattern(dataset, matrix, {"loss (\\S+)", PatternMatch::first, 1}));
    const EnclosedRuns enclosed = encloseRuns(dataset, matrix, outcome, kAlices);
    CHECK(enclosed.names == std::vector<std::string>{"run1", "run-2", "run-3", "run-4", "run-5"});
    CHECK(contentOf(enclosed, "data/runs/run1/stdout.log") == "loss 7\n");
    CHECK(contentOf(enclosed, "data/runs/run-4/stdout.log") == "(none)");
    CHECK(contentOf(enclosed, "data/labels.csv") == "(none)");
    REQUIRE(enclosed.naming);
    CHECK((enclosed.naming->by == OutcomeNaming::By::pattern));
    for (const HandoverFile& file : enclosed.files) {
        CHECK(file.content.find("alice") == std::string::npos);
        CHECK(file.path.find("..") == std::string::npos);
    }
}

TEST_CASE("an outcome whose values differ in what is private only is enclosed as labels") {
    const Dataset dataset = datasetOf({{"run1", "out /home/alice/x/a\n"}, {"run2", "out /home/alice/y/b\n"}});
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const auto outcome = std::optional(byPattern(dataset, matrix, {"out (\\S+)", PatternMatch::first, 1}));
    const EnclosedRuns enclosed = encloseRuns(dataset, matrix, outcome, kAlices);
    REQUIRE(enclosed.naming);
    CHECK((enclosed.naming->by == OutcomeNaming::By::labels));
    CHECK(contentOf(enclosed, "data/labels.csv") == "run,label\r\nrun1,group 1\r\nrun2,group 2\r\n");
}

TEST_CASE("a pattern with a path in it, and one that looks far away") {
    const Dataset dataset = datasetOf({{"run1", "/home/alice/x.log: 7\n"}, {"run2", "/home/alice/x.log: 8\n"}});
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const auto withPath =
        std::optional(byPattern(dataset, matrix, {"/home/alice/x.log: (\\d)", PatternMatch::first, 1}));
    const EnclosedRuns enclosed = encloseRuns(dataset, matrix, withPath, kAlices);
    CHECK(enclosed.naming->pattern.regex == "…/x.log: (\\d)");
    CHECK((enclosed.naming->by == OutcomeNaming::By::pattern));
    CHECK(contentOf(enclosed, "data/runs/run2/stdout.log") == "…/x.log: 8\n");

    const std::string far = "begin" + std::string(300, '\n');
    const Dataset distant = datasetOf({{"run1", far + "7\n"}, {"run2", far + "8\n"}});
    const WinnerMatrix other = buildWinnerMatrix(distant);
    const auto outcome = std::optional(byPattern(distant, other, {"\\Abegin[\\s\\S]*(\\d)", PatternMatch::first, 1}));
    CHECK(contentOf(encloseRuns(distant, other, outcome, kAlices), "data/labels.csv") ==
          "run,label\r\nrun1,7\r\nrun2,8\r\n");
}

TEST_CASE("exit statuses, labels and aliases") {
    Dataset dataset = datasetOf({{"run1", ""}, {"run2", ""}, {"run3", ""}});
    dataset.runs[0].exitStatus = 0;
    dataset.runs[1].exitStatus = 101;
    dataset.keys[0].aliases = {"31944fb2"};
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    Outcome outcome = groupOutcome(valuesByExitStatus(dataset, matrix.runs), Grouping::automatic).value();
    const auto byStatus = std::optional(NamedOutcome{outcome, {OutcomeNaming::By::exitStatus, {}, {}, {}}});
    const EnclosedRuns enclosed = encloseRuns(dataset, matrix, byStatus, kAlices);
    CHECK(contentOf(enclosed, "data/runs/run2/exit_status") == "101\n");
    CHECK(contentOf(enclosed, "data/runs/run3/exit_status") == "(none)");
    CHECK(contentOf(enclosed, "data/runs/aliases.csv").starts_with("alias,key\r\n31944fb2,"));
    const auto byLabels = std::optional(NamedOutcome{outcome, {OutcomeNaming::By::labels, {}, {}, {}}});
    CHECK(contentOf(encloseRuns(dataset, matrix, byLabels, kAlices), "data/labels.csv") ==
          "run,label\r\nrun1,exit 0\r\nrun2,exit 101\r\n");
}

TEST_CASE("what is read again is compared: runs, winners, groups") {
    const Dataset dataset = datasetOf({{"run1", "loss 7\n"}, {"run2", "loss 8\n"}});
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const auto outcome = std::optional(byPattern(dataset, matrix, {"loss (\\d)", PatternMatch::first, 1}));
    const EnclosedRuns enclosed = encloseRuns(dataset, matrix, outcome, kAlices);
    const auto fault = [&](const Dataset& again, const std::optional<Outcome>& groups) {
        return enclosureFault(dataset, matrix, outcome, enclosed, kAlices, again, buildWinnerMatrix(again), groups);
    };
    CHECK(fault(dataset, outcome->outcome).empty());
    CHECK(fault(dataset, std::nullopt) == "the outcome groups the runs otherwise");
    Outcome swapped = outcome->outcome;
    std::fill(swapped.groupOf.begin(), swapped.groupOf.end(), 0);
    CHECK(fault(dataset, swapped) == "the outcome groups the runs otherwise");
    Dataset other = dataset;
    other.runs[1].decisions[0].usedWinner = CandidateIndex{0};
    CHECK(fault(other, outcome->outcome) == "the run run2 has other choices");
    other = dataset;
    other.runs.pop_back();
    CHECK(fault(other, outcome->outcome) == "the run run2 is not found again");
}
