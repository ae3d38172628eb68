#include "core/analyse/suspects.h"

#include "core/analyse/block_partition.h"
#include "core/analyse/group_threads.h"
#include "core/analyse/kruskal_wallis.h"
#include "core/analyse/labeling_scan.h"
#include "core/analyse/needed_runs.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/rank_scan.h"
#include "core/analyse/table_enumeration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace flipscope {
namespace {

constexpr double kLevel = 0.05;
constexpr std::size_t kMaxTables = 1'000'000;
// Ways to give the runs to the winners that are visited for one group's Kruskal-Wallis test: some milliseconds.
constexpr std::size_t kMaxRankLabelings = 500'000;

using Numbers = std::vector<std::optional<double>>;  // by matrix column

// The mean of the two in the middle for an even number of them; nan above inf. Precondition: not empty.
double medianNumber(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end(),
              [](double a, double b) { return std::isnan(a) != std::isnan(b) ? std::isnan(b) : a < b; });
    const std::size_t middle = numbers.size() / 2;
    if (numbers.size() % 2 == 1 || numbers[middle - 1] == numbers[middle]) return numbers[middle];
    return numbers[middle - 1] + (numbers[middle] - numbers[middle - 1]) / 2.0;
}

// numbers: of an ungrouped outcome; null otherwise.
SuspectWinners winnersOf(const WinnerMatrix& matrix, const FlipGroup& group, KeyIndex key, const Outcome& outcome,
                         const Numbers* numbers) {
    SuspectWinners result{key, {}, 0};
    std::map<CandidateIndex, SuspectWinners::Count> counts;
    std::map<CandidateIndex, std::vector<double>> numbersOf;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const auto& winner = matrix.at(key, column).winner;
        const bool labelled = numbers != nullptr ? (*numbers)[column].has_value() : outcome.groupOf[column] >= 0;
        if (!labelled || group.blockOfColumn[column] < 0 || !winner) {
            ++result.runsLeftOut;
            continue;
        }
        SuspectWinners::Count& count = counts[*winner];
        count.winner = *winner;
        count.runsInGroup.resize(outcome.groups.size());
        ++count.runs;
        if (numbers != nullptr)
            numbersOf[*winner].push_back(*(*numbers)[column]);
        else
            ++count.runsInGroup[static_cast<std::size_t>(outcome.groupOf[column])];
    }
    for (auto& [winner, count] : counts) {
        if (numbers != nullptr) count.median = medianNumber(std::move(numbersOf[winner]));
        result.winners.push_back(std::move(count));
    }
    return result;
}

// What is decided by the group's own table; the adjusted figures follow from all groups together.
Suspect suspectOf(const WinnerMatrix& matrix, const FlipGroup& group, const Outcome& outcome, const Contingency& table,
                  const LabelingScan::Group& scanned) {
    Suspect suspect;
    suspect.keys = group.keys;
    for (const KeyIndex key : group.keys)
        suspect.winners.push_back(winnersOf(matrix, group, key, outcome, nullptr));
    suspect.p = scanned.p;
    if (scanned.p.exact && scanned.smallestP) {
        suspect.pMin = *scanned.smallestP;
    } else if (const auto tail = exactTail(table, kMaxTables)) {
        suspect.p = {tail->p, true, std::nullopt};
        suspect.pMin = tail->pMin;
    } else {
        suspect.pMin = smallestAttainableP(table).p;
    }
    suspect.pMin = std::min(suspect.pMin, suspect.p.p);
    suspect.tooFinelySplit = suspect.pMin > kLevel;
    suspect.effect = cramersV(table);
    suspect.separates = separates(table);
    return suspect;
}

// The same for numbers.
Suspect rankedSuspectOf(const WinnerMatrix& matrix, const FlipGroup& group, const Outcome& outcome,
                        const Numbers& numbers, const RankedRuns& ranked, const BlockPartition& partition) {
    Suspect suspect;
    suspect.keys = group.keys;
    for (const KeyIndex key : group.keys)
        suspect.winners.push_back(winnersOf(matrix, group, key, outcome, &numbers));
    std::vector<double> positions;
    for (const GroupLabel label : ranked.runs.labels)
        positions.push_back(static_cast<double>(ranked.positionOf[label]));
    if (const auto tail = exactKruskalWallis(partition.blockOfRun, positions, kMaxRankLabelings)) {
        suspect.p = {tail->p, true, std::nullopt};
        suspect.pMin = tail->pMin;
    } else {
        suspect.p.exact = false;
    }
    if (partition.blockSizes.size() > 1) suspect.effect = RankEffect(ranked, partition).at(ranked.runs.labels.data());
    return suspect;
}

