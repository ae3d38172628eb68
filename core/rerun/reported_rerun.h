#pragma once

#include "core/analyse/analysis.h"
#include "core/model/result.h"
#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_target.h"

#include <string_view>
#include <vector>

namespace flipscope {

// A re-run as its JSON report tells it (`flipscope-cli rerun --format json`, docs/json.schema.json), of a key of some
// runs. Patterns and timings are not read.
struct ReportedRerun {
    KeyIndex key;
    RerunTarget target;  // the key in these runs
    KeptRerun rerun;     // places of its requests: by this key, whatever the report says
};

// An Error says what is wrong: no report of that version, a key that these runs do not have or that cannot be re-run,
// candidates that have another name here, no round, or a round that no re-run gives. Never throws on hostile input; the
// words of an Error may be hostile. Any thread.
[[nodiscard]] Result<ReportedRerun> reportedRerun(std::string_view json, const Dataset& dataset,
                                                  const Analysis& analysis);

// The requests that say something about the key: its own problem in dense rows, and what else it stands for.
[[nodiscard]] std::vector<RerunRound> roundsOfKey(const std::vector<RerunRound>& rounds, const RerunTarget& target);

// Whether a request is the key's own problem, dense.
[[nodiscard]] bool isOwnProblem(const RerunRequest& request, const RerunTarget& target);

}  // namespace flipscope
