#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace flipscope {

// Natural logarithms of 0! … n!, by adding logarithms (error below n * 1e-16 relative).
class LogFactorials {
public:
    explicit LogFactorials(std::size_t n) : m_values(n + 1, 0.0) {
        for (std::size_t i = 2; i <= n; ++i)
            m_values[i] = m_values[i - 1] + std::log(static_cast<double>(i));
    }

    // Precondition: i <= n of the constructor.
    [[nodiscard]] double operator()(std::size_t i) const { return m_values[i]; }

private:
    std::vector<double> m_values;
};

// log of sum! / product of parts!; precondition: the parts sum up to at most the n of the table.
[[nodiscard]] inline double logMultinomial(const std::vector<std::size_t>& parts, const LogFactorials& logFactorial) {
    std::size_t sum = 0;
    double result = 0.0;
    for (const std::size_t part : parts) {
        sum += part;
        result -= logFactorial(part);
    }
    return result + logFactorial(sum);
}

}  // namespace flipscope
