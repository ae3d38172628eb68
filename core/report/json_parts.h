#pragma once

// Pieces that several commands' JSON share. Only for the json_*.cpp files: nlohmann/json stays inside this folder.

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/unknown_winners.h"
#include "core/pin/pin.h"
#include "core/report/json_writer.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope::json {

[[nodiscard]] Json number(double value);  // null when not finite
[[nodiscard]] Json number(const std::optional<double>& value);
[[nodiscard]] Json duration(const std::optional<Nanoseconds>& value);
[[nodiscard]] Json index(const std::optional<CandidateIndex>& value);
[[nodiscard]] Json runIds(const Dataset& dataset, const std::vector<RunIndex>& runs);
[[nodiscard]] Json keyIds(const Dataset& dataset, const std::vector<KeyIndex>& keys);

// Adds "runs".
void addRuns(JsonWriter& writer, const Dataset& dataset, const Analysis& analysis);
[[nodiscard]] Json problem(const Problem& problem);
// Keys that can neither be said to flip nor not to, with the reasons.
[[nodiscard]] Json unknownWinners(const Dataset& dataset, const UnknownWinners& unknown);
// Adds "problemCount", "problems", "notes", "load".
void addLoadReport(JsonWriter& writer, const LoadReport& report);

// "key", "label", "index" and "name" of each.
[[nodiscard]] Json choices(const std::vector<Pin>& pins);

// One pair of candidates of the key, judged.
[[nodiscard]] Json pairVerdict(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair);

// Of a key that flips: its winners are predicted, from names or by emulation, to compute the same bits.
[[nodiscard]] bool isPredictedHarmless(const Analysis& analysis, const KeyVerdict& key);
// The same measured (see isMeasured) and not contradicted by a proof that the key makes the difference.
[[nodiscard]] bool isMeasuredHarmless(const Analysis& analysis, const KeyVerdict& key);

// One key with its winners, verdicts, class statement and flip group.
[[nodiscard]] Json key(const Dataset& dataset, const Analysis& analysis, KeyIndex key);
[[nodiscard]] Json foundOutcome(const Dataset& dataset, const Analysis& analysis, const FoundOutcome& outcome);
// Run id -> value, null without one. values: by matrix column.
[[nodiscard]] Json valuesOfRuns(const Dataset& dataset, const Analysis& analysis,
                                const std::vector<std::optional<std::string>>& values);

}  // namespace flipscope::json
