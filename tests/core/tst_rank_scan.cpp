#include "core/analyse/kruskal_wallis.h"
#include "core/analyse/rank_scan.h"
#include "tests/support/random_cases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

using Numbers = std::vector<std::optional<double>>;

RankScan scanned(const Numbers& numbers, const std::vector<std::vector<int>>& blocks, const ScanOptions& options = {}) {
    const RankedRuns ranked = rankedRuns(numbers);
    std::vector<BlockPartition> partitions;
    for (const auto& ids : blocks)
        partitions.push_back(partitionOf(ranked.runs, ids));
    auto scan = scanRanks(ranked, partitions, options);
    REQUIRE(scan);
    return std::move(scan).value();
}

double effectOf(const Numbers& numbers, const std::vector<int>& blocks) {
    const RankedRuns ranked = rankedRuns(numbers);
    const BlockPartition partition = partitionOf(ranked.runs, blocks);
    return RankEffect(ranked, partition).at(ranked.runs.labels.data());
}

// Share of the variance of the ranks between the blocks, by counting.
double plainEffect(const std::vector<double>& values, const std::vector<int>& blocks) {
    double total = 0, between = 0;
    const double n = static_cast<double>(values.size()), mean = (n + 1) / 2;
    std::vector<double> sum(10, 0), size(10, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        double rank = 0.5;
        for (const double other : values)
            rank += other < values[i] ? 1.0 : other == values[i] ? 0.5 : 0.0;
        total += (rank - mean) * (rank - mean);
        sum[static_cast<std::size_t>(blocks[i])] += rank - mean;
        size[static_cast<std::size_t>(blocks[i])] += 1;
    }
    for (std::size_t block = 0; block < 10; ++block)
        if (size[block] > 0) between += sum[block] * sum[block] / size[block];
    return total > 0 ? between / total : 0;
}

// The effect among the runs that have a block.
double effectAmongBlocks(const std::vector<double>& values, const std::vector<int>& blocks) {
    std::vector<double> used;
    std::vector<int> usedBlocks;
    for (std::size_t run = 0; run < values.size(); ++run) {
        if (blocks[run] < 0) continue;
        used.push_back(values[run]);
        usedBlocks.push_back(blocks[run]);
    }
    return plainEffect(used, usedBlocks);
}

// What the runs with a block hold, without its order.
std::vector<double> heldByBlocks(const std::vector<double>& values, const std::vector<int>& blocks) {
    std::vector<double> held;
    for (std::size_t run = 0; run < values.size(); ++run)
        if (blocks[run] >= 0) held.push_back(values[run]);
    std::sort(held.begin(), held.end());
    return held;
}

// All n! ways to deal the values out, and p of each group in each of them: among the ways in which the runs with a
// block hold the same values.
struct AllOrders {
    AllOrders(const std::vector<double>& values, const std::vector<std::vector<int>>& blocks) {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<std::vector<double>> effects(blocks.size());
        std::vector<std::vector<std::vector<double>>> held(blocks.size());
        do {
            std::vector<double> dealt;
            for (const std::size_t i : order)
                dealt.push_back(values[i]);
            for (std::size_t group = 0; group < blocks.size(); ++group) {
                effects[group].push_back(effectAmongBlocks(dealt, blocks[group]));
                held[group].push_back(heldByBlocks(dealt, blocks[group]));
            }
        } while (std::next_permutation(order.begin(), order.end()));
        smallest.assign(effects[0].size(), 1.0);
        for (std::size_t group = 0; group < blocks.size(); ++group) {
            std::map<std::vector<double>, std::vector<double>> alike;
            for (std::size_t i = 0; i < effects[group].size(); ++i)
                alike[held[group][i]].push_back(effects[group][i]);
            for (auto& entry : alike)
                std::sort(entry.second.begin(), entry.second.end());
            p.emplace_back();
            for (std::size_t i = 0; i < effects[group].size(); ++i) {
                const auto& same = alike[held[group][i]];
                const auto least = std::lower_bound(same.begin(), same.end(), effects[group][i] - 1e-9);
                p[group].push_back(static_cast<double>(same.end() - least) / static_cast<double>(same.size()));
                smallest[i] = std::min(smallest[i], p[group][i]);
            }
        }
    }

    // Of the values in their given order, which is the first one.
    [[nodiscard]] double adjusted(std::size_t group) const {
        const auto hits =
            std::count_if(smallest.begin(), smallest.end(), [&](double other) { return other <= p[group][0] + 1e-12; });
        return static_cast<double>(hits) / static_cast<double>(smallest.size());
    }

    std::vector<std::vector<double>> p;  // by group and way
    std::vector<double> smallest;        // by way
};

}  // namespace

