#include "tests/support/arithmetic_device.h"

#include "core/rerun/float_formats.h"

#include <bit>

namespace flipscope::test {

ProductAnswer computed(const ProbeProduct& product, const ElementSum& sum) {
    const auto& [m, n, k, type, rhsTransposed, lhsTransposed] = product.problem;
    ProductAnswer answer{RerunStatus::ok, {}, {}, false};
    std::vector<float> row(k), column(k);
    answer.patterns.resize(m * n);
    for (std::size_t c = 0; c < n; ++c) {
        for (std::size_t l = 0; l < k; ++l)
            column[l] = product.operands.rhs[rhsTransposed ? c * k + l : l * n + c];
        for (std::size_t r = 0; r < m; ++r) {
            for (std::size_t l = 0; l < k; ++l)
                row[l] = product.operands.lhs[lhsTransposed ? l * m + r : r * k + l];
            const float value = sum(row, column);
            answer.patterns[r * n + c] = type == ElementType::f16    ? toF16Bits(value)
                                         : type == ElementType::bf16 ? toBf16Bits(value)
                                                                     : std::bit_cast<std::uint32_t>(value);
        }
    }
    return answer;
}

}  // namespace flipscope::test
