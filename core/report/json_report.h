#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/run_difference.h"
#include "core/analyse/suspects.h"
#include "core/report/data_table.h"
#include "core/report/forcing.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The analysis as JSON for scripts, by docs/json.schema.json. One object, UTF-8 (invalid bytes of names replaced),
// numbers in the C locale; what is not known or not finite is null. Durations end in "Ns" and are whole nanoseconds,
// margins and probabilities are fractions. Equal input gives equal text.

[[nodiscard]] std::string summaryJson(const Dataset& dataset, const Analysis& analysis);
[[nodiscard]] std::string diffJson(const Dataset& dataset, const Analysis& analysis, const RunDifference& difference);
[[nodiscard]] std::string keyJson(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                  const std::vector<ChoicePlace>& places = {});
// found: the outcomes offered when the user named none, best first; empty otherwise.
[[nodiscard]] std::string suspectsJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                                       const SuspectsResult& result, const std::vector<FoundOutcome>& found = {});
[[nodiscard]] std::string outcomesJson(const Dataset& dataset, const Analysis& analysis,
                                       const std::vector<FoundOutcome>& found);
// `export`: columns and rows as they are.
[[nodiscard]] std::string toJson(const DataTable& table);

}  // namespace flipscope
