#include "core/rerun/probe_reader.h"

#include "core/rerun/float_formats.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace flipscope {

using Outcome = InstructionNumbers::Outcome;

std::string shownValue(float value) {
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(value));
    return text.data();
}

bool ProbeReader::ends(Outcome outcome, std::string because) {
    m_found.outcome = outcome;
    m_found.because = std::move(because);
    return false;
}

std::optional<std::vector<std::uint32_t>> ProbeReader::patternsOf(const ProbeProduct& product) {
    ProductAnswer answer = m_run(product);
    const std::size_t count = product.problem.m * product.problem.n;
    if (answer.operandsIgnored) {
        ends(Outcome::operandsIgnored, std::move(answer.because));
    } else if (answer.status == RerunStatus::refused || answer.status == RerunStatus::notRun) {
        ends(Outcome::notRun, std::move(answer.because));
    } else if (answer.status != RerunStatus::ok) {
        ends(Outcome::failed, std::move(answer.because));
    } else if (answer.patterns.size() != count) {
        ends(Outcome::failed,
             "it sent " + std::to_string(answer.patterns.size()) + " of " + std::to_string(count) + " output patterns");
    } else {
        return std::move(answer.patterns);
    }
    return std::nullopt;
}

std::optional<std::vector<float>> ProbeReader::valuesOf(std::span<const ProbeSum> sums, std::size_t k) {
    std::vector<float> values;
    for (std::size_t first = 0; first < sums.size(); first += kSumsInProduct) {
        const auto some = sums.subspan(first, std::min(kSumsInProduct, sums.size() - first));
        const auto patterns = patternsOf(productOf(some, m_type, k));
        if (!patterns) return std::nullopt;
        for (std::size_t i = 0; i < some.size(); ++i)
            values.push_back(patternValue((*patterns)[i * (kSumsInProduct + 1)], m_type));
    }
    return values;
}

std::optional<std::vector<bool>> ProbeReader::read(const std::vector<Reading>& readings, std::size_t k) {
    std::vector<ProbeSum> sums;
    for (const Reading& reading : readings)
        sums.push_back(reading.sum);
    const auto values = valuesOf(sums, k);
    if (!values) return std::nullopt;
    std::vector<bool> answers;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const auto& [sum, yes, no] = readings[i];
        const float value = (*values)[i];
        if (value != yes && value != no) {
            contradicts(sum.what + " gave " + shownValue(value) + ", which can only be " + shownValue(yes) + " or " +
                        shownValue(no));
            return std::nullopt;
        }
        answers.push_back(value == yes);
    }
    m_found.probes += readings.size();
    return answers;
}

}  // namespace flipscope
