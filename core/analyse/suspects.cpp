#include "core/analyse/suspects.h"

#include "core/analyse/block_partition.h"
#include "core/analyse/group_threads.h"
#include "core/analyse/labeling_scan.h"
#include "core/analyse/needed_runs.h"
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

SuspectWinners winnersOf(const WinnerMatrix& matrix, const FlipGroup& group, KeyIndex key, const Outcome& outcome) {
    SuspectWinners result{key, {}, 0};
    std::map<CandidateIndex, std::vector<std::size_t>> counts;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const auto& winner = matrix.at(key, column).winner;
        if (outcome.groupOf[column] < 0 || group.blockOfColumn[column] < 0 || !winner) {
            ++result.runsLeftOut;
            continue;
        }
        auto& inGroup = counts.try_emplace(*winner, outcome.groups.size(), std::size_t{0}).first->second;
        ++inGroup[static_cast<std::size_t>(outcome.groupOf[column])];
    }
    for (auto& [winner, inGroup] : counts)
        result.winners.push_back({winner, std::move(inGroup)});
    return result;
}

// What is decided by the group's own table; the adjusted figures follow from all groups together.
Suspect suspectOf(const WinnerMatrix& matrix, const FlipGroup& group, const Outcome& outcome, const Contingency& table,
                  const PValue& scanned) {
    Suspect suspect;
    suspect.keys = group.keys;
    for (const KeyIndex key : group.keys) {
        suspect.winners.push_back(winnersOf(matrix, group, key, outcome));
    }
    suspect.p = scanned;
    if (const auto tail = exactTail(table, kMaxTables)) {
        suspect.p = {tail->p, true, std::nullopt};
        suspect.pMin = tail->pMin;
    } else {
        suspect.pMin = smallestAttainableP(table, 0).p;  // 0: that there are too many tables is known by now
    }
    suspect.pMin = std::min(suspect.pMin, suspect.p.p);
    suspect.tooFinelySplit = suspect.pMin > kLevel;
    suspect.effect = cramersV(table);
    suspect.separates = separates(table);
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

WhatWouldDecide whatWouldDecide(const std::vector<Suspect>& suspects, const std::vector<Contingency>& tables,
                                std::size_t family) {
    WhatWouldDecide decide;
    for (const Suspect& suspect : suspects) {
        const bool promising = suspect.p.p <= kLevel && !suspect.tooFinelySplit;
        if (suspect.separates || promising) decide.forceThese.push_back(suspect.keys.front());
    }
    decide.alreadyDecided = std::any_of(suspects.begin(), suspects.end(), [](const Suspect& suspect) {
        return !suspect.tooFinelySplit && suspect.pAdjusted <= kLevel;
    });
    if (decide.alreadyDecided) return decide;
    const auto shapeKnown = [](const Contingency& table) { return 2 * table.blockSizes.size() <= table.runs(); };
    const auto best = std::find_if(tables.begin(), tables.end(), shapeKnown);
    if (best != tables.end()) decide.runsNeeded = runsNeeded(*best, family, kLevel);
    return decide;
}

std::string methodInWords(const LabelingScan& scan, const std::vector<Suspect>& suspects, std::uint64_t seed) {
    const std::string labelings = std::to_string(scan.labelings);
    const std::string over = scan.exact ? "all " + labelings + " labelings with these group sizes"
                                        : labelings + " random labelings (seed " + std::to_string(seed) +
                                              ", p = (hits + 1) / (labelings + 1), 95 % Clopper-Pearson intervals)";
    const auto simulated = static_cast<std::size_t>(
        std::count_if(suspects.begin(), suspects.end(), [](const Suspect& suspect) { return !suspect.p.exact; }));
    std::string p = "p: exact Fisher-Freeman-Halton test by enumeration";
    if (simulated > 0) {
        p += ", but for " + std::to_string(simulated) + " of " + std::to_string(suspects.size()) +
             " groups with too many tables by the same labelings";
    }
    return p + "; pAdjusted: single-step min-P over " + std::to_string(suspects.size()) + " flip groups, " + over +
           "; probability by chance: the same labelings; expectations by chance: exact, by subset sums";
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
    if (runs.columns.empty()) return Error{"no run has a label for this outcome (" + outcome.source + ")"};
    if (runs.groupSizes.size() < 2) {
        return Error{"all " + std::to_string(runs.columns.size()) + " labelled runs have the same outcome (" +
                     outcome.source + "): there is nothing to explain"};
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

}  // namespace

Result<SuspectsResult> findSuspects(const WinnerMatrix& matrix, const std::vector<FlipGroup>& groups,
                                    const Outcome& outcome, const SuspectOptions& options) {
    const auto usable = usableRuns(matrix, outcome);
    if (!usable) return Error{usable.errorMessage()};
    const LabelledRuns& runs = usable.value();
    const Family family = familyOf(runs, groups);
    const auto scanned =
        scanLabelings(runs, family.partitions,
                      {options.maxExactLabelings, options.permutations, options.seed, kGroupThreads, options.stop});
    if (!scanned) return Cancelled{};
    const LabelingScan& scan = scanned.value();

    std::vector<Suspect> suspects(groups.size());
    forEachGroup(groups.size(), kGroupThreads, options.stop, [&](std::size_t i, std::size_t) {
        suspects[i] = suspectOf(matrix, groups[i], outcome, family.tables[i], scan.groups[i].p);
        return true;
    });
    if (options.stop.stop_requested()) return Cancelled{};
    adjust(suspects, scan);
    nameEquivalents(suspects);

    SuspectsResult result;
    std::vector<Contingency> sortedTables;
    for (const std::size_t i : strongestFirst(suspects)) {
        result.suspects.push_back(std::move(suspects[i]));
        sortedTables.push_back(family.tables[i]);
    }
    result.chance = chanceFigures(runs, family.partitions, family.keysOf, scan);
    result.decide = whatWouldDecide(result.suspects, sortedTables, groups.size());
    result.method = methodInWords(scan, result.suspects, options.seed);
    result.runsUsed = runs.columns.size();
    result.runsWithoutLabel = matrix.runs.size() - runs.columns.size();
    result.permutations = scan.labelings;
    result.adjustedExact = scan.exact;
    return result;
}

}  // namespace flipscope
