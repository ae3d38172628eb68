#include "ui/pin_measurements.h"

#include "core/pin/measurement_file.h"
#include "core/pin/measurement_merge.h"
#include "core/report/rerun_report.h"
#include "core/rerun/key_bucket.h"
#include "ui/rerun_export.h"

#include <optional>
#include <string>
#include <utility>

namespace flipscope {
namespace {

// The re-run with those of its inputs that are the key's.
KeptRerun ofKeyOnly(const KeptRerun& rerun, const TuningKey& key, const RerunTarget& target) {
    const Result<KeyBucket> bucket = bucketOfKey(key);
    KeptRerun kept = rerun;
    kept.keyId = key.id;
    std::erase_if(kept.report.rounds, [&](const RerunRound& round) {
        const RerunRequest& request = round.request;
        const bool isOwn = request.problem == target.problem && request.placement == OperandPlacement{};
        return !isOwn && !(bucket && standsFor(bucket.value(), request.problem, request.placement));
    });
    return kept;
}

}  // namespace

PinMeasurements measurementsOf(const KeptReruns& reruns, const Dataset& dataset, const Analysis& analysis,
                               const ClassAssumptions& assumptions) {
    PinMeasurements all;
    std::size_t number = 0;
    for (const auto& rerun : reruns) {
        if (rerun->subject.keyJson.empty()) continue;
        if (rerun->generation && assumptions.card && rerun->generation != assumptions.card) continue;
        const KeyVerdict* key = keyOfRerun(*rerun, dataset, analysis);
        if (key == nullptr) continue;
        const Result<RerunTarget> target = rerunTargetOf(dataset, *key);
        if (!target) continue;
        const KeptRerun kept = ofKeyOnly(*rerun, keyOf(dataset, key->key), target.value());
        if (kept.report.rounds.empty()) continue;
        const RerunFindings findings = findingsOf(kept);
        const Result<Measurements> found = measurementsIn(rerunJson(viewOf(kept, findings)), dataset, analysis);
        if (!found) continue;
        const std::vector<PinWarning> told = mergeMeasurements(all.found, found.value(), ++number);
        all.told.insert(all.told.end(), told.begin(), told.end());
    }
    return all;
}

}  // namespace flipscope
