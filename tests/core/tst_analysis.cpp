#include "core/analyse/analysis.h"
#include "core/analyse/drift.h"
#include "core/read/loader.h"
#include "tests/support/dataset_builder.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;
using flipscope::testing::matmulProblem;
using flipscope::testing::Sample;

namespace {

// Every run measures `measured` candidates of a set of 33; medians and winners from a small generator.
Dataset manyRuns(std::uint32_t runCount, std::uint32_t keyCount, std::uint32_t measured) {
    DatasetBuilder builder;
    std::vector<std::string> names;
    for (int i = 0; i < 33; ++i)
        names.push_back(i % 2 == 0 ? "matmul_simple_cyclic_mma" : "matmul_simple_cyclic_cmma");
    const auto set = builder.addSet(names);
    for (std::uint32_t k = 0; k < keyCount; ++k) {
        builder.addMatmulKey("key" + std::to_string(k), matmulProblem(512, 512, 512));
    }
    std::uint32_t state = 1;
    std::vector<Sample> samples(measured);
    for (std::uint32_t r = 0; r < runCount; ++r) {
        const auto run = builder.addRun("run" + std::to_string(r));
        for (std::uint32_t k = 0; k < keyCount; ++k) {
            for (std::uint32_t i = 0; i < measured; ++i) {
                state = state * 1664525U + 1013904223U;
                const std::int64_t median = 20000 + (state >> 20U);
                samples[i] = {12 + i, median, median - 500, median + 900};
            }
            builder.decide(run, {k}, set, 12 + (state >> 30U), samples);
        }
    }
    return builder.take();
}

double secondsOf(const Dataset& dataset) {
    const auto start = std::chrono::steady_clock::now();
    const auto analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    CHECK(analysis.value().keys.size() == dataset.keys.size());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("one analysis holds every part, by key and by column") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, 1, 1}, {2, 2, 2, 2}, {1, 1, 0, 0}, {0, -1, -1, 0}});
    builder.dataset().runs[0].environment["device"] = "A";
    builder.dataset().runs[1].environment["device"] = "B";
    const Dataset dataset = builder.take();
    const auto result = analyse(dataset);
    REQUIRE(result.hasValue());
    const Analysis& analysis = result.value();
    CHECK(analysis.keys.size() == 4);
    CHECK(analysis.keys[2].key == KeyIndex{2});
    CHECK(analysis.classes.size() == 4);
    CHECK(analysis.flippingKeys == 2);
    REQUIRE(analysis.groups.size() == 1);
    CHECK(analysis.groups[0].keys == std::vector<KeyIndex>{{0}, {2}});
    CHECK(analysis.regret.size() == 4);
    CHECK(analysis.environment.size() == 1);
    REQUIRE(analysis.partialKeys.size() == 1);
    CHECK(analysis.partialKeys[0].key == KeyIndex{3});
    CHECK((analysis.classes[1].answer == ClassAnswer::sameBits));
}

TEST_CASE("only the chosen runs take part") {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, 1}});
    const Dataset dataset = builder.take();
    AnalysisOptions options;
    options.runs = {{0}, {1}};
    CHECK(analyse(dataset, options).value().flippingKeys == 0);
    options.runs = {{1}, {2}};
    CHECK(analyse(dataset, options).value().flippingKeys == 1);
}

TEST_CASE("classes of the winners follow the assumptions") {
    DatasetBuilder builder;
    const auto set = builder.addSet({"matmul_simple_cyclic_mma", "matmul_simple_cyclic_cmma"});
    const auto key = builder.addMatmulKey("k", matmulProblem(512, 512, 512));
    builder.decide(builder.addRun("run1"), key, set, 0);
    builder.decide(builder.addRun("run2"), key, set, 1);
    const Dataset dataset = builder.take();
    CHECK((analyse(dataset).value().classes[0].answer == ClassAnswer::dependsOnCard));
    AnalysisOptions options;
    options.assumptions.card = Card::ampere;
    CHECK((analyse(dataset, options).value().classes[0].answer == ClassAnswer::sameBits));
}