void adjust(std::vector<Suspect>& suspects, const LabelingScan& scan) {
    std::vector<double> family;
    for (std::size_t group = 0; group < suspects.size(); ++group) {
        Suspect& suspect = suspects[group];
        const PValue adjusted = minPAdjusted(scan, group);
        suspect.pAdjusted = std::max(adjusted.p, suspect.p.p);
        suspect.pAdjustedInterval = adjusted.interval;
        if (suspect.pAdjustedInterval) {
            suspect.pAdjustedInterval->second = std::max(suspect.pAdjustedInterval->second, suspect.pAdjusted);
        }
        if (!suspect.tooFinelySplit) family.push_back(suspect.p.p);
    }
    const std::vector<double> benjaminiHochbergP = benjaminiHochberg(family);
    auto next = benjaminiHochbergP.begin();
    for (Suspect& suspect : suspects) {
        if (!suspect.tooFinelySplit) suspect.pBenjaminiHochberg = *next++;
    }
}

void nameEquivalents(std::vector<Suspect>& suspects) {
    std::vector<KeyIndex> separating;
    for (const Suspect& suspect : suspects) {
        if (suspect.separates) separating.insert(separating.end(), suspect.keys.begin(), suspect.keys.end());
    }
    for (Suspect& suspect : suspects) {
        if (!suspect.separates) continue;
        std::copy_if(separating.begin(), separating.end(), std::back_inserter(suspect.equivalentForOutcome),
                     [&](KeyIndex key) {
                         return std::find(suspect.keys.begin(), suspect.keys.end(), key) == suspect.keys.end();
                     });
        std::sort(suspect.equivalentForOutcome.begin(), suspect.equivalentForOutcome.end());
    }
}

// Equal p values of two groups can differ by the rounding of their sums, which must not decide an order.
double rounded(double p) {
    return std::round(std::log(std::max(p, std::numeric_limits<double>::min())) * 1e7);
}

