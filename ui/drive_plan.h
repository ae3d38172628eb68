#pragma once

#include "core/model/result.h"
#include "ui/drive_settings.h"
#include "ui/drive_values.h"
#include "ui/outcome_choice.h"

#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace flipscope {

// From what the user chose in the window to the plans of core/drive. No widgets; thread rule: any thread.

// How a new run of the program is judged.
struct RunJudging {
    OutcomeReading reading;
    bool byGap = false;
    std::optional<double> threshold;
};
// By the test program of the settings if there is one, else by the outcome in view (outcome: as grouped; may be null).
// An Error says why that cannot judge a new run: labels by hand are of runs that exist.
[[nodiscard]] Result<RunJudging> judgingOf(const DriveSettings& settings, const OutcomeChoice& choice,
                                           const std::vector<FoundOutcome>& found, const Outcome* outcome);

// A program and where its results go.
struct DriveStart {
    DrivenProgram program;
    std::string folder;    // absolute, of the results
    QStringList cautions;  // sentences: what the user should know before
};
// folder: as typed. An Error: no command, an open quote, a folder that cannot be entered.
[[nodiscard]] Result<DriveStart> driveStartOf(const DriveSettings& settings, const QString& folder);

// What a bisection is to be made of.
struct ProofRequest {
    std::shared_ptr<const Dataset> dataset;
    std::vector<RunIndex> good, bad;
    DriveSettings settings;
    RunJudging judging;
};
// What would be run. plan is complete but for the base database.
struct ProofPlan {
    std::shared_ptr<const Dataset> dataset;
    BisectionWish wish;
    BisectionPlan plan;
    QStringList cautions;
    QString problem;  // why it cannot be run yet; the choices and the rule are known all the same
};
[[nodiscard]] Result<std::shared_ptr<const ProofPlan>> planProof(const ProofRequest& request,
                                                                 const std::stop_token& stop);

struct ForceRequest {
    std::shared_ptr<const Dataset> dataset;
    RunIndex base;
    ForcedChoice choice;
    DriveSettings settings;
    std::optional<RunJudging> judging;  // null: the whole output is compared
};
struct ForcePlan {
    std::shared_ptr<const Dataset> dataset;
    RunIndex base;
    ForcingPlan plan;
    QStringList cautions;
    QString problem;
};
[[nodiscard]] Result<std::shared_ptr<const ForcePlan>> planForce(const ForceRequest& request);

// An Error: see driveStartOf; an open quote in the launcher.
struct CollectPlan {
    CollectionPlan plan;
    QStringList cautions;
};
[[nodiscard]] Result<CollectPlan> planCollection(const DriveSettings& settings);

}  // namespace flipscope
