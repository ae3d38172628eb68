#include "ui/jobs/drive_work.h"

#include "core/report/drive_words.h"
#include "ui/text.h"

#include <utility>

namespace flipscope {
namespace {

// Fills in the base database; an Error or Cancelled when there is none.
Result<TrialSettings> withBase(TrialSettings trials, TrialClaim& claim, const Dataset& dataset,
                               const std::vector<RunIndex>& runs, const std::function<void()>& recording,
                               const std::stop_token& stop) {
    const Result<std::optional<RecordedRun>> without = findBaseDatabase(trials, claim, dataset, runs, recording, stop);
    if (without.cancelled()) return Cancelled{};
    if (!without) return Error{without.errorMessage()};
    if (without.value()) return Error{noDatabaseWords(*without.value())};
    return trials;
}

}  // namespace

Result<std::shared_ptr<const ProofEnd>> runProof(const ProofPlan& proof, const std::function<void(ProofLive)>& tell,
                                                 const std::stop_token& stop) {
    auto run = std::make_shared<ProofPlan>(proof);
    Result<TrialClaim> claim = claimTrials(run->plan.trials.folder);
    if (!claim) return Error{claim.errorMessage()};
    Result<TrialSettings> trials = withBase(
        run->plan.trials, claim.value(), *run->dataset, runsForBase(run->plan, run->wish),
        [&tell] {
            tell({{}, shown(kRecordingRunWords)});
        },
        stop);
    if (trials.cancelled()) return Cancelled{};
    if (!trials) return Error{trials.errorMessage()};
    run->plan.trials = std::move(trials).value();
    Result<Bisection> bisection = bisect(
        run->plan, claim.value(),
        [&tell](const BisectionProgress& progress) {
            tell({progress.trials, shown(inWords(progress))});
        },
        stop);
    if (bisection.cancelled()) return Cancelled{};
    if (!bisection) return Error{bisection.errorMessage()};
    return std::shared_ptr<const ProofEnd>(
        std::make_shared<ProofEnd>(ProofEnd{std::move(run), std::move(bisection).value()}));
}

Result<std::shared_ptr<const ForceEnd>> runForce(const ForcePlan& force, const std::function<void(QString)>& tell,
                                                 const std::stop_token& stop) {
    auto run = std::make_shared<ForcePlan>(force);
    Result<TrialClaim> claim = claimTrials(run->plan.trials.folder);
    if (!claim) return Error{claim.errorMessage()};
    Result<TrialSettings> trials = withBase(
        run->plan.trials, claim.value(), *run->dataset, {run->base}, [&tell] { tell(shown(kRecordingRunWords)); },
        stop);
    if (trials.cancelled()) return Cancelled{};
    if (!trials) return Error{trials.errorMessage()};
    run->plan.trials = std::move(trials).value();
    Result<Forcing> forcing = forceChoices(
        run->plan, claim.value(), [&tell](const ForcingProgress& progress) { tell(shown(inWords(progress))); }, stop);
    if (forcing.cancelled()) return Cancelled{};
    if (!forcing) return Error{forcing.errorMessage()};
    return std::shared_ptr<const ForceEnd>(
        std::make_shared<ForceEnd>(ForceEnd{std::move(run), std::move(forcing).value()}));
}

}  // namespace flipscope
