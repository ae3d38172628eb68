#include "core/analyse/labeling_scan.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Family {
    LabelledRuns runs;
    std::vector<std::vector<int>> blocks;
    std::vector<BlockPartition> partitions;
};

Family makeFamily(const std::vector<int>& labels, std::vector<std::vector<int>> blocks) {
    Family family{labelledRuns(labels), std::move(blocks), {}};
    for (const auto& block : family.blocks)
        family.partitions.push_back(partitionOf(family.runs, block));
    return family;
}

Family randomFamily(SeededRandom& random, std::size_t n, int groups, std::size_t keys, int blocks, int missingOneIn) {
    const auto labels = test::randomLabels(random, n, groups);
    std::vector<std::vector<int>> ids;
    for (std::size_t key = 0; key < keys; ++key) {
        ids.push_back(test::randomIds(random, n, 1 + test::pick(random, blocks), missingOneIn));
    }
    return makeFamily(labels, std::move(ids));
}

LabelingScan scanned(const Family& family, const ScanOptions& options = {}) {
    auto result = scanLabelings(family.runs, family.partitions, options);
    REQUIRE(result);
    return std::move(result).value();
}

ScanOptions sampling(std::size_t permutations, unsigned threads = 2) {
    return {0, permutations, 17, threads, {}};
}

}  // namespace

TEST_CASE("two groups, 4:2: the adjusted p of a separating one is the share of labelings in which either separates") {
    // {0,1} against the rest separates in 1 of 15 labelings, {1,2} in another.
    const Family family = makeFamily({0, 0, 1, 1, 1, 1}, {{5, 5, 6, 6, 6, 6}, {1, 0, 0, 1, 1, 1}});
    const LabelingScan scan = scanned(family);
    CHECK(scan.exact);
    CHECK(scan.labelings == 15);
    CHECK(scan.separating == 2);
    CHECK(scan.groups[0].p.p == doctest::Approx(1.0 / 15.0));
    CHECK(minPAdjusted(scan, 0).p == doctest::Approx(2.0 / 15.0));
    CHECK_FALSE(minPAdjusted(scan, 0).interval);
}

TEST_CASE("adjusted p and the share with any separation equal those of all labelings") {
    SeededRandom random(61);
    for (int round = 0; round < 60; ++round) {
        const std::size_t n = 4 + static_cast<std::size_t>(test::pick(random, 4));
        const Family family = randomFamily(random, n, 2 + round % 2, 4, 4, round % 3 == 0 ? 4 : 0);
        const test::AllLabelings all(std::vector<int>(family.runs.labels.begin(), family.runs.labels.end()));
        const LabelingScan scan = scanned(family);
        const auto expected = all.minP(family.blocks);
        CHECK(scan.labelings == all.count());
        for (std::size_t group = 0; group < family.blocks.size(); ++group) {
            CHECK(minPAdjusted(scan, group).p == doctest::Approx(expected[group]));
            CHECK(scan.groups[group].p.p == doctest::Approx(all.observedP(family.blocks[group])));
        }
        const double share = static_cast<double>(scan.separating) / static_cast<double>(scan.labelings);
        CHECK(share == doctest::Approx(all.anySeparates(family.blocks)));
    }
}

