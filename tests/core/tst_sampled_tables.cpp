#include "core/analyse/sampled_tables.h"
#include "core/analyse/table_enumeration.h"
#include "tests/support/all_labelings.h"
#include "tests/support/random_cases.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Case {
    std::vector<int> block;
    std::vector<std::size_t> sizes;
    LabelledRuns runs;
    BlockPartition partition;
};

Case makeCase(SeededRandom& random, std::size_t n, int groups, int blocks, int missingOneIn) {
    Case c;
    c.block = test::randomIds(random, n, blocks, missingOneIn);
    c.runs = labelledRuns(test::randomLabels(random, n, groups));
    c.partition = partitionOf(c.runs, c.block);
    return c;
}

// log(gamma P) with P from the table itself.
double expectedRelative(const Contingency& table) {
    const double r = static_cast<double>(table.blockSizes.size()), c = static_cast<double>(table.groupSizes.size());
    const auto n = static_cast<double>(table.runs());
    double logGamma = (r - 1) * (c - 1) / 2 * std::log(2 * std::acos(-1.0)) - (r * c - 1) / 2 * std::log(n);
    for (const std::size_t size : table.blockSizes)
        logGamma += (c - 1) / 2 * std::log(static_cast<double>(size));
    for (const std::size_t size : table.groupSizes)
        logGamma += (r - 1) / 2 * std::log(static_cast<double>(size));
    return logGamma + logTableProbability(table, LogFactorials(table.runs()));
}

}  // namespace

TEST_CASE("tables of kept labelings are those of the labels, by bit planes and by labels, with missing winners") {
    SeededRandom random(51);
    for (int round = 0; round < 60; ++round) {
        const std::size_t n = round % 2 == 0 ? 6 : 150;
        const Case c = makeCase(random, n, round % 7 == 6 ? 20 : 2 + round % 5, 1 + round % 4, round % 3 == 0 ? 5 : 0);
        const LogFactorials logFactorial(n);
        SampledTables tables(c.partition, c.runs.groupSizes, logFactorial, nullptr);
        const RandomLabelings kept(c.runs.groupSizes, 20, 5);
        LabelShuffler shuffler(c.runs.groupSizes, 5);
        for (std::size_t labeling = 0; labeling < kept.count(); ++labeling) {
            const auto& labels = shuffler.next();
            const std::vector<int> plain(labels.begin(), labels.end());
            const Contingency table = tabulate(c.partition.blockOfRun, plain);
            for (const SampledTable& sampled : {tables.at(kept, labeling), tables.at(labels)}) {
                CHECK(sampled.separates == separates(table));
                if (table.groupSizes.size() < 2) {
                    CHECK(std::isinf(sampled.logRelative));
                } else {
                    CHECK(sampled.logRelative == doctest::Approx(expectedRelative(table)));
                }
            }
        }
    }
}

TEST_CASE("keys address the lookup") {
    SeededRandom random(52);
    for (int round = 0; round < 40; ++round) {
        const Case c = makeCase(random, 9, 2 + round % 4, 3, round % 2 == 0 ? 5 : 0);
        const LogFactorials logFactorial(9);
        const auto lookup = TableLookup::build(c.partition, c.runs.groupSizes, 1'000'000, logFactorial);
        REQUIRE(lookup);
        SampledTables tables(c.partition, c.runs.groupSizes, logFactorial, &*lookup);
        const RandomLabelings kept(c.runs.groupSizes, 20, 5);
        LabelShuffler shuffler(c.runs.groupSizes, 5);
        for (std::size_t labeling = 0; labeling < kept.count(); ++labeling) {
            const auto& labels = shuffler.next();
            const auto table = tabulate(c.partition.blockOfRun, std::vector<int>(labels.begin(), labels.end()));
            const auto entry = lookup->at(tables.at(kept, labeling).key);
            CHECK(entry.p == doctest::Approx(exactTail(table, 1'000'000).value().p));
            CHECK(entry.separates == separates(table));
        }
    }
}
