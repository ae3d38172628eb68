#pragma once

#include "core/pin/pin_classes.h"
#include "core/pin/pin_rules.h"

#include <vector>

namespace flipscope {

// Adds what another re-run found out. Of one candidate the larger error counts, and a refusal or a finding in either.
// Classes are letters of one report: those of the second are translated by the candidates that both have, candidates of
// a class that only the second saw get it with its number behind ("measured-B/2"), and where the two reports group the
// candidates that both have differently the second's classes of that key are left out. Told, a sentence each:
// candidates that ran in one and were refused in the other, and keys with different classes. number: of the report,
// from 2. Thread rule: any thread.
[[nodiscard]] std::vector<PinWarning> mergeMeasurements(Measurements& known, const Measurements& more,
                                                        std::size_t number);

}  // namespace flipscope
