#pragma once

#include "kernels/replica_launches.h"

namespace flipscope::test {

// Kernels that are wrong in one way each; for f32, dense, not transposed.
enum class Fault {
    none,
    race,           // adds into the output without waiting for its turn
    unwrittenTail,  // leaves the last elements out
    nothing,        // returns success and writes nothing
    outOfBounds,    // writes one element behind the output
    truncatedK,     // leaves the last product out
    readsOutput,    // begins with what the output holds
    traps,          // leaves the GPU in an error state
    tooLarge,       // blocks of more threads than there can be: the launch fails, the GPU goes on
};

[[nodiscard]] Launch brokenLaunch(Fault fault);

}  // namespace flipscope::test
