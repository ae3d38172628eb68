#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"
#include "tests/support/dataset_builder.h"
#include "ui/models/suspect_table_model.h"

#include <memory>

namespace flipscope::testing {

// Eight runs labelled good four times, then bad four times. key1 separates them, key2 flips otherwise, key3 never
// flips.
struct LabelledRuns {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const SuspectsFound> found;
};

inline LabelledRuns labelledRuns() {
    DatasetBuilder builder;
    builder.addWinners({{0, 0, 0, 0, 1, 1, 1, 1}, {2, 1, 2, 1, 2, 1, 2, 1}, {0, 0, 0, 0, 0, 0, 0, 0}});
    LabelledRuns runs;
    runs.dataset = std::make_shared<const Dataset>(builder.take());
    runs.analysis = std::make_shared<const Analysis>(analyse(*runs.dataset).value());
    OutcomeValues values;
    values.source = "labels by hand";
    for (const char* label : {"good", "good", "good", "good", "bad", "bad", "bad", "bad"})
        values.values.emplace_back(label);
    const auto outcome = std::make_shared<const Outcome>(groupOutcome(values, Grouping::byText).value());
    runs.found = std::make_shared<const SuspectsFound>(
        SuspectsFound{runs.dataset, runs.analysis, outcome,
                      findSuspects(runs.analysis->matrix, runs.analysis->groups, *outcome).value()});
    return runs;
}

}  // namespace flipscope::testing
