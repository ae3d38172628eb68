#pragma once

// Pieces that several commands' JSON share. Only for the json_*.cpp files: nlohmann/json stays inside this folder.

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace flipscope::json {

// Members keep the order in which they are written: a reader finds the answer first.
using Json = nlohmann::ordered_json;

[[nodiscard]] Json number(double value);  // null when not finite
[[nodiscard]] Json number(const std::optional<double>& value);
[[nodiscard]] Json duration(const std::optional<Nanoseconds>& value);
[[nodiscard]] Json index(const std::optional<CandidateIndex>& value);
[[nodiscard]] Json runIds(const Dataset& dataset, const std::vector<RunIndex>& runs);
[[nodiscard]] Json keyIds(const Dataset& dataset, const std::vector<KeyIndex>& keys);

// "schema" and "command": the start of every document.
[[nodiscard]] Json head(std::string_view command);
// Adds "runs".
void addRuns(Json& document, const Dataset& dataset, const Analysis& analysis);
// Adds "problemCount", "problems", "notes", "load".
void addLoadReport(Json& document, const LoadReport& report);

// One key with its winners, verdicts, class statement and flip group.
[[nodiscard]] Json key(const Dataset& dataset, const Analysis& analysis, KeyIndex key);
[[nodiscard]] Json foundOutcomes(const Dataset& dataset, const Analysis& analysis,
                                 const std::vector<FoundOutcome>& found);

// Two blanks of indentation, invalid UTF-8 replaced, a line break at the end.
[[nodiscard]] std::string write(const Json& document);
// Without indentation and without the line break.
[[nodiscard]] std::string writeCompact(const Json& document);

}  // namespace flipscope::json
