#pragma once

#include "core/report/data_table.h"
#include "core/report/document.h"
#include "core/rerun/self_check.h"

#include <optional>
#include <string>

namespace flipscope {

// A self-check as a document, as a table for scripts and as JSON (docs/json.schema.json).
struct SelfCheckView {
    std::string version;     // of the program
    std::string date;        // 2026-11-30T12:00:00Z
    SelfCheckPart emulator;  // against the measured checksums
    // The device part. Either there is a device, or `skipped` says why nothing ran on one.
    std::string skipped;
    bool mustRun = false;  // a device part that did not run is a failure: a device was there, or was asked for
    std::optional<WorkerDevice> device;
    std::string cardName;                       // whose numbers the device was compared with
    std::optional<SelfCheckPart> deviceCells;   // the device against the measured checksums, where it is such a card
    std::optional<SelfCheckPart> deviceShapes;  // the device against the emulator

    // Nothing that was compared differs, and what had to run did.
    [[nodiscard]] bool passed() const;
};

[[nodiscard]] Document selfCheckDocument(const SelfCheckView& view);
// A row for each class of each part that ran; the part as in JSON.
[[nodiscard]] DataTable selfCheckTable(const SelfCheckView& view);
[[nodiscard]] std::string selfCheckJson(const SelfCheckView& view);

}  // namespace flipscope
