#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "core/pin/pin_classes.h"
#include "ui/rerun_values.h"

namespace flipscope {

// What the re-runs of a session say about candidates that may be pinned, as `pin make --measured` takes it from their
// exported reports. Left out are those of keys or candidate sets that the analysis does not compare, inputs that the
// key does not stand for, and emulations of another card than the assumed one. Any thread.
[[nodiscard]] Measurements measurementsOf(const KeptReruns& reruns, const Dataset& dataset, const Analysis& analysis,
                                          const ClassAssumptions& assumptions);

}  // namespace flipscope
