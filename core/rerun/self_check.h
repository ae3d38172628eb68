#pragma once

#include "core/rerun/card_file.h"
#include "core/rerun/measured_cells.h"
#include "core/rerun/request_runner.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flipscope {

// Results of one numerical class beside those that were expected.
struct ClassTally {
    std::string classId;  // empty: not known, because nothing ran
    std::size_t equal = 0, different = 0;
    std::size_t refused = 0;        // declined before launch where the kernels' launch checks may
    std::size_t notComputable = 0;  // how it adds up is not known, so nothing was expected
    std::size_t failed = 0;         // launched and failed, or no answer
    std::size_t unexpected = 0;     // refused or not run where only bits were expected, or run where no bits were
};

struct SelfCheckPart {
    std::vector<ClassTally> classes;      // by class id
    std::vector<std::string> contraries;  // the first kMostContraries of different, failed and unexpected, in words
    std::string failure;                  // why it ended early, else empty
    bool stopped = false;
    std::string notTried;  // what the worker does not say that it takes; empty: nothing

    [[nodiscard]] ClassTally total() const;
    // It went to its end, something was compared, and nothing was different, failed or unexpected.
    [[nodiscard]] bool allEqual() const;

    static constexpr std::size_t kMostContraries = 20;
};

// Measured cells that ran and gave the same bits in every repeat, computed again by a device and compared by checksum.
// `device`: id in the runner's worker.
[[nodiscard]] SelfCheckPart checkCells(const std::vector<MeasuredCell>& cells, const RequestRunner& run,
                                       const std::string& device);

struct SelfCheckPlan {
    std::string device;            // id in the runner's worker
    std::uint64_t seed = 1;        // of random shapes and inputs
    bool givenOperands = false;    // the worker takes them: products that cancel, which show the last kept bit, too
    std::size_t randomShapes = 4;  // beside the fixed ones, for each type and layout
    bool placedOperands = true;    // the worker takes misaligned and strided ones
};

// A candidate of every class, on a device and by the emulator with the card's numbers, compared by checksum: f32, f16
// and bf16, either layout of the right operand, both code generators, shapes at the edges of tiles and beside them, one
// row, operands that are misaligned and strided. Only what the launch checks of the kernels decline
// (candidateArithmetic) may be refused; all else has to run. On the device each is launched three times into buffers
// filled differently; what differs between launches, or is written elsewhere, counts as different.
[[nodiscard]] SelfCheckPart checkDevice(const CardNumbers& card, const RequestRunner& run, const SelfCheckPlan& plan);

}  // namespace flipscope
