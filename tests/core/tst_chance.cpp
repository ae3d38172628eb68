#include "core/analyse/chance.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"
#include "tests/support/recorded_winners.h"

#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

ChanceFigures figuresOf(const std::vector<int>& labels, const std::vector<std::vector<int>>& blocks,
                        std::vector<std::size_t> keysOf = {}, const ScanOptions& options = {}) {
    const LabelledRuns runs = labelledRuns(labels);
    std::vector<BlockPartition> partitions;
    for (const auto& block : blocks)
        partitions.push_back(partitionOf(runs, block));
    keysOf.resize(blocks.size(), 1);
    const auto scan = scanLabelings(runs, partitions, options);
    REQUIRE(scan);
    return chanceFigures(runs, partitions, keysOf, scan.value());
}

}  // namespace

TEST_CASE("six runs, 4:2: two keys of one group and a finer key") {
    // Group of two keys: {0,1} | rest, separates in 1 of 15 labelings. Finer key: {0,1,2} | 3 | 4 | 5, in 3 of 15: the
    // pairs of 3, 4, 5. Together 4 of 15.
    const auto figures = figuresOf({0, 0, 1, 1, 1, 1}, {{19, 19, 15, 15, 15, 15}, {1, 1, 1, 2, 3, 4}}, {2, 1});
    CHECK(figures.expectedByChance == doctest::Approx(2.0 / 15 + 3.0 / 15));
    CHECK(figures.expectedGroupsByChance == doctest::Approx(1.0 / 15 + 3.0 / 15));
    CHECK(figures.probabilityByChance == doctest::Approx(4.0 / 15));
    CHECK(figures.exact);
    CHECK_FALSE(figures.interval);
    CHECK(figures.keysSeparating == 2);
    CHECK(figures.groupsSeparating == 1);
}

TEST_CASE("keys too finely split count in all figures") {
    const auto figures = figuresOf({0, 0, 1, 1}, {{0, 1, 2, 3}});
    CHECK(figures.expectedByChance == doctest::Approx(1.0));
    CHECK(figures.probabilityByChance == doctest::Approx(1.0));
    CHECK(figures.keysSeparating == 1);
}

TEST_CASE("no flip group: nothing is expected") {
    const auto figures = figuresOf({0, 0, 1, 1}, {});
    CHECK(figures.expectedByChance == 0.0);
    CHECK(figures.probabilityByChance == 0.0);
    CHECK(figures.keysSeparating == 0);
}

TEST_CASE("the figures equal those of all labelings, missing labels and winners and three groups included") {
    SeededRandom random(71);
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 4 + static_cast<std::size_t>(test::pick(random, 4));
        auto labels = test::randomLabels(random, n, 2 + round % 2);
        std::vector<std::vector<int>> blocks;
        for (int key = 0; key < 3; ++key) {
            blocks.push_back(test::randomIds(random, n, 2 + key, round % 3 == 0 ? 4 : 0));
        }
        const test::AllLabelings all(labels);
        double expected = 0.0;
        for (const auto& block : blocks)
            expected += all.separatingShare(block);
        const double probability = all.anySeparates(blocks);
        // A run without label changes nothing.
        labels.push_back(-1);
        for (auto& block : blocks)
            block.push_back(test::pick(random, 3));
        const auto figures = figuresOf(labels, blocks);
        CHECK(figures.expectedByChance == doctest::Approx(expected));
        CHECK(figures.probabilityByChance == doctest::Approx(probability));
    }
}

TEST_CASE("too many labelings are sampled, and the interval is given") {
    const std::vector<std::vector<int>> blocks{{0, 0, 0, 1, 1, 1, 1, 1}, {0, 1, 2, 2, 2, 3, 3, 3}};
    const std::vector<int> labels{0, 0, 0, 1, 1, 1, 1, 1};
    const auto exact = figuresOf(labels, blocks);
    const auto sampled = figuresOf(labels, blocks, {}, {10, 4'000, 3, 2, {}});
    CHECK_FALSE(sampled.exact);
    REQUIRE(sampled.interval);
    CHECK(sampled.interval->first <= exact.probabilityByChance);
    CHECK(exact.probabilityByChance <= sampled.interval->second);
    CHECK(sampled.expectedByChance == doctest::Approx(exact.expectedByChance));
}

TEST_CASE("random sixes of the recorded runs, labelled 4:2: about 1.05 keys and 62 % by luck" *
          doctest::test_suite("slow")) {
    const auto recorded = test::recordedWinners();
    if (recorded.runs.empty()) return;
    LabelShuffler shuffler({4, 2, recorded.runs.size() - 6}, 72);
    constexpr int kDraws = 2'000;
    double sum = 0.0, squares = 0.0, probability = 0.0, probabilitySquares = 0.0;
    for (int draw = 0; draw < kDraws; ++draw) {
        const auto& drawn = shuffler.next();
        std::vector<int> labels;
        for (const GroupLabel label : drawn)
            labels.push_back(label == 2 ? -1 : static_cast<int>(label));
        std::vector<std::vector<int>> blocks = recorded.flipping();
        const auto figures = figuresOf(labels, blocks, {}, {1'000'000, 1, 1, 1, {}});
        sum += figures.expectedByChance;
        squares += figures.expectedByChance * figures.expectedByChance;
        probability += figures.probabilityByChance;
        probabilitySquares += figures.probabilityByChance * figures.probabilityByChance;
    }
    const auto check = [&](double total, double ofSquares, double reported, double rounding) {
        const double mean = total / kDraws;
        const double error = std::sqrt((ofSquares / kDraws - mean * mean) / kDraws);
        MESSAGE(mean, " +- ", error);
        CHECK(std::abs(mean - reported) < 4 * error + rounding);
    };
    check(sum, squares, 1.05, 0.02);
    check(probability, probabilitySquares, 0.62, 0.01);
}
