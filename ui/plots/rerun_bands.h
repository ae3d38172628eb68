#pragma once

#include "core/rerun/rerun_session.h"
#include "ui/plots/candidate_bands.h"

namespace flipscope {

// The times of a re-run as rows of the band plot, fastest first: the thick bar is the band from the 20th to the 80th
// percentile, the thin one goes from the smallest to the largest sample. A candidate timed more than once counts with
// its first time. Candidates without times are left out.
[[nodiscard]] CandidateBands rerunBands(const RerunReport& report);

}  // namespace flipscope
