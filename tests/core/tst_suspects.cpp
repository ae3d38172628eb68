#include "core/analyse/labeling_scan.h"
#include "core/analyse/suspects.h"
#include "tests/support/random_cases.h"
#include "tests/support/recorded_winners.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// A matrix from winners by key and run (-1: none), and its flip groups by plain comparison.
struct Input {
    WinnerMatrix matrix;
    std::vector<FlipGroup> groups;
};

std::vector<int> partition(const std::vector<int>& winners) {
    std::map<int, int> blocks;
    std::vector<int> result;
    for (const int winner : winners) {
        result.push_back(winner < 0 ? -1 : blocks.emplace(winner, static_cast<int>(blocks.size())).first->second);
    }
    return result;
}

Input makeInput(const std::vector<std::vector<int>>& winnersOfKey) {
    Input input;
    const std::size_t runs = winnersOfKey.empty() ? 0 : winnersOfKey[0].size();
    for (std::uint32_t run = 0; run < runs; ++run)
        input.matrix.runs.push_back({run});
    input.matrix.keyCount = winnersOfKey.size();
    for (std::uint32_t key = 0; key < winnersOfKey.size(); ++key) {
        for (const int winner : winnersOfKey[key]) {
            WinnerCell cell;
            if (winner >= 0) cell.winner = CandidateIndex{static_cast<std::uint32_t>(winner)};
            input.matrix.cells.push_back(cell);
        }
        const auto blocks = partition(winnersOfKey[key]);
        const int count = blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end()) + 1;
        if (count < 2) continue;
        const auto same = std::find_if(input.groups.begin(), input.groups.end(),
                                       [&](const FlipGroup& group) { return group.blockOfColumn == blocks; });
        if (same == input.groups.end()) {
            input.groups.push_back({{KeyIndex{key}}, blocks, count});
        } else {
            same->keys.push_back(KeyIndex{key});
        }
    }
    return input;
}

Outcome makeOutcome(const std::vector<int>& groupOf) {
    Outcome outcome;
    outcome.source = "labels.csv";
    outcome.groupOf = groupOf;
    const int largest = groupOf.empty() ? -1 : *std::max_element(groupOf.begin(), groupOf.end());
    for (int group = 0; group <= largest; ++group)
        outcome.groups.push_back({"group " + std::to_string(group), {}});
    return outcome;
}

SuspectsResult found(const std::vector<std::vector<int>>& winnersOfKey, const std::vector<int>& labels,
                     const SuspectOptions& options = {}) {
    const Input input = makeInput(winnersOfKey);
    auto result = findSuspects(input.matrix, input.groups, makeOutcome(labels), options);
    REQUIRE_MESSAGE(result, result.errorMessage());
    return std::move(result).value();
}

std::string errorOf(const std::vector<std::vector<int>>& winnersOfKey, const std::vector<int>& labels) {
    const Input input = makeInput(winnersOfKey);
    return findSuspects(input.matrix, input.groups, makeOutcome(labels)).errorMessage();
}

constexpr int kExploding = 0, kClean = 1;
const std::vector<int> kSixLabels{kExploding, kExploding, kClean, kExploding, kClean, kExploding};

}  // namespace