TEST_CASE("a stop is neither a result nor an error") {
    DatasetBuilder builder;
    builder.addWinners({{0, 1}});
    std::stop_source source;
    source.request_stop();
    AnalysisOptions options;
    options.stop = source.get_token();
    const auto result = analyse(builder.take(), options);
    CHECK(result.cancelled());
    CHECK_FALSE(result.hasValue());
}

TEST_CASE("an empty dataset has an empty analysis") {
    const auto result = analyse(Dataset{});
    REQUIRE(result.hasValue());
    CHECK(result.value().keys.empty());
    CHECK(result.value().drift.empty());
}

TEST_CASE("several threads give what one thread gives") {
    const Dataset dataset = manyRuns(300, 100, 3);  // enough cells for several threads
    const auto all = analyse(dataset).value();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    DriftSearch drift;
    KeyTimings timings;
    for (std::uint32_t k = 0; k < dataset.keys.size(); ++k) {
        timings.collect(dataset, matrix, {k}, mostUsedSet(dataset, matrix, {k}).most.value());
        drift.look({k}, timings);
        const KeyVerdict alone = judgeKey(dataset, matrix, {k});
        REQUIRE(all.keys[k].pairs.size() == alone.pairs.size());
        CHECK(all.keys[k].pairs[0].evidence.signTestP == alone.pairs[0].evidence.signTestP);
        CHECK(all.keys[k].winners.size() == alone.winners.size());
    }
    CHECK(all.drift.size() == std::move(drift).significant().size());
}

TEST_CASE("a thousand runs take a moment" * doctest::test_suite("slow")) {
    // Bounds far above the times seen, so that a loaded machine does not fail; the benchmarks measure.
    const double real = secondsOf(manyRuns(1000, 42, 14));
    MESSAGE("1,000 runs x 42 keys: " << real * 1e3 << " ms");
    CHECK(real < 2.0);
}

TEST_CASE("the real runs: what flips, and what the winners compute, when that data is at hand") {
    std::vector<std::string> paths;
    for (int i = 13; i <= 40; ++i) {
        paths.push_back(FLIPSCOPE_SHARED_DATA "/burn-0.22-h200/run" + std::to_string(i));
        if (!std::filesystem::exists(paths.back())) return;
    }
    const auto loaded = loadRuns(paths);
    REQUIRE(loaded.hasValue());
    const Dataset& dataset = loaded.value();
    const Analysis analysis = analyse(dataset).value();
    CHECK(dataset.runs.size() == 28);
    CHECK(analysis.keys.size() == 42);
    CHECK(analysis.flippingKeys == 21);
    CHECK(analysis.groups.size() == 21);
    CHECK(analysis.partialKeys.empty());
    for (const KeyVerdict& key : analysis.keys) {
        CHECK(key.runsWithWinner == 28);
        CHECK_FALSE(key.setChanged);
        const bool won = key.pairs.front().verdict == Verdict::realWin;
        CHECK_FALSE((key.flips && won));
    }
    // The proven culprit changes bits; a flip among plain mma kernels does not.
    const auto answerOf = [&](std::uint64_t m, std::uint64_t n, std::uint64_t k, MatrixLayout rhs) {
        for (std::size_t i = 0; i < dataset.keys.size(); ++i) {
            const TuningKey& key = dataset.keys[i];
            const bool fits = key.operation == Operation::matmul && key.matmul && key.matmul->m == m &&
                              key.matmul->n == n && key.matmul->k == k && key.matmul->rhsLayout == rhs;
            if (fits) return analysis.classes[i].answer;
        }
        return ClassAnswer::unknown;
    };
    CHECK((answerOf(8192, 256, 128, MatrixLayout::rowMajor) == ClassAnswer::differentBits));
    CHECK((answerOf(64, 2048, 64, MatrixLayout::transposed) == ClassAnswer::sameBits));
}
