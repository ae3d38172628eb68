#include "core/analyse/outcome_description.h"
#include "core/analyse/outcome_ranking.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/suggested_pattern.h"

#include <algorithm>
#include <utility>

namespace flipscope {

std::vector<FoundOutcome> findOutcomes(const Dataset& dataset, const std::vector<RunIndex>& runs, std::size_t most,
                                       const std::stop_token& stop) {
    std::vector<FoundOutcome> found;
    if (runs.size() < 2) return found;
    const std::vector<AlignedOutput> outputs = alignOutputs(dataset, runs);
    if (stop.stop_requested()) return found;
    const std::vector<VaryingField> fields = findVaryingFields(outputs);
    if (stop.stop_requested()) return found;
    std::vector<RankedField> ranked = rankFields(fields);
    if (ranked.size() > most) ranked.resize(most);
    for (RankedField& one : ranked) {
        if (stop.stop_requested()) return {};
        const VaryingField& field = fields[one.field];
        FoundOutcome outcome;
        outcome.values.source = sourceOfField(outputs, field) + one.outcome.source;  // how its numbers were read
        outcome.values.values = std::move(one.outcome.values);
        outcome.values.outcomesLookedAt = ranked.size();
        outcome.description = describeField(outputs, fields, one);
        outcome.distinct = field.texts.size();
        outcome.support = one.support;
        outcome.suggested = one.outcome.grouping;
        outcome.suggestedPattern = suggestPattern(dataset, runs, outputs, field);
        found.push_back(std::move(outcome));
    }
    return found;
}

}  // namespace flipscope