TEST_CASE("numbers become labels in their order, equal ones the same, nan above inf, none without") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    const RankedRuns ranked = rankedRuns({2.0, nan, std::nullopt, 2.0, -infinity, infinity, nan, 2.0});
    std::vector<std::size_t> positions;
    for (const GroupLabel label : ranked.runs.labels)
        positions.push_back(ranked.positionOf[label]);
    CHECK(positions == std::vector<std::size_t>{1, 3, 1, 0, 2, 3, 1});
    CHECK(ranked.runs.columns == std::vector<std::size_t>{0, 1, 3, 4, 5, 6, 7});
    CHECK(rankedRuns({}).runs.columns.empty());
}

TEST_CASE("the effect is the share of the ranks' variance between the blocks") {
    CHECK(effectOf({1.0, 2.0, 8.0, 9.0}, {0, 0, 1, 1}) == doctest::Approx(0.8));  // 4 of 5
    CHECK(effectOf({5.0, 5.0, 7.0, 7.0}, {0, 0, 1, 1}) == doctest::Approx(1.0));
    CHECK(effectOf({5.0, 5.0, 5.0}, {0, 0, 1}) == 0.0);
    CHECK(effectOf({1.0, 2.0, 8.0, 9.0, 0.0}, {0, 0, 1, 1, -1}) == doctest::Approx(0.8));  // ranks among those with one
    SeededRandom random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<double> values(9);
        for (double& value : values)
            value = test::pick(random, 6);
        const auto blocks = test::randomLabels(random, 9, 3);
        CHECK(effectOf(Numbers(values.begin(), values.end()), blocks) == doctest::Approx(plainEffect(values, blocks)));
    }
}

TEST_CASE("the largest effect found is that of the numbers in order when the blocks are two") {
    const RankedRuns ranked = rankedRuns({1.0, 9.0, 2.0, 8.0, 3.0});
    const BlockPartition partition = partitionOf(ranked.runs, {0, 0, 1, 1, 1});
    CHECK(RankEffect(ranked, partition).largestFound() ==
          doctest::Approx(plainEffect({1, 2, 3, 8, 9}, {0, 0, 1, 1, 1})));
}

