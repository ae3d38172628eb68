#include "core/rerun/rerun_target.h"
#include "tests/support/kept_rerun_fixture.h"

#include <doctest/doctest.h>

namespace flipscope {

TEST_CASE("A key's target has its set, its winners by frequency and its own sizes") {
    const auto dataset = testing::matmulRuns();
    const Analysis analysis = analyse(*dataset).value();
    const RerunTarget target = testing::targetOf(*dataset, analysis, 0);
    CHECK((target.problem == RerunProblem{64, 64, 64, ElementType::f32, false}));
    REQUIRE(target.candidates.size() == 4);
    CHECK((target.candidates[3] == RerunCandidate{CandidateIndex{3}, "matmul_naive"}));
    REQUIRE(target.winners.size() == 3);
    CHECK(target.winners[0].index->value == 1);
    CHECK(target.label.find("first") != std::string::npos);
    CHECK(target.subject.keyJson == dataset->keys[0].canonicalJson);
    CHECK(target.subject.setChecksum == candidateSetChecksum({"matmul_simple_cyclic_cmma", "matmul_simple_cyclic_mma",
                                                              "matmul_double_cyclic_mma", "matmul_naive"}));
    CHECK((testing::targetOf(*dataset, analysis, 1).subject != target.subject));
}

TEST_CASE("A key that cannot be re-run says why") {
    testing::DatasetBuilder builder;
    builder.addSet(4);
    builder.addWinners({{0, 1}});
    const Dataset dataset = builder.take();
    const Analysis analysis = analyse(dataset).value();
    const auto target = rerunTargetOf(dataset, analysis.keys[0]);
    REQUIRE(!target);
    CHECK(target.errorMessage().find("plain matmul") != std::string::npos);
}

TEST_CASE("Targets of a key are the same by it, others by their labels, too") {
    const RerunSubject key{"{}", "matmul", "f8af"}, otherSet{"{}", "matmul", "f8b0"};
    CHECK(isSameTarget(key, "a", key, "b"));
    CHECK_FALSE(isSameTarget(key, "a", otherSet, "a"));
    CHECK_FALSE(isSameTarget(key, "a", {}, "a"));
    CHECK(isSameTarget({}, "a", {}, "a"));
    CHECK_FALSE(isSameTarget({}, "a", {}, "b"));
}

TEST_CASE("Winners that a set does not have are left out") {
    KeyVerdict verdict;
    verdict.winners = {{CandidateIndex{1}, 5}, {CandidateIndex{9}, 2}};
    const auto winners = winnersOf(CandidateSet{{"a", "b"}, ""}, verdict);
    REQUIRE(winners.size() == 1);
    CHECK((winners[0] == RerunCandidate{CandidateIndex{1}, "b"}));
}

TEST_CASE("The reported reproduction is three problems, m×k×n, with the whole set") {
    const auto targets = reportedRepro();
    REQUIRE(targets.size() == 3);
    CHECK((targets[0].problem == RerunProblem{64, 64, 64}));
    CHECK((targets[1].problem == RerunProblem{512, 1024, 128}));
    CHECK((targets[2].problem == RerunProblem{10, 64, 512}));
    CHECK(targets[1].label.find("512×128×1024") != std::string::npos);
    for (const RerunTarget& target : targets) {
        CHECK(target.candidates.size() == 33);
        CHECK(target.subject.keyJson.empty());
        CHECK(target.candidates[19].name == "matmul_ordered_double_mma_partition_k2_row_count8_rows_per_plane2");
    }
}

}  // namespace flipscope
