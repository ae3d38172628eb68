#include "core/process/command_words.h"
#include "core/report/calibration_report.h"
#include "core/report/data_values.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

using Found = InstructionNumbers::Outcome;

constexpr std::size_t kReasonShown = 1000;

std::string shown(const std::optional<unsigned>& number) {
    return number ? std::to_string(*number) : "–";
}

std::string roundingInWords(const InstructionNumbers& numbers) {
    if (numbers.rounding) return *numbers.rounding == FinalRounding::towardZero ? "toward zero" : "to nearest even";
    return numbers.outcome == Found::fits ? "makes no difference" : "–";
}

Cell outcomeCell(Found outcome) {
    switch (outcome) {
        case Found::fits:
            return {"fits", Tone::good};
        case Found::doesNotFit:
            return {"does not fit", Tone::bad};
        case Found::operandsIgnored:
            return {"operands ignored", Tone::bad};
        case Found::notRun:
            return {"not run there", Tone::dim};
        case Found::failed:
            return {"failed", Tone::bad};
        case Found::notReached:
            break;
    }
    return {"not reached", Tone::dim};
}

Table numbersTable(const CardCalibration& calibration) {
    Table table;
    table.title = "Numbers that the probes found";
    table.columns = {{"operands", Align::left},   {"instruction", Align::left}, {"model", Align::left},
                     {"kept bits", Align::right}, {"group", Align::right},      {"rounding", Align::left},
                     {"probes", Align::right},    {"controls", Align::right}};
    for (const TypeCalibration& type : calibration.types) {
        for (const auto& [name, numbers] : {std::pair{"mma.sync", &type.mma}, {"WMMA", &type.cmma}}) {
            table.rows.push_back({{std::string(operandName(type.type))},
                                  {name},
                                  outcomeCell(numbers->outcome),
                                  {shown(numbers->keptFractionBits)},
                                  {shown(numbers->group)},
                                  {roundingInWords(*numbers)},
                                  {std::to_string(numbers->probes)},
                                  {std::to_string(numbers->controls)}});
        }
    }
    table.note =
        "probes: constructed sums that each tell one thing; controls: further results that the numbers had to "
        "predict.";
    return table;
}

Table checksumTable(const CardCalibration& calibration) {
    Table table;
    table.title = "Checksums on random shapes, device against emulator with these numbers";
    table.columns = {{"operands", Align::left}, {"inputs", Align::left},
                     {"equal", Align::right},   {"different", Align::right},
                     {"missing", Align::right}, {"first that is not equal", Align::left, true}};
    for (const TypeCalibration& type : calibration.types) {
        if (!type.core) continue;
        for (const auto& [name, tally] : {std::pair{"seeded", &type.seeded}, {"cancelling", &type.cancelling}}) {
            table.rows.push_back({{std::string(operandName(type.type))},
                                  {name},
                                  {std::to_string(tally->equal), tally->equal > 0 ? Tone::good : Tone::plain},
                                  {std::to_string(tally->different), tally->different > 0 ? Tone::bad : Tone::plain},
                                  {std::to_string(tally->missing), tally->missing > 0 ? Tone::bad : Tone::plain},
                                  {printable(tally->firstContrary, kReasonShown)}});
        }
    }
    table.note =
        "cancelling: random products that are there with both signs, so that only what the arithmetic loses is "
        "left.";
    return table;
}

// What stands against each type, in words.
std::vector<std::string> contradictions(const CardCalibration& calibration) {
    std::vector<std::string> items;
    for (const TypeCalibration& type : calibration.types) {
        const std::string name(operandName(type.type));
        if (!type.because.empty()) items.push_back(name + ": " + printable(type.because, kReasonShown));
        if (type.core && !type.isVerified() && !calibration.stopped) {
            items.push_back(name + ": the checksums below do not confirm the numbers");
        }
    }
    return items;
}

bool isContradicted(const CardCalibration& calibration) {
    return std::any_of(calibration.types.begin(), calibration.types.end(), [](const TypeCalibration& type) {
        return type.mma.outcome == Found::doesNotFit || type.cmma.outcome == Found::doesNotFit;
    });
}

