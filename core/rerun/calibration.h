#pragma once

#include "core/analyse/card.h"
#include "core/rerun/probe_product.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace flipscope {

// What probes told about one matrix instruction and one operand type.
struct InstructionNumbers {
    enum class Outcome : std::uint8_t {
        fits,             // the model with these numbers gave every probe and every control
        doesNotFit,       // a probe contradicts the model: `because`
        operandsIgnored,  // what was run is no product of the operands that were given
        notRun,           // the device does not run it: refused or not known
        failed,           // the device or its worker failed
        notReached,       // stopped, or ended by another instruction's failure
    };
    Outcome outcome = Outcome::notReached;
    std::string because;  // of all but fits: a clause without a full stop
    // Null: not reached before a contradiction.
    std::optional<unsigned> group, keptFractionBits;
    // Null too when no probe can show it: sums with so few bits are never rounded, or both roundings fit all controls.
    std::optional<FinalRounding> rounding;
    std::size_t probes = 0;    // constructed sums that told the numbers
    std::size_t controls = 0;  // further elements that the numbers had to predict
};

// Finds the numbers of tensorCoreSum (tensor_core.h) by constructed sums, each of which tells one thing, then lets the
// model predict further constructed and random products. Operands are exact in the type, f32 standing for TF32, so that
// no loader changes them; outputs are of the same type. `run` is called some dozens of times, on this thread.
//
// - Which products are added at once: a large product, its negative, then a small one that is cut whenever it meets the
//   large one. It survives exactly where it lies in another group.
// - Kept bits: a product 2^-d below the largest, for growing d, beside two large ones that cancel.
// - Rounding: a sum halfway between two accumulators, made so that the difference survives what follows.
[[nodiscard]] InstructionNumbers calibrateInstruction(ElementType type, const ProductRunner& run);

}  // namespace flipscope
