#include "core/pin/pin_selection.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// One key over runs; medians by candidate, negative: not measured.
struct Case {
    DatasetBuilder builder;
    CandidateSetIndex set;
    KeyIndex key;
    std::size_t runs = 0;

    explicit Case(std::vector<std::string> names, const MatmulProblem& problem = matmulProblem(512, 512, 512))
        : set(builder.addSet(std::move(names))), key(builder.addMatmulKey("k", problem)) {}

    void run(std::optional<std::uint32_t> winner, const std::vector<std::int64_t>& medians) {
        std::vector<Sample> samples;
        for (std::uint32_t i = 0; i < medians.size(); ++i)
            if (medians[i] >= 0) samples.push_back({i, medians[i], medians[i] - 5, medians[i] + 5});
        builder.decide(builder.addRun("run" + std::to_string(++runs)), key, set, winner, samples);
    }

    Selection select(PinRule rule, std::size_t column = 0, Measurements measurements = {},
                     ClassAssumptions assumptions = {}) {
        const Dataset& dataset = builder.dataset();
        const auto analysis = analyse(dataset);
        REQUIRE(analysis);
        PinRequest request;
        request.rule = std::move(rule);
        request.measurements = std::move(measurements);
        request.assumptions = assumptions;
        return selectCandidate(dataset, analysis.value(), key, request, column);
    }
};

const std::vector<std::string> kNames = {"matmul_simple_unit_max_tile_size", "matmul_simple_cyclic_mma", "gemm_None",
                                         "matmul_specialized_cyclic_mma"};
constexpr auto kRun = PinRule::Kind::run;
constexpr auto kClass = PinRule::Kind::ofClass;

}  // namespace

TEST_CASE("a run's own choice, and why there is none") {
    Case c(kNames);
    c.run(2, {10, 20, 30});
    c.run(std::nullopt, {10, 20, 30});
    CHECK(c.select({kRun, "run1"}).candidate == CandidateIndex{2});
    const Selection none = c.select({kRun, "run2"}, 1);
    CHECK_FALSE(none.candidate.has_value());
    CHECK_FALSE(none.because.empty());
}

TEST_CASE("the majority, and a tie that is said") {
    Case c(kNames);
    c.run(1, {10, 20, 30});
    c.run(2, {10, 20, 15});
    c.run(1, {10, 20, 30});
    const Selection most = c.select({PinRule::Kind::majority, ""});
    CHECK(most.candidate == CandidateIndex{1});
    CHECK(most.words == "2 runs of 3 used it.");
    c.run(2, {10, 20, 15});
    const Selection tie = c.select({PinRule::Kind::majority, ""});
    CHECK(tie.candidate == CandidateIndex{1});  // medians over the runs 20 and 22
    CHECK(test::holds(tie.words, "as many as used each of 1, 2: a tie, decided by the lower median"));
    Case unknown(kNames);
    unknown.run(std::nullopt, {});
    CHECK(unknown.select({PinRule::Kind::majority, ""}).because == "no run is known to have used one");
}

TEST_CASE("the fastest, with those that are not reliably slower") {
    Case c(kNames);
    for (int i = 0; i < 8; ++i)  // 0 and 1 take turns, 2 is always slower
        c.run(0, {100, i % 2 == 0 ? 98 : 103, 200});
    const Selection fastest = c.select({PinRule::Kind::fastestInTie, ""});
    CHECK(fastest.candidate == CandidateIndex{0});
    CHECK(test::holds(fastest.words, "not reliably slower: 1."));
    CHECK_FALSE(test::holds(fastest.words, "2"));
}

TEST_CASE("a candidate that few runs measured is not the fastest") {
    Case c(kNames);
    c.run(0, {100, 120, 10});
    c.run(0, {100, 120, -1});
    c.run(0, {100, 120, -1});
    CHECK(c.select({PinRule::Kind::fastestInTie, ""}).candidate == CandidateIndex{0});
    Case nothing(kNames);
    nothing.run(1, {});
    CHECK(nothing.select({PinRule::Kind::fastestInTie, ""}).because == "nothing was measured");
}