void addAnswer(Document& document, const CalibrationView& view) {
    const CardCalibration& found = view.calibration;
    if (found.isVerified()) {
        const bool isReal = view.hello.means != RerunMeans::emulated;
        document.paragraph("The model fits, and the emulator gives every checksum of the device.", Tone::good);
        if (!isReal) {
            document.paragraph(
                "The device is itself emulated: the numbers say nothing about hardware, and the card "
                "file says so.",
                Tone::warn);
        }
    } else if (found.stopped) {
        document.paragraph("Stopped before the end; no card file was written.", Tone::warn);
    } else if (!found.failure.empty()) {
        document.paragraph("The calibration could not be done: " + printable(found.failure, kReasonShown), Tone::bad);
    } else if (isContradicted(found)) {
        document.paragraph(
            "The emulator's model does not fit this device, so no card file was written. What contradicts "
            "it stands below. Re-run candidates on the device itself.",
            Tone::bad);
    } else {
        document.paragraph(
            "No card file was written: not every operand type that the device runs fits the model and is "
            "confirmed by checksums. Below is how far it came.",
            Tone::bad);
    }
    if (view.isWritten) {
        document.paragraph("Written: " + printable(view.cardFile));
        document.command("flipscope-cli rerun RUNS --key KEY --card-file " + quotedForShell(view.cardFile),
                         "emulates the candidates of a key on this card");
    }
}

}  // namespace

std::string_view operandName(ElementType type) {
    return type == ElementType::f32 ? "TF32" : toString(type);
}

std::string deviceInWords(const WorkerDevice& device) {
    std::vector<std::string> parts;
    if (!device.computeCapability.empty()) parts.push_back("compute capability " + printable(device.computeCapability));
    if (!device.driver.empty()) parts.push_back("driver " + printable(device.driver));
    std::string words = printable(device.name);
    for (std::size_t i = 0; i < parts.size(); ++i)
        words += (i == 0 ? " (" : ", ") + parts[i];
    return words + (parts.empty() ? "" : ")");
}

DataTable calibrationTable(const CalibrationView& view) {
    DataTable table;
    table.name = "calibrate";
    table.columns = {"operands",
                     "instruction",
                     "outcome",
                     "kept_fraction_bits",
                     "group",
                     "rounding",
                     "probes",
                     "controls",
                     "because",
                     "verified",
                     "seeded_equal",
                     "seeded_different",
                     "seeded_missing",
                     "cancelling_equal",
                     "cancelling_different",
                     "cancelling_missing"};
    const auto number = [](const std::optional<unsigned>& value) { return value ? wholeValue(*value) : DataValue(); };
    for (const TypeCalibration& type : view.calibration.types) {
        for (const auto& [name, numbers] : {std::pair{"mma", &type.mma}, {"cmma", &type.cmma}}) {
            std::vector<DataValue>& row = table.rows.emplace_back(std::vector<DataValue>{
                textValue(operandName(type.type)), textValue(name), textValue(toString(numbers->outcome)),
                number(numbers->keptFractionBits), number(numbers->group),
                numbers->rounding ? textValue(toString(*numbers->rounding)) : DataValue(), wholeValue(numbers->probes),
                wholeValue(numbers->controls), textValue(numbers->because), type.isVerified()});
            for (const ChecksumTally* tally : {&type.seeded, &type.cancelling}) {
                for (const std::size_t count : {tally->equal, tally->different, tally->missing})
                    row.push_back(wholeValue(count));
            }
        }
    }
    return table;
}

Document calibrationDocument(const CalibrationView& view) {
    Document document;
    document.title = "Calibration of " + printable(view.cardName);
    addAnswer(document, view);
    document.list(contradictions(view.calibration));
    document.paragraph("Device: " + deviceInWords(view.device) + "; worker: " + printable(view.hello.name) + ", " +
                       std::string(toString(view.hello.means)) + ".");
    document.table(numbersTable(view.calibration));
    if (Table checksums = checksumTable(view.calibration); !checksums.rows.empty())
        document.table(std::move(checksums));
    for (const std::string& note : view.hello.notes)
        document.paragraph("The worker notes: " + printable(note), Tone::dim);
    return document;
}

}  // namespace flipscope