TEST_CASE("the reported case in small: two keys flip together and separate 4 from 2, a third separates too") {
    const auto result = found({{15, 15, 19, 15, 19, 15},  // 0
                               {19, 19, 15, 19, 15, 19},  // 1: the same partition
                               {19, 19, 15, 19, 21, 19},  // 2: separates, finer
                               {7, 7, 7, 7, 7, 7},        // 3: does not flip
                               {1, 2, 1, 2, 1, 2}},       // 4
                              kSixLabels);
    REQUIRE(result.suspects.size() == 3);
    const Suspect& first = result.suspects[0];
    CHECK(first.keys == std::vector<KeyIndex>{{0}, {1}});
    CHECK(first.separates);
    CHECK(first.tooFinelySplit);  // 4:2 cannot do better than 1 / 15
    CHECK(first.p.p == doctest::Approx(1.0 / 15));
    CHECK(first.pMin == doctest::Approx(1.0 / 15));
    CHECK(first.effect == doctest::Approx(1.0));
    CHECK(first.pBenjaminiHochberg == 1.0);
    CHECK(first.equivalentForOutcome == std::vector<KeyIndex>{{2}});
    REQUIRE(first.winners.size() == 2);
    REQUIRE(first.winners[1].winners.size() == 2);
    CHECK(first.winners[1].winners[0].winner == CandidateIndex{15});
    CHECK(first.winners[1].winners[0].runsInGroup == std::vector<std::size_t>{0, 2});
    CHECK(first.winners[1].winners[1].runsInGroup == std::vector<std::size_t>{4, 0});
    CHECK(first.winners[1].runsLeftOut == 0);

    const Suspect& second = result.suspects[1];
    CHECK(second.keys == std::vector<KeyIndex>{{2}});
    CHECK(second.equivalentForOutcome == std::vector<KeyIndex>{{0}, {1}});
    CHECK(result.suspects[2].equivalentForOutcome.empty());

    // {2,4} separates in 1 labeling of 15, for keys 0 and 1 and, once more the same, key 2; blocks of 3:3 never.
    CHECK(result.chance.expectedByChance == doctest::Approx(3.0 / 15));
    CHECK(result.chance.expectedGroupsByChance == doctest::Approx(2.0 / 15));
    CHECK(result.chance.probabilityByChance == doctest::Approx(1.0 / 15));
    CHECK(result.chance.keysSeparating == 3);
    CHECK(result.chance.groupsSeparating == 2);
    CHECK(result.decide.forceThese == std::vector<KeyIndex>{{0}, {2}});
    CHECK_FALSE(result.decide.alreadyDecided);
    REQUIRE(result.decide.runsNeeded);
    CHECK(*result.decide.runsNeeded > 6);
    CHECK(result.runsUsed == 6);
    CHECK(result.permutations == 15);
    CHECK(result.adjustedExact);
    CHECK(result.method.find("all 15 labelings") != std::string::npos);
    CHECK(result.method.find("single-step min-P over 3 flip groups") != std::string::npos);
}

TEST_CASE("what is worth forcing separates the outcome or has a small p of its own; evidence is more than that") {
    Suspect suspect;
    suspect.p.p = 0.0501;
    CHECK_FALSE(isWeighty(suspect));
    suspect.separates = true;
    CHECK(isWeighty(suspect));
    suspect.separates = false;
    suspect.p.p = 0.05;
    suspect.pAdjusted = 0.0501;
    CHECK(isWeighty(suspect));
    CHECK_FALSE(standsOut(suspect));
    suspect.pAdjusted = 0.05;
    CHECK(standsOut(suspect));
    suspect.tooFinelySplit = true;
    CHECK_FALSE(standsOut(suspect));
}

