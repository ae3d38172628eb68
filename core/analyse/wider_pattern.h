#pragma once

#include "core/analyse/outcomes.h"

#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// The regex with \S+ in place of what stands in its first group, when that takes digits, signs, dots and exponents
// only, as ([0-9.]+), (\d+\.\d+) or ([-+0-9.eE]+) do; null otherwise.
[[nodiscard]] std::optional<std::string> withAnyWord(const std::string& regex);

// Whether the wider pattern finds what `values` lacks: a value in a run without one, or nan or inf where the narrow one
// passed over it to another match. Null when it finds no more, or when a run that has a value would get another one
// otherwise, or when stop was requested. runs, values: as for valuesByPattern.
[[nodiscard]] std::optional<WiderPattern> findWiderPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                           const OutcomePattern& pattern,
                                                           const std::vector<std::optional<std::string>>& values,
                                                           const std::stop_token& stop = {});

// Where all runs with a value have the same one, and that is only the beginning of words that differ, as (\d+) takes 7
// of 7.0625: the pattern that takes the whole words, with those. Null otherwise, or when stop was requested.
[[nodiscard]] std::optional<WiderPattern> findWholeWords(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                                         const OutcomePattern& pattern,
                                                         const std::vector<std::optional<std::string>>& values,
                                                         const std::stop_token& stop = {});

}  // namespace flipscope
