#pragma once

#include "core/analyse/class_rules.h"
#include "core/rerun/reference_product.h"
#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope::test {

// What one launch of a candidate does to its buffers, honest or broken.
struct Launch {
    std::vector<std::uint32_t> patterns;
    std::size_t written = 0;  // elements, from the first
    bool readsFill = false;   // adds to what the output held
    std::uint64_t guardBytesChanged = 0;
};

// A class computed on seeded inputs by Hopper's numbers, and the results that a worker would report of launches.
class SeededLaunch {
public:
    SeededLaunch(const RerunProblem& problem, const ClassCode& code);

    [[nodiscard]] const RerunProblem& problem() const { return m_problem; }
    [[nodiscard]] Launch launch() const;
    [[nodiscard]] Launch withoutLastProduct() const;  // of each element. Precondition: k > 1

    // Launches into buffers filled with NaN, 12345, NaN, …, errors against the class's own model.
    [[nodiscard]] RerunResult resultOf(const std::vector<Launch>& launches) const;
    [[nodiscard]] std::vector<ErrorSummary> errorsOf(const Launch& launch,
                                                     const std::vector<PrecisionModel>& models) const;

private:
    RerunProblem m_problem;
    ClassCode m_code;
    Operands m_operands;
};

}  // namespace flipscope::test
