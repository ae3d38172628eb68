#pragma once

#include "core/analyse/analysis.h"
#include "core/handover/handover.h"
#include "core/model/dataset.h"
#include "ui/rerun_values.h"

#include <QStringList>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

class ViewState;

// What the window knows that goes into a report for maintainers. Shared values only, so that it can be written on
// another thread.
struct HandoverPlan {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;  // its runs are those of the report
    ClassAssumptions assumptions;
    std::optional<NamedOutcome> outcome;
    KeptReruns reruns;
    std::vector<std::string> trials, paths;  // see HandoverRequest
    std::string version;
};

// paths: of the runs, as the user gave them. The trials are those of the folder that the page “Prove” names, where
// forcing has proven keys of these runs. Precondition: the state has an analysis. Thread rule: UI thread only.
[[nodiscard]] HandoverPlan handoverPlanOf(const ViewState& state, const QStringList& paths);

// As writeHandover of core/handover, which tells the errors. Re-runs of other keys or candidate sets than those of the
// runs are left out. Thread rule: any thread; takes seconds.
[[nodiscard]] Result<WrittenHandover> writePlanned(const HandoverPlan& plan, const std::string& folder,
                                                   const std::stop_token& stop);

}  // namespace flipscope
