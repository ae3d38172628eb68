#include "core/analyse/field_families.h"
#include "core/analyse/outcome_description.h"
#include "core/analyse/outcome_ranking.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/partition_agreement.h"
#include "core/analyse/suggested_pattern.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

// The bounds that were reached, in words; empty when everything was compared.
[[nodiscard]] std::string comparedInWords(const std::vector<AlignedOutput>& outputs, const PassedOver& passedOver) {
    std::string text;
    for (const AlignedOutput& output : outputs) {
        if (output.longest > 0) {
            text += "of " + output.name + " the first " + std::to_string(headOf(output.mostLines)) + " and the last " +
                    std::to_string(output.mostLines - headOf(output.mostLines)) + " of " +
                    std::to_string(output.longest) + " lines (of the longest) were compared; ";
        }
        if (output.cutAligned)
            text += "of " + output.name + " the first " + std::to_string(output.aligned.size()) +
                    " different lines were compared; ";
    }
    if (passedOver.some) text += "of all that varies the part that comes first was compared; ";
    if (!text.empty()) text.resize(text.size() - 2);
    return text;
}

// All different ways to part the runs, offered or not.
[[nodiscard]] std::size_t waysLookedAt(const std::vector<RankedField>& ranked, const PassedOver& passedOver) {
    std::unordered_set<std::uint64_t> ways = passedOver.partitions;
    for (const RankedField& one : ranked)
        ways.insert(partitionNumber(canonicalPartition(one.outcome.groupOf)));
    return ways.size();
}

}  // namespace

std::vector<FoundOutcome> findOutcomes(const Dataset& dataset, const std::vector<RunIndex>& runs, std::size_t most,
                                       const std::stop_token& stop) {
    std::vector<FoundOutcome> found;
    if (runs.size() < 2) return found;
    const std::vector<AlignedOutput> outputs = alignOutputs(dataset, runs);
    if (stop.stop_requested()) return found;
    PassedOver passedOver;
    const std::vector<VaryingField> fields = findVaryingFields(outputs, &passedOver);
    if (stop.stop_requested()) return found;
    std::vector<RankedField> ranked = rankFields(fields);
    const std::size_t lookedAt = waysLookedAt(ranked, passedOver);
    const std::string compared = comparedInWords(outputs, passedOver);
    if (ranked.size() > most) ranked.resize(most);
    for (RankedField& one : ranked) {
        if (stop.stop_requested()) return {};
        const VaryingField& field = fields[one.field];
        FoundOutcome outcome;
        outcome.values.source = sourceOfField(outputs, field) + one.outcome.source;  // how its numbers were read
        outcome.values.values = std::move(one.outcome.values);
        outcome.values.outcomesLookedAt = lookedAt;
        outcome.values.compared = compared;
        outcome.description = describeField(outputs, fields, one);
        outcome.distinct = field.texts.size();
        outcome.support = one.support;
        outcome.outcomeWord = field.outcomeWord;
        outcome.timeLike = field.timeLike;
        outcome.suggested = one.outcome.grouping;
        outcome.suggestedPattern = suggestPattern(dataset, runs, outputs, field);
        found.push_back(std::move(outcome));
    }
    return found;
}

}  // namespace flipscope
