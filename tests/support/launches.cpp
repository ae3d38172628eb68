#include "tests/support/launches.h"

#include "core/analyse/card.h"
#include "core/rerun/emulator.h"
#include "core/rerun/error_analysis.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"

#include <bit>
#include <limits>
#include <optional>
#include <stdexcept>

namespace flipscope::test {

namespace {

using Output = std::vector<std::uint32_t>;

std::uint32_t patternOf(float value, ElementType type) {
    if (type == ElementType::f16) return toF16Bits(value);
    if (type == ElementType::bf16) return toBf16Bits(value);
    return std::bit_cast<std::uint32_t>(value);
}

float fillOf(std::size_t launch) {
    return launch % 2 == 0 ? std::numeric_limits<float>::quiet_NaN() : 12345.0F;
}

// What the buffer holds afterwards.
Output outputOf(const Launch& launch, float fill, ElementType type) {
    Output output(launch.patterns.size(), patternOf(fill, type));
    for (std::size_t i = 0; i < launch.written; ++i) {
        const float value = patternValue(launch.patterns[i], type);
        output[i] = launch.readsFill ? patternOf(value + fill, type) : launch.patterns[i];
    }
    return output;
}

// The first k of the operands' products.
Operands firstProducts(const RerunProblem& p, const Operands& operands, std::size_t k) {
    Operands result;
    for (std::size_t i = 0; i < p.m; ++i) {
        for (std::size_t l = 0; l < k; ++l)
            result.lhs.push_back(operands.lhs[i * p.k + l]);
    }
    for (std::size_t i = 0; i < k * p.n; ++i) {
        const std::size_t from = p.rhsTransposed ? i / k * p.k + i % k : i;
        result.rhs.push_back(operands.rhs[from]);
    }
    return result;
}

Launch emulated(const ClassCode& code, const RerunProblem& problem, const Operands& operands) {
    const Emulation emulation = emulate(code, problem, operands, tensorCoreOf(Card::hopper, problem.type));
    if (emulation.status != Emulation::Status::computed) throw std::runtime_error(emulation.because);
    return {emulation.patterns, emulation.patterns.size()};
}

}  // namespace

SeededLaunch::SeededLaunch(const RerunProblem& problem, const ClassCode& code)
    : m_problem(problem), m_code(code), m_operands(seededOperands(problem)) {}

Launch SeededLaunch::launch() const {
    return emulated(m_code, m_problem, m_operands);
}

Launch SeededLaunch::withoutLastProduct() const {
    RerunProblem shorter = m_problem;
    shorter.k -= 1;
    return emulated(m_code, shorter, firstProducts(m_problem, m_operands, shorter.k));
}

RerunResult SeededLaunch::resultOf(const std::vector<Launch>& launches) const {
    RerunResult result;
    result.status = RerunStatus::ok;
    result.classId = classId(m_code, m_problem.type);
    result.repeats = static_cast<unsigned>(launches.size());
    std::optional<Output> firstOfFill[2];
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const Launch& launch = launches[i];
        Output output = outputOf(launch, fillOf(i), m_problem.type);
        result.guardBytesChanged += launch.guardBytesChanged;
        result.unwritten = launch.patterns.size() - launch.written;
        auto& first = firstOfFill[i % 2];
        if (first) ++result.comparedRepeats;
        if (first && *first != output) ++result.differentRepeats;
        if (!first) first = std::move(output);
    }
    const Launch& first = launches.front();
    for (std::size_t i = 0; firstOfFill[1] && i < first.written; ++i)
        result.dependsOnFill |= (*firstOfFill[0])[i] != (*firstOfFill[1])[i];
    result.checksum = resultChecksum(*firstOfFill[0]);
    Launch left = first;
    left.patterns = *firstOfFill[0];
    result.errors = errorsOf(left, {*precisionModelOfClass(result.classId, m_problem.type)});
    return result;
}

std::vector<ErrorSummary> SeededLaunch::errorsOf(const Launch& launch,
                                                 const std::vector<PrecisionModel>& models) const {
    std::vector<ErrorSummary> errors;
    for (const PrecisionModel model : models) {
        const auto reference = referenceProduct(m_problem, m_operands, model);
        errors.push_back(summarizeErrors(launch.patterns, m_problem.type, model, *reference));
    }
    return errors;
}

}  // namespace flipscope::test