TEST_CASE("a sample agrees with all labelings within its interval") {
    SeededRandom random(62);
    std::size_t inside = 0, looked = 0;
    for (int round = 0; round < 20; ++round) {
        const Family family = randomFamily(random, 12, 2 + round % 4, 5, 4, round % 2 == 0 ? 6 : 0);
        const LabelingScan exact = scanned(family, {100'000, 1, 1, 2, {}});
        const LabelingScan sample = scanned(family, sampling(2'000));
        if (!exact.exact) continue;
        CHECK_FALSE(sample.exact);
        for (std::size_t group = 0; group < family.blocks.size(); ++group) {
            const PValue p = minPAdjusted(sample, group);
            const double truth = minPAdjusted(exact, group).p;
            REQUIRE(p.interval);
            ++looked;
            if (p.interval->first <= truth && truth <= p.interval->second) ++inside;
            CHECK(std::abs(p.p - truth) < 0.04);
        }
    }
    REQUIRE(looked > 30);
    CHECK(static_cast<double>(inside) > 0.85 * static_cast<double>(looked));
}

TEST_CASE("the result does not depend on the number of threads, and a seed reproduces it") {
    SeededRandom random(63);
    for (const int groups : {2, 3, 6}) {
        const Family family = randomFamily(random, 90, groups, 12, 7, 9);
        const LabelingScan one = scanned(family, sampling(500, 1)), three = scanned(family, sampling(500, 3));
        CHECK(one.smallest == three.smallest);
        CHECK(one.separating == three.separating);
        for (std::size_t group = 0; group < 12; ++group)
            CHECK(one.groups[group].p.p == three.groups[group].p.p);
    }
}

TEST_CASE("groups with too many tables to list are ranked among the labelings") {
    // 300 runs in seven blocks; the first group follows the outcome closely, the second has nothing to do with it.
    std::vector<int> labels(300), close(300), other(300);
    for (std::size_t run = 0; run < 300; ++run) {
        labels[run] = run < 150 ? 0 : 1;
        close[run] = static_cast<int>(run % 4) + (run < 150 ? 0 : 3);
        other[run] = static_cast<int>(run % 7);
    }
    const LabelingScan scan = scanned(makeFamily(labels, {close, other}), sampling(2'000));
    CHECK_FALSE(scan.groups[0].p.exact);
    CHECK(scan.groups[0].p.p == doctest::Approx(1.0 / 2'001));
    CHECK(scan.groups[0].statistic < 1e-20);  // beyond what counting can tell, by the probabilities of the tables
    CHECK(scan.groups[1].p.p > 0.5);
    CHECK(minPAdjusted(scan, 0).p == doctest::Approx(1.0 / 2'001));
    CHECK(minPAdjusted(scan, 1).p > 0.5);
}

TEST_CASE("a winner of its own for every run separates always and adjusts nothing") {
    const LabelingScan scan = scanned(makeFamily({0, 0, 1, 1}, {{0, 1, 2, 3}, {0, 0, 1, 1}}));
    CHECK(scan.separating == scan.labelings);
    CHECK(scan.groups[0].p.p == 1.0);
    CHECK(minPAdjusted(scan, 1).p == doctest::Approx(2.0 / 6.0));
}

TEST_CASE("no groups: nothing separates") {
    const LabelingScan scan = scanned(makeFamily({0, 1, 1}, {}));
    CHECK(scan.separating == 0);
    CHECK(scan.smallest == std::vector<double>(3, 1.0));
}

TEST_CASE("a scan that is asked to stop is cancelled") {
    std::stop_source source;
    source.request_stop();
    const Family family = makeFamily({0, 0, 1, 1}, {{0, 0, 1, 1}});
    CHECK(scanLabelings(family.runs, family.partitions, {1'000'000, 10, 1, 2, source.get_token()}).cancelled());
}

namespace {

bool anyAdjusted(const LabelingScan& scan, double level) {
    for (std::size_t group = 0; group < scan.groups.size(); ++group) {
        if (minPAdjusted(scan, group).p <= level) return true;
    }
    return false;
}

// Visits all labelings as if each had been observed.
struct EveryLabeling {
    std::vector<std::vector<int>> blocks;
    std::vector<int> labels;
    int all = 0, any = 0;
    void place(std::size_t run, std::size_t) { labels[run] = 0; }
    void undo(std::size_t run, std::size_t) { labels[run] = 1; }
    void leaf() {
        ++all;
        if (anyAdjusted(scanned(makeFamily(labels, blocks)), 0.05)) ++any;
    }
};

}  // namespace

TEST_CASE("of all labelings at most 5 % have any adjusted p of 0.05 or less" * doctest::test_suite("slow")) {
    // 12 runs as 4:8, ten keys of different fineness: one twice, one with runs without winner, one with blocks of one
    // run. All 495 labelings take their turn, so that there is no simulation error.
    SeededRandom random(64);
    EveryLabeling every{{}, std::vector<int>(12, 1)};
    for (int key = 0; key < 8; ++key)
        every.blocks.push_back(test::randomIds(random, 12, 2 + key % 4, key == 3 ? 5 : 0));
    every.blocks.push_back(every.blocks[0]);
    every.blocks.push_back({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10});
    const std::vector<std::size_t> sizes{4, 8};
    LabelingWalk<EveryLabeling> walk(sizes, every);
    walk.walk();
    MESSAGE(every.any, " of ", every.all);
    CHECK(every.all == 495);
    CHECK(every.any * 20 <= every.all);
    CHECK(every.any > 0);  // and it is not kept by never answering
}

TEST_CASE("random labels stay within 5 % with samples of labelings of many runs with tables too many to list" *
          doctest::test_suite("slow")) {
    SeededRandom random(66);
    constexpr std::size_t kRuns = 120;
    std::vector<std::vector<int>> blocks;
    for (int key = 0; key < 6; ++key)
        blocks.push_back(test::randomIds(random, kRuns, 3 + key, key == 2 ? 10 : 0));
    LabelShuffler shuffler({50, 70}, 67);
    int any = 0;
    constexpr int kDataSets = 200;
    for (int set = 0; set < kDataSets; ++set) {
        const auto& labels = shuffler.next();
        const LabelingScan scan = scanned(makeFamily(std::vector<int>(labels.begin(), labels.end()), blocks),
                                          {0, 400, static_cast<std::uint64_t>(set), 1, {}});
        if (anyAdjusted(scan, 0.05)) ++any;
    }
    const double share = static_cast<double>(any) / kDataSets;
    MESSAGE("share with any adjusted p <= 0.05: ", share);
    CHECK(share <= 0.05 + 3 * std::sqrt(0.05 * 0.95 / kDataSets));
    CHECK(share > 0.01);
}