TEST_CASE("one key that separates 5 from 5 runs is evidence and stands before those that cannot be") {
    const auto result = found({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},  // a winner of its own for every run
                               {0, 1, 0, 1, 0, 1, 0, 1, 0, 1},
                               {3, 3, 3, 3, 3, 8, 8, 8, 8, 8}},
                              {0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
    REQUIRE(result.suspects.size() == 3);
    CHECK(result.suspects[0].keys[0] == KeyIndex{2});
    CHECK(result.suspects[0].p.p == doctest::Approx(2.0 / 252));
    CHECK(result.suspects[0].pAdjusted == doctest::Approx(4.0 / 252));  // either key separates either way round
    CHECK(result.suspects[0].pBenjaminiHochberg == doctest::Approx(2 * 2.0 / 252));
    CHECK(result.decide.alreadyDecided);
    CHECK_FALSE(result.decide.runsNeeded);
    CHECK(result.suspects[2].keys[0] == KeyIndex{0});
    CHECK(result.suspects[2].tooFinelySplit);
    CHECK(result.suspects[2].separates);
    CHECK(result.suspects[2].p.p == 1.0);
    CHECK(result.chance.probabilityByChance == 1.0);
}

TEST_CASE("runs without label or without winner leave a key's counts") {
    const auto result = found({{5, 5, 5, 6, 6, 6, -1, 6}}, {0, 0, 0, 1, 1, 1, 1, -1});
    REQUIRE(result.suspects.size() == 1);
    const Suspect& suspect = result.suspects[0];
    CHECK(suspect.p.p == doctest::Approx(0.1));  // 3,0;0,3
    CHECK(suspect.separates);
    CHECK(suspect.winners[0].runsLeftOut == 2);
    CHECK(suspect.winners[0].winners[1].runsInGroup == std::vector<std::size_t>{0, 3});
    CHECK(result.runsUsed == 7);
    CHECK(result.runsWithoutLabel == 1);
}

TEST_CASE("the order of keys, runs, winners and groups changes nothing but names") {
    SeededRandom random(91);
    std::vector<std::vector<int>> winners;
    for (int key = 0; key < 5; ++key)
        winners.push_back(test::randomIds(random, 10, 2 + key, key == 1 ? 5 : 0));
    const auto labels = test::randomLabels(random, 10, 2);
    const auto plain = found(winners, labels);
    auto turned = winners;
    std::reverse(turned.begin(), turned.end());
    for (auto& key : turned) {
        std::reverse(key.begin(), key.end());
        for (int& winner : key)
            winner = winner < 0 ? -1 : 40 - winner;
    }
    std::vector<int> turnedLabels(labels.rbegin(), labels.rend());
    for (int& label : turnedLabels)
        label = 1 - label;
    const auto other = found(turned, turnedLabels);
    REQUIRE(plain.suspects.size() == other.suspects.size());
    std::multiset<long> a, b;
    const auto add = [](std::multiset<long>& to, const Suspect& s) {
        to.insert(std::lround(1e9 * (s.p.p + 10 * s.pAdjusted + 100 * s.pMin + 1'000 * s.pBenjaminiHochberg)));
    };
    for (const Suspect& suspect : plain.suspects)
        add(a, suspect);
    for (const Suspect& suspect : other.suspects)
        add(b, suspect);
    CHECK(a == b);
    CHECK(plain.chance.expectedByChance == doctest::Approx(other.chance.expectedByChance));
    CHECK(plain.chance.probabilityByChance == doctest::Approx(other.chance.probabilityByChance));
}

TEST_CASE("an outcome that cannot be explained is an error that says why") {
    const std::vector<std::vector<int>> winners{{1, 2, 1}};
    CHECK(errorOf(winners, {0, 0, 0}).find("all 3 labelled runs have the same outcome, “") != std::string::npos);
    CHECK(errorOf(winners, {-1, 0, -1}).find("only 1 run has a label for this outcome") != std::string::npos);
    CHECK(errorOf(winners, {-1, -1, -1}).find("no run has a label") != std::string::npos);
    CHECK(errorOf(winners, {0, 1}).find("2 labels for 3 runs") != std::string::npos);
    const Input input = makeInput(winners);
    Outcome outcome = makeOutcome({0, 1, 1});
    outcome.groups.pop_back();
    CHECK(findSuspects(input.matrix, input.groups, outcome).errorMessage().find("outcome group 1") !=
          std::string::npos);
}

TEST_CASE("no flipping key: no suspect, nothing by chance, nothing to decide") {
    const auto result = found({{1, 1, 1, 1}}, {0, 0, 1, 1});
    CHECK(result.suspects.empty());
    CHECK(result.chance.expectedByChance == 0.0);
    CHECK(result.chance.probabilityByChance == 0.0);
    CHECK_FALSE(result.decide.alreadyDecided);
    CHECK_FALSE(result.decide.runsNeeded);
    CHECK(result.decide.forceThese.empty());
}

TEST_CASE("labels for two runs only cannot be evidence") {
    const auto result = found({{1, 2, 1, 2}, {1, 1, 2, 3}}, {0, 1, -1, -1});
    CHECK(result.runsUsed == 2);
    for (const Suspect& suspect : result.suspects) {
        CHECK(suspect.tooFinelySplit);
        CHECK(suspect.pAdjusted == 1.0);
    }
}

TEST_CASE("a label of its own for every run, and more than a thousand of them, end quickly with p = 1") {
    std::vector<std::vector<int>> winners(3, std::vector<int>(1'100));
    std::vector<int> labels(1'100);
    for (std::size_t run = 0; run < labels.size(); ++run) {
        labels[run] = static_cast<int>(run);
        for (std::size_t key = 0; key < winners.size(); ++key)
            winners[key][run] = static_cast<int>(run % (key + 2));
    }
    const auto result = found(winners, labels, {1, 1'000'000, 100, {}});
    for (const Suspect& suspect : result.suspects) {
        CHECK(suspect.tooFinelySplit);
        CHECK(suspect.p.p == 1.0);
    }
}

TEST_CASE("a search that is asked to stop is cancelled") {
    std::stop_source source;
    source.request_stop();
    const Input input = makeInput({{1, 2, 1}});
    SuspectOptions options;
    options.stop = source.get_token();
    CHECK(findSuspects(input.matrix, input.groups, makeOutcome({0, 1, 1}), options).cancelled());
}

TEST_CASE("too many labelings are sampled, and the method says so") {
    SuspectOptions options;
    options.maxExactLabelings = 100;
    options.permutations = 2'000;
    options.seed = 7;
    const auto result = found({{3, 3, 3, 3, 3, 8, 8, 8, 8, 8}}, {0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, options);
    CHECK_FALSE(result.adjustedExact);
    CHECK(result.permutations == 2'000);
    REQUIRE(result.suspects[0].pAdjustedInterval);
    CHECK(result.suspects[0].p.exact);
    CHECK(result.suspects[0].pAdjusted >= result.suspects[0].p.p);
    CHECK(result.method.find("2000 random labelings (seed 7") != std::string::npos);
    CHECK_FALSE(result.chance.exact);
}

TEST_CASE("a thousand runs with an outcome that one of many keys explains") {
    SeededRandom random(92);
    std::vector<std::vector<int>> winners;
    for (int key = 0; key < 24; ++key)
        winners.push_back(test::randomIds(random, 1'000, 2 + key % 9, key % 5 == 0 ? 40 : 0));
    std::vector<int> labels(1'000);
    for (std::size_t run = 0; run < labels.size(); ++run)
        labels[run] = winners[13][run] == 2 ? 0 : 1;
    const auto result = found(winners, labels, {1, 1'000'000, 2'000, {}});
    CHECK(result.suspects[0].keys[0] == KeyIndex{13});
    CHECK(result.suspects[0].separates);
    CHECK(result.suspects[0].pAdjusted < 0.001);
    CHECK(result.suspects[1].pAdjusted > 0.001);
    CHECK(result.chance.expectedByChance == doctest::Approx(0.0));
    CHECK(result.decide.alreadyDecided);
}

TEST_CASE("the recorded runs: the proven culprit is the first suspect and separates") {
    const auto recorded = test::recordedWinners();
    if (recorded.runs.empty()) return;
    std::vector<std::vector<int>> winners;
    std::size_t culprit = 0;
    for (const auto& [key, ofRuns] : recorded.winnersOfKey) {
        const bool isCulprit = key.find("\"k\":128,") != std::string::npos &&
                               key.find("\"m\":8192,") != std::string::npos &&
                               key.find("\"n\":256,") != std::string::npos;
        if (isCulprit) culprit = winners.size();
        winners.push_back(ofRuns);
    }
    std::vector<int> labels;
    for (const std::string& bits : recorded.firstLoss)
        labels.push_back(bits.rfind("40e20c", 0) == 0 ? 0 : 1);
    const auto result = found(winners, labels);
    CHECK(result.suspects.size() == 21);
    const Suspect& first = result.suspects[0];
    CHECK(first.keys == std::vector<KeyIndex>{{static_cast<std::uint32_t>(culprit)}});
    CHECK(first.separates);
    CHECK_FALSE(first.tooFinelySplit);
    CHECK(first.pAdjusted < 0.001);
    CHECK(result.permutations == 376'740);
    CHECK(result.decide.alreadyDecided);
    CHECK(result.decide.forceThese[0] == first.keys[0]);
    CHECK(result.chance.groupsSeparating == 1);
    for (std::size_t i = 1; i < result.suspects.size(); ++i)
        CHECK_FALSE(result.suspects[i].separates);
    MESSAGE("p ", first.p.p, " adjusted ", first.pAdjusted, " expected by chance ", result.chance.expectedByChance,
            " probability ", result.chance.probabilityByChance);
}

TEST_CASE("the recorded winners under random labels: at most 5 % have any adjusted p of 0.05 or less" *
          doctest::test_suite("slow")) {
    const auto recorded = test::recordedWinners();
    if (recorded.runs.empty()) return;
    const auto share = [&](const std::vector<std::size_t>& sizes, int dataSets) {
        LabelShuffler shuffler(sizes, 93);
        int any = 0;
        for (int set = 0; set < dataSets; ++set) {
            const auto& labels = shuffler.next();
            SuspectOptions options;
            options.maxExactLabelings = 100'000;
            options.permutations = 999;
            options.seed = static_cast<std::uint64_t>(set);
            const auto result = found(recorded.flipping(), std::vector<int>(labels.begin(), labels.end()), options);
            any += std::any_of(result.suspects.begin(), result.suspects.end(),
                               [](const Suspect& suspect) { return suspect.pAdjusted <= 0.05; })
                       ? 1
                       : 0;
        }
        MESSAGE(any, " of ", dataSets);
        CHECK(any <= 0.05 * dataSets + 3 * std::sqrt(0.05 * 0.95 * dataSets));
    };
    share({6, 22}, 100);  // sampled
    share({4, 24}, 40);   // all 20,475 labelings
    share({6, 9, 13}, 40);
}

TEST_CASE("the recorded winners under every labeling of 6 against 22: at most 5 % have any adjusted p of 0.05 or less" *
          doctest::test_suite("slow")) {
    const auto recorded = test::recordedWinners();
    if (recorded.runs.empty()) return;
    std::vector<int> labels(28, 1);
    std::fill_n(labels.begin(), 6, 0);
    const LabelledRuns runs = labelledRuns(labels);
    std::vector<BlockPartition> partitions;
    for (const auto& winners : recorded.flipping())
        partitions.push_back(partitionOf(runs, winners));
    const auto scan = scanLabelings(runs, partitions);
    REQUIRE(scan);
    // The smallest adjusted p of a labeling is the rank of its smallest statistic among those of all labelings.
    const auto& smallest = scan.value().smallest;
    REQUIRE(smallest.size() == 376'740);
    std::size_t any = 0;
    for (const double statistic : smallest) {
        const auto end = std::upper_bound(smallest.begin(), smallest.end(), statistic * (1 + 1e-9));
        if (static_cast<double>(end - smallest.begin()) <= 0.05 * static_cast<double>(smallest.size())) ++any;
    }
    MESSAGE(any, " of ", smallest.size());
    CHECK(any <= smallest.size() / 20);
    CHECK(any > smallest.size() / 50);
}
