#pragma once

#include "core/report/self_check_report.h"

namespace flipscope::test {

inline SelfCheckPart equalPart() {
    SelfCheckPart part;
    part.classes = {{"", 0, 0, 3, 0, 0, 0}, {"f32/ascending", 5, 0, 0, 1, 0, 0}, {"tf32-rna/g8", 7, 0, 0, 0, 0, 0}};
    return part;
}

inline SelfCheckPart differentPart() {
    SelfCheckPart part = equalPart();
    part.classes[2].different = 2;
    part.contraries = {"matmul_x\x1b[31m, 3×4×5: aa, expected bb"};
    return part;
}

// Emulator and GPU equal.
inline SelfCheckView equalCheck() {
    SelfCheckView view;
    view.version = "1.2";
    view.date = "2026-11-30T12:00:00Z";
    view.emulator = equalPart();
    view.mustRun = true;
    view.device = WorkerDevice{"0", "NVIDIA H200", "9.0", "CUDA 13.0", 0, ""};
    view.cardName = "Hopper";
    view.deviceCells = equalPart();
    view.deviceShapes = equalPart();
    return view;
}

// No GPU there.
inline SelfCheckView skippedCheck() {
    SelfCheckView view = equalCheck();
    view.mustRun = false;
    view.device.reset();
    view.deviceCells.reset();
    view.deviceShapes.reset();
    view.cardName.clear();
    view.skipped = "the worker has no device";
    return view;
}

}  // namespace flipscope::test
