#include "core/report/calibration_report.h"
#include "core/report/json_parts.h"

namespace flipscope {

using json::Json;

namespace {

using Found = InstructionNumbers::Outcome;

Json numberOrNull(const std::optional<unsigned>& number) {
    return number ? Json(*number) : Json(nullptr);
}

Json roundingOrNull(const std::optional<FinalRounding>& rounding) {
    return rounding ? Json(toString(*rounding)) : Json(nullptr);
}

Json instructionJson(const InstructionNumbers& numbers) {
    Json value = {{"outcome", toString(numbers.outcome)}, {"because", numbers.because}};
    json::append(value, "keptFractionBits", numberOrNull(numbers.keptFractionBits));
    json::append(value, "group", numberOrNull(numbers.group));
    json::append(value, "rounding", roundingOrNull(numbers.rounding));
    json::append(value, "probes", numbers.probes);
    json::append(value, "controls", numbers.controls);
    return value;
}

Json tallyJson(const ChecksumTally& tally) {
    return {{"equal", tally.equal},
            {"different", tally.different},
            {"missing", tally.missing},
            {"firstContrary", tally.firstContrary}};
}

Json typeJson(const TypeCalibration& type) {
    Json value = {{"operands", operandName(type.type)}, {"verified", type.isVerified()}, {"because", type.because}};
    json::append(value, "mma", instructionJson(type.mma));
    json::append(value, "cmma", instructionJson(type.cmma));
    json::append(value, "seededChecksums", tallyJson(type.seeded));
    json::append(value, "cancellingChecksums", tallyJson(type.cancelling));
    return value;
}

}  // namespace

std::string_view toString(InstructionNumbers::Outcome outcome) {
    switch (outcome) {
        case Found::fits:
            return "fits";
        case Found::doesNotFit:
            return "doesNotFit";
        case Found::operandsIgnored:
            return "operandsIgnored";
        case Found::notRun:
            return "notRun";
        case Found::failed:
            return "failed";
        case Found::notReached:
            break;
    }
    return "notReached";
}

std::string calibrationJson(const CalibrationView& view) {
    JsonWriter writer("calibrate");
    writer.add("card", view.cardName);
    writer.add("device", view.device.name);
    writer.add("computeCapability", view.device.computeCapability);
    writer.add("driver", view.device.driver);
    writer.add("worker", view.hello.name);
    writer.add("means", toString(view.hello.means));
    writer.add("verified", view.calibration.isVerified());
    writer.add("failure", view.calibration.failure);
    writer.add("stopped", view.calibration.stopped);
    writer.add("written", view.isWritten ? Json(view.cardFile) : Json(nullptr));
    writer.addArray("types", view.calibration.types.size(),
                    [&](std::size_t i) { return typeJson(view.calibration.types[i]); });
    return writer.take();
}

}  // namespace flipscope
