#pragma once

#include "core/analyse/outcomes.h"
#include "core/model/dataset.h"

#include <QString>

namespace flipscope {

// The outcome in words, as the panels show it. Plain text; strings from logs are shortened and made printable.

// The letter by which the matrix marks an outcome group: A, B, … Z, then their number; "–" for a negative one.
[[nodiscard]] QString groupLetter(int group);

// "A “clean” (2 runs), B “exploded” (4 runs)", or that the numbers of so many runs are ranked and not grouped.
[[nodiscard]] QString groupsInWords(const Outcome& outcome);

// What a pattern passes over and why, as the command line says it. wider: its positions are RunIndex values.
[[nodiscard]] QString passedOverInWords(const Dataset& dataset, const WiderPattern& wider);

}  // namespace flipscope
