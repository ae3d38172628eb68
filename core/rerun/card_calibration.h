#pragma once

#include "core/rerun/calibration.h"
#include "core/rerun/card_file.h"
#include "core/rerun/request_runner.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Checksums of a device beside those that the emulator predicts.
struct ChecksumTally {
    std::size_t equal = 0, different = 0;
    std::size_t missing = 0;    // the device gave none
    std::string firstContrary;  // of different and missing, in words
};

// One operand type of a device; f32 stands for TF32.
struct TypeCalibration {
    ElementType type = ElementType::f32;
    InstructionNumbers mma, cmma;
    std::optional<TensorCore> core;  // the numbers, when each instruction that runs fits and they agree
    std::string because;             // why there are none
    ChecksumTally seeded;            // products of seeded inputs, random shapes
    ChecksumTally cancelling;        // random products that cancel, random shapes

    // Neither instruction runs there: the card has none for this type.
    [[nodiscard]] bool isAbsent() const;
    // Both kinds of checksums were equal, some of each, and none was not.
    [[nodiscard]] bool isVerified() const;
};

struct CardCalibration {
    std::vector<TypeCalibration> types;
    std::string failure;  // why it ended early: the worker was lost, or ignores operands; else empty
    bool stopped = false;

    // Every type is verified or absent, and one is verified.
    [[nodiscard]] bool isVerified() const;
};

struct CalibrationPlan {
    std::string device;       // id from the worker's hello
    std::size_t checks = 12;  // products of each kind and type that are compared by checksum
    std::uint64_t seed = 1;   // of their shapes and inputs
};

// Calibrates both matrix instructions for TF32, f16 and bf16 on a device of a worker whose hello says givenOperands,
// then compares checksums of random products with the emulator's. Takes some hundred small requests.
[[nodiscard]] CardCalibration calibrateCard(const RequestRunner& run, const CalibrationPlan& plan);

// The card that was found. Precondition: isVerified(). The evidence is that of the device's means.
[[nodiscard]] CardNumbers calibratedCard(const CardCalibration& calibration, std::string name, Card generation,
                                         RerunMeans means, std::string source);

}  // namespace flipscope
