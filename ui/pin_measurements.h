#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "core/pin/pin_classes.h"
#include "core/pin/pin_rules.h"
#include "ui/rerun_values.h"

#include <vector>

namespace flipscope {

struct PinMeasurements {
    Measurements found;
    std::vector<PinWarning> told;  // where re-runs contradict each other
};

// What the re-runs of a session say about candidates that may be pinned, as `pin make --measured` takes it from their
// exported reports, one after another (see mergeMeasurements). Left out are those of keys or candidate sets that the
// analysis does not compare, inputs that the key does not stand for, and what does not speak for the assumed card and
// code generator (isAssumed). Any thread.
[[nodiscard]] PinMeasurements measurementsOf(const KeptReruns& reruns, const Dataset& dataset, const Analysis& analysis,
                                             const ClassAssumptions& assumptions);

}  // namespace flipscope
