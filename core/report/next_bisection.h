#pragma once

#include "core/report/documents.h"

#include <vector>

namespace flipscope {

// Adds the line of `bisect` that looks for the cause of the outcome, with a run of each of its two largest groups and
// the options that judge new runs alike, as far as they are known: a run inside an archive is left open, as is the test
// that labels by hand need. Which side is good is as sideOrder says; where it guesses or does not know, the words
// say that the sides may have to be exchanged. found: as for suspectsDocument. Thread rule: any thread.
void addNextBisection(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                      const std::vector<FoundOutcome>& found, const DocumentOptions& options);

}  // namespace flipscope
