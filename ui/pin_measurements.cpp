#include "ui/pin_measurements.h"

#include "core/pin/measurement_file.h"
#include "core/report/rerun_report.h"
#include "core/rerun/key_bucket.h"
#include "ui/rerun_export.h"

#include <optional>
#include <string>
#include <utility>

namespace flipscope {
namespace {

const KeyVerdict* keyOfRerun(const KeptRerun& rerun, const Dataset& dataset, const Analysis& analysis) {
    for (const KeyVerdict& key : analysis.keys)
        if (key.set && subjectOf(dataset, key) == rerun.subject) return &key;
    return nullptr;
}

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

Measurements measurementsOf(const KeptReruns& reruns, const Dataset& dataset, const Analysis& analysis,
                            const ClassAssumptions& assumptions) {
    Measurements all;
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
        Result<Measurements> found = measurementsIn(rerunJson(viewOf(kept, findings)), dataset, analysis);
        if (!found) continue;
        for (auto& [place, measurement] : found.value())
            all[place] = std::move(measurement);
    }
    return all;
}

}  // namespace flipscope