std::vector<std::size_t> strongestFirst(const std::vector<Suspect>& suspects) {
    std::vector<std::size_t> order(suspects.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) {
        const Suspect& s = suspects[i];
        return std::tuple(s.tooFinelySplit, rounded(s.pAdjusted), rounded(s.p.p), -std::round(s.effect * 1e9));
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return order;
}

// tables: of the suspects; empty when ungrouped, where no number of runs can be foretold.
WhatWouldDecide whatWouldDecide(const std::vector<Suspect>& suspects, const std::vector<Contingency>& tables,
                                std::size_t family) {
    WhatWouldDecide decide;
    for (const Suspect& suspect : suspects)
        if (isWeighty(suspect)) decide.forceThese.push_back(suspect.keys.front());
    decide.alreadyDecided = std::any_of(suspects.begin(), suspects.end(), standsOut);
    if (decide.alreadyDecided) return decide;
    const auto shapeKnown = [](const Contingency& table) { return 2 * table.blockSizes.size() <= table.runs(); };
    const auto best = std::find_if(tables.begin(), tables.end(), shapeKnown);
    if (best != tables.end()) decide.runsNeeded = runsNeeded(*best, family, kLevel);
    return decide;
}

std::string methodInWords(const LabelingScan& scan, const std::vector<Suspect>& suspects, std::uint64_t seed,
                          bool ranked) {
    const std::string labelings = std::to_string(scan.labelings);
    const std::string all = ranked ? " ways to deal the numbers out to the runs" : " labelings with these group sizes";
    const std::string over = scan.exact ? "all " + labelings + all
                                        : labelings + " random labelings (seed " + std::to_string(seed) +
                                              ", p = (hits + 1) / (labelings + 1), 95 % Clopper-Pearson intervals)";
    const auto simulated = static_cast<std::size_t>(
        std::count_if(suspects.begin(), suspects.end(), [](const Suspect& suspect) { return !suspect.p.exact; }));
    std::string p = ranked ? "p: Kruskal-Wallis test of the numbers, not grouped, over the winners, by all labelings"
                           : "p: exact Fisher-Freeman-Halton test by enumeration";
    if (simulated > 0) {
        p += ", but for " + std::to_string(simulated) + " of " + std::to_string(suspects.size()) +
             " groups with too many " +
             (ranked ? "labelings by a random sample of them" : "tables by the same labelings");
    }
    p += "; adjusted p: single-step min-P over " + std::to_string(suspects.size()) + " flip groups, " + over;
    if (ranked) return p + "; what luck separates is not known without groups";
    return p + "; probability by chance: the same labelings; expectations by chance: exact, by subset sums";
}

Result<LabelledRuns> usableRuns(const WinnerMatrix& matrix, const Outcome& outcome) {
    if (outcome.groupOf.size() != matrix.runs.size()) {
        return Error{"the outcome has " + std::to_string(outcome.groupOf.size()) + " labels for " +
                     std::to_string(matrix.runs.size()) + " runs"};
    }
    for (const int group : outcome.groupOf) {
        if (group >= 0 && static_cast<std::size_t>(group) >= outcome.groups.size()) {
            return Error{"a label names outcome group " + std::to_string(group) + " of " +
                         std::to_string(outcome.groups.size())};
        }
    }
    if (outcome.groups.size() > kMaxLabelGroups) {
        return Error{std::to_string(outcome.groups.size()) + " outcome groups are too many; group the values first"};
    }
    LabelledRuns runs = labelledRuns(outcome.groupOf);
    if (runs.columns.empty()) {
        std::string message = "no run has a label for this outcome (" + outcome.source + ")";
        if (!outcome.problems.empty()) message += ": " + outcome.problems.front().message;
        return Error{std::move(message)};
    }
    if (runs.groupSizes.size() < 2) {
        const auto group = static_cast<std::size_t>(outcome.groupOf[runs.columns.front()]);
        const std::size_t labelled = runs.columns.size();
        return Error{(labelled == 1 ? "only 1 run has a label for this outcome, “"
                                    : "all " + std::to_string(labelled) + " labelled runs have the same outcome, “") +
                     outcome.groups[group].name + "” (" + outcome.source + "): there is nothing to explain"};
    }
    return runs;
}

struct Family {
    std::vector<BlockPartition> partitions;  // by flip group, as all of these
    std::vector<Contingency> tables;
    std::vector<std::size_t> keysOf;
};

Family familyOf(const LabelledRuns& runs, const std::vector<FlipGroup>& groups) {
    Family family;
    for (const FlipGroup& group : groups) {
        family.partitions.push_back(partitionOf(runs, group.blockOfColumn));
        family.tables.push_back(tableOf(runs, family.partitions.back()));
        family.keysOf.push_back(group.keys.size());
    }
    return family;
}

Result<RankedRuns> usableNumbers(const WinnerMatrix& matrix, const Outcome& outcome, const Numbers& numbers) {
    if (numbers.size() != matrix.runs.size()) {
        return Error{"the outcome has " + std::to_string(numbers.size()) + " labels for " +
                     std::to_string(matrix.runs.size()) + " runs"};
    }
    if (std::none_of(numbers.begin(), numbers.end(), [](const auto& number) { return number.has_value(); })) {
        return Error{"no run has a number for this outcome (" + outcome.source + ")"};
    }
    RankedRuns ranked = rankedRuns(numbers);
    if (ranked.runs.columns.empty()) return Error{"too many different numbers; group them"};
    if (ranked.runs.groupSizes.size() < 2) {
        return Error{"all " + std::to_string(ranked.runs.columns.size()) + " runs with a number have the same one (" +
                     outcome.source + "): there is nothing to explain"};
    }
    return ranked;
}

// Puts the suspects in order and fills in what follows from all of them; tables: one a suspect, or none when ungrouped.
void finish(SuspectsResult& result, std::vector<Suspect> suspects, std::vector<Contingency> tables,
            const LabelledRuns& runs, const LabelingScan& scan, std::size_t allRuns, std::uint64_t seed) {
    const bool ranked = !result.chance.known;
    std::vector<Contingency> sortedTables;
    for (const std::size_t i : strongestFirst(suspects)) {
        result.suspects.push_back(std::move(suspects[i]));
        if (!ranked) sortedTables.push_back(std::move(tables[i]));
    }
    result.decide = whatWouldDecide(result.suspects, sortedTables, result.suspects.size());
    result.method = methodInWords(scan, result.suspects, seed, ranked);
    result.runsUsed = runs.columns.size();
    result.runsWithoutLabel = allRuns - runs.columns.size();
    result.permutations = scan.labelings;
    result.adjustedExact = scan.exact;
}

ScanOptions scanOptions(const SuspectOptions& options) {
    return {options.maxExactLabelings, options.permutations, options.seed, kGroupThreads, options.stop};
}

Result<SuspectsResult> findRankedSuspects(const WinnerMatrix& matrix, const std::vector<FlipGroup>& groups,
                                          const Outcome& outcome, const SuspectOptions& options) {
    Numbers numbers;
    for (const auto& value : outcome.values)
        numbers.push_back(value ? outcomeNumber(*value) : std::nullopt);
    const auto usable = usableNumbers(matrix, outcome, numbers);
    if (!usable) return Error{usable.errorMessage()};
    const RankedRuns& ranked = usable.value();
    std::vector<BlockPartition> partitions;
    for (const FlipGroup& group : groups)
        partitions.push_back(partitionOf(ranked.runs, group.blockOfColumn));
    const auto scanned = scanRanks(ranked, partitions, scanOptions(options));
    if (!scanned) return Cancelled{};
    const LabelingScan& scan = scanned.value().scan;

    std::vector<Suspect> suspects(groups.size());
    forEachGroup(groups.size(), kGroupThreads, options.stop, [&](std::size_t i, std::size_t) {
        Suspect& suspect = suspects[i];
        suspect = rankedSuspectOf(matrix, groups[i], outcome, numbers, ranked, partitions[i]);
        if (!suspect.p.exact) {
            suspect.p = scan.groups[i].p;
            suspect.pMin = scanned.value().smallestP[i];
        }
        suspect.pMin = std::min(suspect.pMin, suspect.p.p);
        suspect.tooFinelySplit = suspect.pMin > kLevel;
        return true;
    });
    if (options.stop.stop_requested()) return Cancelled{};
    adjust(suspects, scan);
    SuspectsResult result;
    result.chance.known = false;
    finish(result, std::move(suspects), {}, ranked.runs, scan, matrix.runs.size(), options.seed);
    return result;
}

}  // namespace

