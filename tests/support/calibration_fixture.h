#pragma once

#include "core/report/calibration_report.h"

namespace flipscope::test {

// An emulated device: TF32 fits and is verified; f16 is contradicted by a probe with a hostile text; bf16 is absent.
struct CalibrationCase {
    WorkerHello hello;
    WorkerDevice device{"0", "Odd\x1b[31m", "9.0", "CUDA 13.0", 0, ""};
    CardCalibration calibration;

    CalibrationCase() {
        hello.name = "flipscope-worker";
        hello.means = RerunMeans::emulated;
        InstructionNumbers fits;
        fits.outcome = InstructionNumbers::Outcome::fits;
        fits.group = 8;
        fits.keptFractionBits = 25;
        fits.rounding = FinalRounding::towardZero;
        fits.probes = 176;
        fits.controls = 1668;
        TypeCalibration& tf32 = calibration.types.emplace_back();
        tf32.mma = tf32.cmma = fits;
        tf32.cmma.group = 4;
        tf32.core = TensorCore{25, 8, 4, FinalRounding::towardZero};
        tf32.seeded.equal = tf32.cancelling.equal = 24;
        TypeCalibration& f16 = calibration.types.emplace_back();
        f16.type = ElementType::f16;
        f16.mma.outcome = InstructionNumbers::Outcome::doesNotFit;
        f16.mma.group = 16;
        f16.mma.because = "a probe \x1b[31m gave 3";
        f16.because = "mma.sync: " + f16.mma.because;
        TypeCalibration& bf16 = calibration.types.emplace_back();
        bf16.type = ElementType::bf16;
        bf16.mma.outcome = bf16.cmma.outcome = InstructionNumbers::Outcome::notRun;
    }

    // With f16 absent as well: everything that runs is verified.
    void makeVerified() {
        TypeCalibration& f16 = calibration.types[1];
        f16.mma.outcome = f16.cmma.outcome = InstructionNumbers::Outcome::notRun;
        f16.because.clear();
    }
    [[nodiscard]] CalibrationView view(bool isWritten) const {
        return {"Mine", "my card.json", isWritten, hello, device, calibration};
    }
};

}  // namespace flipscope::test
