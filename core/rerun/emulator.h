#pragma once

#include "core/analyse/class_rules.h"
#include "core/rerun/lane_task.h"
#include "core/rerun/rerun_problem.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// The exact output of a numerical class, computed without its card.
struct Emulation {
    enum class Status : std::uint8_t {
        computed,
        stopped,        // by the caller
        outsideModel,   // some elements leave what the tensor-core model covers (tensor_core.h)
        notComputable,  // the class is not defined for this problem, or the input is not right
    };
    Status status = Status::notComputable;
    std::vector<std::uint32_t> patterns;  // of computed: m·n, row-major; f32 patterns, or 16-bit ones for f16 and bf16
    std::uint64_t checksum = 0;           // of computed: resultChecksum of the patterns
    std::string because;                  // of outsideModel and notComputable: a clause without a full stop
};

struct EmulationOptions {
    std::stop_token stop;
    unsigned threads = 0;                  // 0: as many as the processor runs; at most 256
    const LaneKernels* kernels = nullptr;  // null: the fastest this processor can run. All give the same bits.
    // Called between two steps of the work, by several threads at once; may be empty.
    std::function<void()> goesOn = {};
};

// Computes the output of `code` bit for bit. `core`: the card's numbers for problem.type (see CardNumbers); used by the
// tensor-core classes only, and of its groups not at all: the group is code.width. Half-precision sums are taken in f32
// and rounded to nearest even at the end. A NaN result is the canonical one (float_formats.h). Blocks until done;
// memory: about 8·(m + lanes)·k + 8·m·n bytes.
[[nodiscard]] Emulation emulate(const ClassCode& code, const RerunProblem& problem, const Operands& operands,
                                const std::optional<TensorCore>& core, const EmulationOptions& options = {});

}  // namespace flipscope