bool standsOut(const Suspect& suspect) {
    return !suspect.tooFinelySplit && suspect.pAdjusted <= kLevel;
}

bool isWeighty(const Suspect& suspect) {
    return suspect.separates || suspect.p.p <= kLevel;
}

Result<SuspectsResult> findSuspects(const WinnerMatrix& matrix, const std::vector<FlipGroup>& groups,
                                    const Outcome& outcome, const SuspectOptions& options) {
    if (outcome.grouping == Grouping::ungrouped) return findRankedSuspects(matrix, groups, outcome, options);
    const auto usable = usableRuns(matrix, outcome);
    if (!usable) return Error{usable.errorMessage()};
    const LabelledRuns& runs = usable.value();
    const Family family = familyOf(runs, groups);
    const auto scanned = scanLabelings(runs, family.partitions, scanOptions(options));
    if (!scanned) return Cancelled{};
    const LabelingScan& scan = scanned.value();

    std::vector<Suspect> suspects(groups.size());
    forEachGroup(groups.size(), kGroupThreads, options.stop, [&](std::size_t i, std::size_t) {
        suspects[i] = suspectOf(matrix, groups[i], outcome, family.tables[i], scan.groups[i]);
        return true;
    });
    if (options.stop.stop_requested()) return Cancelled{};
    adjust(suspects, scan);
    nameEquivalents(suspects);

    SuspectsResult result;
    result.chance = chanceFigures(runs, family.partitions, family.keysOf, scan);
    finish(result, std::move(suspects), family.tables, runs, scan, matrix.runs.size(), options.seed);
    return result;
}

}  // namespace flipscope
