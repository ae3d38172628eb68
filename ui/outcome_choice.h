#pragma once

#include "core/analyse/outcomes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Where the values of the outcome come from. best: the best supported of those found in the output, taken as long as
// the user has chosen nothing, as the command line does.
enum class OutcomeKind : std::uint8_t { best, none, pattern, found, labels, exitStatus };

// One of the outcomes that were found, named so that it is known again when the runs are read again: found outcomes
// have no ids, and two of them can have one description.
struct FoundName {
    std::string description, source, pattern;  // of FoundOutcome; pattern: suggestedPattern
    std::size_t position = 0;                  // in the list when it was chosen: decides between equal names
};

struct OutcomeChoice {
    OutcomeKind kind = OutcomeKind::best;
    OutcomePattern pattern;  // kind pattern
    FoundName found;         // kind found
    Grouping grouping = Grouping::automatic;
    std::optional<double> threshold;  // grouping byThreshold
};

// Takes one of the found outcomes, with the grouping that suits it. Precondition: position < found.size().
[[nodiscard]] OutcomeChoice choiceOfFound(const std::vector<FoundOutcome>& found, std::size_t position);

// Which of the found outcomes is chosen: by description and source, else by an equal pattern (the line may have moved).
// Empty for other kinds, and when it is no longer among them.
[[nodiscard]] std::optional<std::size_t> chosenOf(const std::vector<FoundOutcome>& found, const OutcomeChoice& choice);

// Whether both ask for the same values in the same groups; what their kinds do not use does not count.
[[nodiscard]] bool sameOutcome(const OutcomeChoice& a, const OutcomeChoice& b);

}  // namespace flipscope