TEST_CASE("the fastest of a class, predicted or measured") {
    Case c(kNames);
    for (int i = 0; i < 2; ++i)
        c.run(1, {300, 100, 200, 90});
    const Selection f32 = c.select({kClass, "f32"});
    CHECK(f32.candidate == CandidateIndex{2});
    CHECK(test::holds(f32.words, "predicted as f32/gemm"));
    CHECK_FALSE(c.select({kClass, "tf32-rna/g8"}).candidate.has_value());
    CHECK(c.select({kClass, "tf32-rna/g8"}, 0, {}, {Card::hopper, {}}).candidate == CandidateIndex{1});
    const Selection none = c.select({kClass, "f64"});
    CHECK(test::holds(none.because, "no candidate that ran for it is of the class f64"));
    const Measurements measured{{{c.key, {0}}, {"measured-A", {}, {}}}};
    CHECK(test::holds(c.select({kClass, "measured-A"}, 0, measured).words, "measured as measured-A"));
    Case strange({"x", "y"});
    strange.run(0, {1, 2});
    CHECK(test::holds(strange.select({kClass, "f32"}).because, "not known"));
}

TEST_CASE("the most exact by measured errors, else by the known order of classes") {
    Case c(kNames);
    c.run(1, {300, 100, 200, 90});
    const Selection byClass = c.select({PinRule::Kind::mostExact, ""}, 0, {}, {Card::hopper, {}});
    CHECK(byClass.candidate == CandidateIndex{2});
    CHECK(test::holds(byClass.words, "By its predicted class (f32/"));
    const Measurements errors{
        {{c.key, {0}}, {"", 2e-7, {}}}, {{c.key, {1}}, {"", 3e-5, {}}}, {{c.key, {2}}, {"", 1e-9, "refused"}}};
    const Selection measured = c.select({PinRule::Kind::mostExact, ""}, 0, errors);
    CHECK(measured.candidate == CandidateIndex{0});
    CHECK(test::holds(measured.words, "2e-07 of |A||B|"));
    Case strange({"x", "matmul_naive"});
    strange.run(0, {1, 2});
    CHECK(test::holds(strange.select({PinRule::Kind::mostExact, ""}).because, "not known"));
    Case half(kNames, matmulProblem(512, 512, 512, ElementType::f16));
    half.run(1, {300, 100, 200, 90});
    CHECK_FALSE(half.select({PinRule::Kind::mostExact, ""}, 0, {}, {Card::hopper, {}}).candidate.has_value());
}

TEST_CASE("the fastest other candidate") {
    Case c(kNames);
    c.run(1, {300, 100, 200});
    const auto analysis = analyse(c.builder.dataset());
    const KeyVerdict& key = analysis.value().keys[0];
    CHECK(fastestMeasured(key) == CandidateIndex{1});
    CHECK(fastestMeasured(key, CandidateIndex{1}) == CandidateIndex{2});
}

TEST_CASE("what a re-run put on the blocklist is chosen by no rule that weighs candidates, and that is said") {
    Case c(kNames);
    for (int i = 0; i < 6; ++i)
        c.run(1, {20, 10, 30, 40});
    CandidateMeasurement broken, sound;
    broken.error = 1e-9;
    broken.fault = "it left elements of its output unwritten";
    broken.blocked = true;
    sound.error = 1e-7;
    const Measurements measured = {{{c.key, {1}}, broken}, {{c.key, {0}}, sound}};
    const Selection fastest = c.select({PinRule::Kind::fastestInTie, ""}, 0, measured);
    CHECK(fastest.candidate == CandidateIndex{0});
    CHECK(test::holds(fastest.words, "Left out, for a re-run put it on the blocklist: 1."));
    CHECK(c.select({PinRule::Kind::mostExact, ""}, 0, measured).candidate == CandidateIndex{0});
    const ClassAssumptions hopper{Card::hopper, CodeGenerator::cudaCpp};
    REQUIRE(c.select({kClass, "tf32-rna"}, 0, {}, hopper).candidate == CandidateIndex{1});
    const Selection ofClass = c.select({kClass, "tf32-rna"}, 0, measured, hopper);
    CHECK_FALSE(ofClass.candidate.has_value());
    CHECK(test::holds(ofClass.because, "left out, for a re-run put it on the blocklist: 1"));
    // What runs did is repeated all the same; the warnings tell.
    CHECK(c.select({PinRule::Kind::majority, ""}, 0, measured).candidate == CandidateIndex{1});
    CHECK(c.select({kRun, "run1"}, 0, measured).candidate == CandidateIndex{1});
    Measurements all;
    for (std::uint32_t i = 0; i < 4; ++i)
        all[{c.key, {i}}] = broken;
    const Selection none = c.select({PinRule::Kind::fastestInTie, ""}, 0, all);
    CHECK_FALSE(none.candidate.has_value());
    CHECK(test::holds(none.because,
                      "nothing was measured (left out, for a re-run put them on the blocklist: 0, 1, 2, 3)"));
}
