#pragma once

#include "core/report/data_table.h"
#include "core/report/document.h"
#include "core/rerun/card_calibration.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// A calibration as a document, as a table for scripts and as JSON (docs/json.schema.json).
struct CalibrationView {
    std::string cardName;    // that was asked for
    std::string cardFile;    // that was asked for
    bool isWritten = false;  // cardFile was
    const WorkerHello& hello;
    const WorkerDevice& device;
    const CardCalibration& calibration;
};

[[nodiscard]] Document calibrationDocument(const CalibrationView& view);
// A row for each matrix instruction of each operand type, with the checksums of that type; names as in JSON.
[[nodiscard]] DataTable calibrationTable(const CalibrationView& view);
[[nodiscard]] std::string calibrationJson(const CalibrationView& view);

// "fits", "doesNotFit" and so on, as in JSON.
[[nodiscard]] std::string_view toString(InstructionNumbers::Outcome outcome);
// "TF32", "f16", "bf16".
[[nodiscard]] std::string_view operandName(ElementType type);
// "NVIDIA H200 (compute capability 9.0, driver CUDA 13.0)", without what the worker does not say.
[[nodiscard]] std::string deviceInWords(const WorkerDevice& device);

}  // namespace flipscope
