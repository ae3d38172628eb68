#include "ui/pin_measurements.h"

#include "core/pin/measurement_file.h"
#include "core/pin/measurement_merge.h"
#include "core/report/rerun_report.h"
#include "core/rerun/measured_classes.h"
#include "ui/rerun_export.h"

#include <string>

namespace flipscope {

PinMeasurements measurementsOf(const KeptReruns& reruns, const Dataset& dataset, const Analysis& analysis,
                               const ClassAssumptions& assumptions) {
    PinMeasurements all;
    std::size_t number = 0;
    for (const auto& rerun : reruns) {
        if (rerun->subject.keyJson.empty()) continue;
        if (!isAssumed(*rerun, basisOf(rerun->report.rounds), assumptions)) continue;
        const KeyVerdict* key = keyOfRerun(*rerun, dataset, analysis);
        if (key == nullptr) continue;
        KeptRerun kept = *rerun;
        kept.keyId = keyOf(dataset, key->key).id;
        const RerunFindings findings = findingsOf(kept);
        const Result<Measurements> found = measurementsIn(rerunJson(viewOf(kept, findings)), dataset, analysis);
        if (!found || found.value().empty()) continue;
        const std::vector<PinWarning> told = mergeMeasurements(all.found, found.value(), ++number);
        all.told.insert(all.told.end(), told.begin(), told.end());
    }
    return all;
}

}  // namespace flipscope
