#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_result.h"
#include "kernels/device_reference.h"

#include <map>

namespace flipscope {

// Errors of the outputs of one problem, measured where they lie: the numbers of summarizeErrors over referenceProduct
// of core/rerun, without either leaving the device. Each reference is computed once and kept there (16·m·n bytes), as
// long as there is room. Waits for the device; one thread at a time, with the device current.
class DeviceErrors {
public:
    // Both must outlive it.
    DeviceErrors(const RerunProblem& problem, const Operands& operands) : m_problem(problem), m_operands(operands) {}

    // `output`: m·n elements of the problem's type, dense, in device memory.
    [[nodiscard]] Result<ErrorSummary> of(const void* output, PrecisionModel model);

private:
    [[nodiscard]] Result<const DeviceReference*> referenceBy(PrecisionModel model);

    const RerunProblem& m_problem;
    const Operands& m_operands;
    std::map<PrecisionModel, DeviceReference> m_references;
};

}  // namespace flipscope
