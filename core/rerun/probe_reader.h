#pragma once

#include "core/rerun/calibration.h"
#include "core/rerun/probe_product.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace flipscope {

// A sum that has one of two values.
struct Reading {
    ProbeSum sum;
    float yes = 0, no = 0;
};

// Runs probes of one operand type. Where one gives nothing, or what it cannot, the reason is written to the numbers
// that are being found, and the answer is null or false.
class ProbeReader {
public:
    // `run` and `found` outlive it.
    ProbeReader(ElementType type, const ProductRunner& run, InstructionNumbers& found)
        : m_type(type), m_run(run), m_found(found) {}

    [[nodiscard]] ElementType type() const { return m_type; }
    // Both return false.
    bool ends(InstructionNumbers::Outcome outcome, std::string because);
    bool contradicts(std::string because) { return ends(InstructionNumbers::Outcome::doesNotFit, std::move(because)); }

    [[nodiscard]] std::optional<std::vector<std::uint32_t>> patternsOf(const ProbeProduct& product);
    // In the order of the sums; k as in productOf.
    [[nodiscard]] std::optional<std::vector<float>> valuesOf(std::span<const ProbeSum> sums, std::size_t k);
    // Which of its values each sum has, true for `yes`; counted as probes.
    [[nodiscard]] std::optional<std::vector<bool>> read(const std::vector<Reading>& readings, std::size_t k);
    void countControls(std::size_t count) { m_found.controls += count; }

private:
    ElementType m_type;
    const ProductRunner& m_run;
    InstructionNumbers& m_found;
};

// As a reader would write it, nine significant digits.
[[nodiscard]] std::string shownValue(float value);

}  // namespace flipscope