TEST_CASE("p and adjusted p of small data equal those of dealing the numbers out in all orders") {
    SeededRandom random(4);
    std::size_t withoutWinner = 0;
    for (int round = 0; round < 12; ++round) {
        std::vector<double> values(6);
        for (double& value : values)
            value = test::pick(random, 3 + 2 * (round / 2));
        if (std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end()) continue;
        std::vector<std::vector<int>> blocks;
        for (int group = 0; group < 3; ++group)
            blocks.push_back(test::randomLabels(random, 6, 2 + group));
        for (int missing = round % 4; missing > 0; --missing) {
            auto& some = blocks[static_cast<std::size_t>(test::pick(random, 3))];
            some[static_cast<std::size_t>(test::pick(random, 6))] = -1;
            ++withoutWinner;
        }
        const RankScan scan = scanned(Numbers(values.begin(), values.end()), blocks);
        const AllOrders all(values, blocks);
        CHECK(scan.scan.exact);
        for (std::size_t group = 0; group < blocks.size(); ++group) {
            CHECK(minPAdjusted(scan.scan, group).p == doctest::Approx(all.adjusted(group)));
            CHECK(scan.scan.groups[group].statistic == doctest::Approx(all.p[group][0]));
            const auto alone = exactKruskalWallis(blocks[group], values, 1'000);
            REQUIRE(alone);
            CHECK(scan.scan.groups[group].p.p == doctest::Approx(alone->p));
            CHECK(scan.smallestP[group] == doctest::Approx(alone->pMin));
        }
    }
    CHECK(withoutWinner > 10);
}

TEST_CASE("runs without winner leave a group's ranks but not the labelings") {
    const Numbers numbers{1.0, 2.0, 3.0, 7.0, 8.0, 9.0, 0.5};
    const RankScan scan = scanned(numbers, {{0, 0, 0, 1, 1, 1, -1}});
    CHECK(scan.scan.labelings == 5'040);
    CHECK(scan.scan.groups[0].p.p == doctest::Approx(0.1));
}

TEST_CASE("p is that of the numbers that the runs with a winner hold") {
    // These hold 1 1 2 2 3, with the ranks 1.5 1.5 3.5 3.5 5. Two of them have a sum of 3, which is 3 below their mean,
    // in 1 of the 10 ways to choose two; the farthest on the other side is 2.5 above it.
    const RankScan scan = scanned({1.0, 1.0, 2.0, 2.0, 3.0, 1.0}, {{0, 0, 1, 1, 1, -1}});
    CHECK(scan.scan.groups[0].statistic == doctest::Approx(0.1));
    CHECK(scan.scan.groups[0].p.p == doctest::Approx(0.1));
    CHECK(scan.smallestP[0] == doctest::Approx(0.1));
}

TEST_CASE("under every way to deal out the numbers at most 5 % have any adjusted p of 0.05 or less, winners missing") {
    SeededRandom random(9);
    struct Dealt {
        std::size_t runs;
        int numbers, winners;
    };
    std::size_t foundInAny = 0;
    for (const auto& [runs, numbers, winners] : {Dealt{7, 3, 2}, Dealt{6, 20, 3}}) {
        std::vector<std::vector<int>> blocks;
        for (const int missingOneIn : {0, 2, 4, 6})
            blocks.push_back(test::randomIds(random, runs, winners, missingOneIn));
        std::vector<double> values(runs);
        for (double& value : values)
            value = test::pick(random, numbers);
        std::sort(values.begin(), values.end());
        std::size_t all = 0, found = 0;
        do {
            const RankScan scan = scanned(Numbers(values.begin(), values.end()), blocks);
            bool any = false;
            for (std::size_t group = 0; group < blocks.size(); ++group)
                any = any || minPAdjusted(scan.scan, group).p <= 0.05;
            ++all;
            found += any ? 1 : 0;
        } while (std::next_permutation(values.begin(), values.end()));
        CHECK(static_cast<double>(found) <= 0.05 * static_cast<double>(all));
        foundInAny += found;
    }
    CHECK(foundInAny > 0);
}

TEST_CASE("many runs are sampled: the same result by any number of threads, p beside its interval") {
    SeededRandom random(6);
    Numbers numbers;
    std::vector<std::vector<int>> blocks(4, std::vector<int>(60));
    for (std::size_t run = 0; run < 60; ++run) {
        blocks[0][run] = static_cast<int>(run % 3);
        for (std::size_t group = 1; group < 4; ++group)
            blocks[group][run] = test::pick(random, 3);
        numbers.emplace_back(blocks[0][run] * 100.0 + static_cast<double>(run));
    }
    const RankScan one = scanned(numbers, blocks, {1'000, 999, 7, 1, {}});
    const RankScan three = scanned(numbers, blocks, {1'000, 999, 7, 3, {}});
    CHECK_FALSE(one.scan.exact);
    CHECK(one.scan.smallest == three.scan.smallest);
    CHECK(one.scan.groups[0].p.p == doctest::Approx(1.0 / 1'000));
    CHECK(one.scan.groups[0].statistic < 1e-6);  // beyond what counting can tell
    CHECK(minPAdjusted(one.scan, 0).p == doctest::Approx(1.0 / 1'000));
    CHECK(minPAdjusted(one.scan, 1).p > 0.05);
    CHECK(one.smallestP[0] == doctest::Approx(1.0 / 1'000));
}

TEST_CASE("a block a run, and no block at all, are p = 1") {
    const RankScan scan = scanned({1.0, 2.0, 3.0}, {{0, 1, 2}, {-1, -1, -1}, {0, 0, 0}});
    for (std::size_t group = 0; group < 3; ++group) {
        CHECK(scan.scan.groups[group].p.p == 1.0);
        CHECK(minPAdjusted(scan.scan, group).p == 1.0);
    }
}

TEST_CASE("a scan that is asked to stop is cancelled") {
    std::stop_source source;
    source.request_stop();
    const RankedRuns ranked = rankedRuns({1.0, 2.0, 3.0});
    CHECK(scanRanks(ranked, {partitionOf(ranked.runs, {0, 0, 1})}, {10, 10, 1, 2, source.get_token()}).cancelled());
}

TEST_CASE("random numbers stay within 5 % with sampled labelings, ties and missing winners or not" *
          doctest::test_suite("slow")) {
    SeededRandom random(8);
    constexpr int kDataSets = 300;
    std::vector<std::vector<int>> blocks;
    for (int group = 0; group < 6; ++group)
        blocks.push_back(test::randomIds(random, 40, 2 + group, group % 2 == 0 ? 2 + group : 0));
    for (const int numbersBelow : {5, 1'000}) {
        int any = 0;
        for (int set = 0; set < kDataSets; ++set) {
            Numbers numbers;
            for (int run = 0; run < 40; ++run)
                numbers.emplace_back(test::pick(random, numbersBelow));
            const RankScan scan = scanned(numbers, blocks, {1'000, 400, static_cast<std::uint64_t>(set), 2, {}});
            bool found = false;
            for (std::size_t group = 0; group < blocks.size(); ++group)
                found = found || minPAdjusted(scan.scan, group).p <= 0.05;
            any += found ? 1 : 0;
        }
        const double share = static_cast<double>(any) / kDataSets;
        MESSAGE("share with any adjusted p <= 0.05: ", share);
        CHECK(share <= 0.05 + 3 * std::sqrt(0.05 * 0.95 / kDataSets));
        CHECK(share > 0.01);
    }
}
