#pragma once

#include "ui/drive_plan.h"
#include "ui/jobs/driven_job.h"

#include <QString>
#include <memory>
#include <vector>

namespace flipscope {

// What runs on the thread of a DrivenJob. No widgets.

// A bisection on its way: what has been tried, and what is being done in words.
struct ProofLive {
    std::vector<JournalTrial> trials;
    QString doing;
};
// With the plan that was run, base database included.
struct ProofEnd {
    std::shared_ptr<const ProofPlan> proof;
    Bisection bisection;
};
// Runs the program once for a database where none of the runs has one, then bisects. After a stop request: what there
// is so far, or Cancelled before the first trial.
[[nodiscard]] Result<std::shared_ptr<const ProofEnd>> runProof(const ProofPlan& proof,
                                                               const std::function<void(ProofLive)>& tell,
                                                               const std::stop_token& stop);

struct ForceEnd {
    std::shared_ptr<const ForcePlan> force;
    Forcing forcing;
};
[[nodiscard]] Result<std::shared_ptr<const ForceEnd>> runForce(const ForcePlan& force,
                                                               const std::function<void(QString)>& tell,
                                                               const std::stop_token& stop);

}  // namespace flipscope
