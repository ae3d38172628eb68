#pragma once

#include "ui/suspects_found.h"

#include <QString>
#include <optional>

namespace flipscope {

// What was found about an outcome in words, plain text. Sentences of core/report where it has them.

// Whether and how many keys go with the outcome.
[[nodiscard]] QString answerInWords(const SuspectsFound& found);

// What luck alone would give, beside which every answer stands.
[[nodiscard]] QString luckInWords(const SuspectsFound& found);

// "separates the outcome, adjusted p < 0.0001", of one suspect.
[[nodiscard]] QString strengthInWords(const SuspectsFound& found, const Suspect& suspect);

// The verdict on the two winners that the suspect is about; null with fewer than two winners.
[[nodiscard]] std::optional<PairVerdict> verdictOf(const SuspectsFound& found, const Suspect& suspect);

// Whether its flip changes bits, predicted or from a re-run; one that changes none cannot have changed the outcome.
[[nodiscard]] const ClassStatement& statementOn(const SuspectsFound& found, const Suspect& suspect);

// Everything about one suspect, the decisive first.
[[nodiscard]] QString suspectInWords(const SuspectsFound& found, const Suspect& suspect);

}  // namespace flipscope
