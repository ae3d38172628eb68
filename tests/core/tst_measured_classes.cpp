#include "core/rerun/measured_classes.h"
#include "tests/support/kept_rerun_fixture.h"

#include <doctest/doctest.h>

namespace flipscope {

namespace {

struct Runs {
    std::shared_ptr<const Dataset> dataset = testing::matmulRuns();
    Analysis analysis = analyse(*dataset).value();
    RerunTarget first = testing::targetOf(*dataset, analysis, 0);

    [[nodiscard]] std::optional<MeasuredBits> bits(const KeptReruns& reruns,
                                                   const ClassAssumptions& assumed = {}) const {
        return measuredBitsOf(reruns, first, assumed);
    }
};

}  // namespace

TEST_CASE("Equal checksums are one class, told with the card and the inputs") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 6}, {2, 6}}));
    const auto bits = runs.bits(all);
    REQUIRE(bits);
    CHECK((bits->basis == ClassBasis::emulated));
    CHECK(bits->device == "Hopper");
    CHECK(bits->inputs == "64×64×64 f32, seeds 1 and 2");
    CHECK(bits->classOf.at(CandidateIndex{1}) == bits->classOf.at(CandidateIndex{2}));
    CHECK(bits->classOf.at(CandidateIndex{0}) != bits->classOf.at(CandidateIndex{1}));
    CHECK_FALSE(bits->classOf.contains(CandidateIndex{3}));
}

TEST_CASE("Inputs that not every candidate ran on are said to be so") {
    const Runs runs;
    KeptReruns all;
    KeptRerun rerun = testing::keptRerun(runs.first, {{0, 5}, {1, 5}});
    rerun.report.rounds.push_back(rerun.report.rounds.front());
    rerun.report.rounds[1].request.lhsSeed = 3;
    rerun.report.rounds[1].request.rhsSeed = 4;
    keep(all, rerun);
    CHECK(runs.bits(all)->inputs == "64×64×64 f32, seeds 1 and 2, 3 and 4");
    rerun.report.rounds[1].results[1].status = RerunStatus::failed;
    KeptReruns partly;
    keep(partly, rerun);
    CHECK(runs.bits(partly)->inputs == "64×64×64 f32, seeds 1 and 2, 3 and 4; not every candidate ran on all of them");
}

TEST_CASE("What ran on a card counts before an emulation, however old") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 5}}, RerunMeans::replica, "H200"));
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 6}}));
    CHECK(runs.bits(all)->device == "H200");
    keep(all, testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::real, "B200"));
    CHECK(runs.bits(all)->device == "B200");
    CHECK((runs.bits(all)->basis == ClassBasis::real));
}

TEST_CASE("A replica does not displace what the candidates themselves did, nor an emulation a replica") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 5}, {2, 6}, {3, 7}}, RerunMeans::real, "H200"));
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 6}}, RerunMeans::replica, "H200"));
    CHECK((runs.bits(all)->basis == ClassBasis::real));
    CHECK(runs.bits(all)->classOf.size() == 4);
    KeptReruns standIns;
    keep(standIns, testing::keptRerun(runs.first, {{0, 5}, {1, 5}}, RerunMeans::replica, "H100"));
    keep(standIns, testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::replica, "H200"));
    keep(standIns, testing::keptRerun(runs.first, {{0, 5}, {1, 5}}));
    CHECK(runs.bits(standIns)->device == "H200");  // the newest of equal rank
}

TEST_CASE("The basis of rounds is the weakest of their results, else of what was tried") {
    const Runs runs;
    KeptRerun rerun = testing::keptRerun(runs.first, {{0, 5}, {1, 5}}, RerunMeans::replica, "H200");
    auto& results = rerun.report.rounds[0].results;
    CHECK((basisOf(rerun.report.rounds) == ClassBasis::replica));
    results[0].means = RerunMeans::emulated;
    CHECK((basisOf(rerun.report.rounds) == ClassBasis::emulated));
    results[0].status = RerunStatus::refused;
    CHECK((basisOf(rerun.report.rounds) == ClassBasis::replica));
    results[1].status = RerunStatus::notRun;
    CHECK((basisOf(rerun.report.rounds) == ClassBasis::emulated));
    results[0].means = RerunMeans::real;
    CHECK((basisOf(rerun.report.rounds) == ClassBasis::real));
    CHECK((basisOf({}) == ClassBasis::emulated));
}

TEST_CASE("One emulated result makes the answer a model's") {
    const Runs runs;
    KeptReruns all;
    KeptRerun mixed = testing::keptRerun(runs.first, {{0, 5}, {1, 5}}, RerunMeans::real, "B200");
    mixed.report.rounds[0].results[1].means = RerunMeans::emulated;
    keep(all, mixed);
    CHECK((runs.bits(all)->basis == ClassBasis::emulated));
}

TEST_CASE("An emulation does not speak for another card or code generator than the assumed one") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    CHECK(runs.bits(all, {Card::hopper, CodeGenerator::cudaCpp}));
    CHECK_FALSE(runs.bits(all, {Card::blackwell, std::nullopt}));
    CHECK_FALSE(runs.bits(all, {Card::hopper, CodeGenerator::llvm}));
    KeptReruns real;
    keep(real, testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::real, "H200"));
    CHECK(runs.bits(real, {Card::blackwell, CodeGenerator::llvm}));
}

TEST_CASE("Other sizes, other keys and candidates of other names do not count") {
    const Runs runs;
    KeptReruns all;
    KeptRerun other = testing::keptRerun(runs.first, {{0, 5}});
    other.report.rounds[0].request.problem.k = 65;
    keep(all, other);
    CHECK_FALSE(runs.bits(all));
    KeptReruns foreign;
    KeptRerun renamed = testing::keptRerun(runs.first, {{0, 5}, {1, 5}});
    renamed.report.rounds[0].results[1].candidate.name = "another";
    keep(foreign, renamed);
    CHECK(runs.bits(foreign)->classOf.size() == 1);
    CHECK_FALSE(measuredBitsOf(foreign, testing::targetOf(*runs.dataset, runs.analysis, 1), {}));
}

TEST_CASE("Every key of the runs that was re-run is found, by what it is and not by its place") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(testing::targetOf(*runs.dataset, runs.analysis, 1), {{1, 5}, {2, 5}}));
    const auto keys = measuredKeys(all, *runs.dataset, runs.analysis.keys, {});
    REQUIRE(keys.size() == 1);
    CHECK(keys.begin()->first.value == 1);

    // The same runs with their keys in another order.
    Dataset turned = *runs.dataset;
    std::swap(turned.keys[0], turned.keys[1]);
    for (Run& run : turned.runs) {
        for (Decision& decision : run.decisions)
            decision.key.value = 1 - decision.key.value;
    }
    const Analysis again = analyse(turned).value();
    const auto found = measuredKeys(all, turned, again.keys, {});
    REQUIRE(found.size() == 1);
    CHECK(turned.keys[found.begin()->first.value].canonicalJson == runs.dataset->keys[1].canonicalJson);
}

TEST_CASE("Inputs in words join the seeds of one problem") {
    const RerunProblem a{64, 32, 16, ElementType::f16, true, true}, b{8, 8, 8};
    CHECK(inputsInWords({}).empty());
    CHECK(inputsInWords({{a, {}, 1, 2}, {a, {}, 3, 4}, {b, {}, 1, 2}}) ==
          "64×32×16 f16 lhsᵀ rhsᵀ, seeds 1 and 2, 3 and 4; 8×8×8 f32, seeds 1 and 2");
}

}  // namespace flipscope
