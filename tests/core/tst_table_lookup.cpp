#include "core/analyse/table_enumeration.h"
#include "core/analyse/table_lookup.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::uint64_t keyOf(const TableLookup& lookup, const BlockPartition& partition, const std::vector<int>& labels,
                    std::size_t groups) {
    std::uint64_t key = 0;
    for (std::size_t run = 0; run < labels.size(); ++run) {
        const auto label = static_cast<std::size_t>(labels[run]);
        if (partition.blockOfRun[run] < 0 || label + 1 == groups) continue;
        key += lookup.weight(static_cast<std::size_t>(partition.blockOfRun[run]), label);
    }
    return key;
}

// Looks up every labeling of the given labels and compares with counting.
void compare(const std::vector<int>& labels, const std::vector<int>& block) {
    const LabelledRuns runs = labelledRuns(labels);
    std::vector<int> ordered(runs.labels.begin(), runs.labels.end());
    const BlockPartition partition = partitionOf(runs, block);
    const auto lookup = TableLookup::build(partition, runs.groupSizes, 1'000'000, LogFactorials(labels.size()));
    REQUIRE(lookup);
    const std::vector<double> expected = test::AllLabelings(ordered).p(block);
    if (lookup->smallestP())
        CHECK(*lookup->smallestP() == doctest::Approx(*std::min_element(expected.begin(), expected.end())));
    std::sort(ordered.begin(), ordered.end());
    std::size_t labeling = 0;
    std::set<std::vector<std::size_t>> margins;  // sizes of the groups among the runs in blocks
    do {
        std::vector<std::size_t> sizes(runs.groupSizes.size());
        for (std::size_t run = 0; run < ordered.size(); ++run)
            if (partition.blockOfRun[run] >= 0) ++sizes[static_cast<std::size_t>(ordered[run])];
        margins.insert(std::move(sizes));
        const auto entry = lookup->at(keyOf(*lookup, partition, ordered, runs.groupSizes.size()));
        CHECK(entry.p == doctest::Approx(expected[labeling]));
        CHECK(entry.separates == test::AllLabelings::separates(block, ordered));
        ++labeling;
    } while (std::next_permutation(ordered.begin(), ordered.end()));
    CHECK(lookup->smallestP().has_value() == (margins.size() == 1));
}

}  // namespace

TEST_CASE("every labeling of random cases finds its p and whether it separates") {
    SeededRandom random(41);
    for (int round = 0; round < 150; ++round) {
        const std::size_t n = 3 + static_cast<std::size_t>(test::pick(random, 5));
        const std::vector<int> labels = test::randomLabels(random, n, 2 + round % 3);
        const int ids = 1 + test::pick(random, 4);
        compare(labels, test::randomIds(random, n, ids, round % 2 == 0 ? 4 : 0));
    }
}

TEST_CASE("tables too many for an array are found by hashing") {
    // 18 blocks, half of two runs and half of one, against 3:24: 3^9 * 2^9 cells exceed the array.
    std::vector<int> labels(27, 1), block(27);
    for (std::size_t run = 0; run < 27; ++run)
        block[run] = static_cast<int>(run % 18);
    labels[2] = labels[13] = labels[20] = 0;
    const LabelledRuns runs = labelledRuns(labels);
    const BlockPartition partition = partitionOf(runs, block);
    const auto lookup = TableLookup::build(partition, runs.groupSizes, 1'000'000, LogFactorials(27));
    REQUIRE(lookup);
    const std::vector<int> ordered(runs.labels.begin(), runs.labels.end());
    const auto entry = lookup->at(keyOf(*lookup, partition, ordered, 2));
    CHECK(entry.p == doctest::Approx(exactTail(tabulate(block, labels), 1'000'000).value().p));
    CHECK(entry.separates == separates(tabulate(block, labels)));
}

TEST_CASE("more tables than the limit give no lookup") {
    const LabelledRuns runs = labelledRuns({0, 0, 0, 1, 1, 1});
    const BlockPartition partition = partitionOf(runs, {0, 0, 1, 1, 2, 2});
    // 3 blocks of 2 against 3:3: 1,1,1 and the six orders of 2,1,0.
    CHECK(TableLookup::build(partition, runs.groupSizes, 7, LogFactorials(6)));
    CHECK_FALSE(TableLookup::build(partition, runs.groupSizes, 6, LogFactorials(6)));
}

TEST_CASE("hundreds of groups are refused instead of walked into") {
    std::vector<int> labels(1'000), block(1'000);
    for (std::size_t run = 0; run < labels.size(); ++run) {
        labels[run] = static_cast<int>(run);
        block[run] = static_cast<int>(run % 9);
    }
    const LabelledRuns runs = labelledRuns(labels);
    CHECK_FALSE(TableLookup::build(partitionOf(runs, block), runs.groupSizes, 20'000, LogFactorials(1'000)));
}

TEST_CASE("the smallest p depends on the labeling when some runs are without winner, and not when all are") {
    const LabelledRuns runs = labelledRuns({0, 0, 1, 1, 1});
    const auto smallest = [&runs](const std::vector<int>& block) {
        const auto lookup = TableLookup::build(partitionOf(runs, block), runs.groupSizes, 1'000'000, LogFactorials(5));
        REQUIRE(lookup);
        return lookup->smallestP();
    };
    CHECK(smallest({0, 0, 1, 1, 1}).value() == doctest::Approx(0.1));  // 2 of 5: one labeling of ten
    CHECK_FALSE(smallest({0, 0, 1, -1, 1}).has_value());
    CHECK(smallest({-1, -1, -1, -1, -1}).value() == doctest::Approx(1.0));
}
