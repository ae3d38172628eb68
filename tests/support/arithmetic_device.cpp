#include "tests/support/arithmetic_device.h"

#include "core/rerun/float_formats.h"
#include "core/rerun/seeded_input.h"

#include <bit>

namespace flipscope::test {

ProductAnswer computed(const ProbeProduct& product, const ElementSum& sum) {
    const auto& [m, n, k, type, rhsTransposed, isTurned] = product.problem;
    const std::vector<float> lhs = rowMajorLhs(product.problem, product.operands.lhs);
    ProductAnswer answer{RerunStatus::ok, {}, {}, false};
    std::vector<float> column(k);
    answer.patterns.resize(m * n);
    for (std::size_t c = 0; c < n; ++c) {
        for (std::size_t l = 0; l < k; ++l)
            column[l] = product.operands.rhs[rhsTransposed ? c * k + l : l * n + c];
        for (std::size_t r = 0; r < m; ++r) {
            const float value = sum({lhs.data() + r * k, k}, column);
            answer.patterns[r * n + c] = type == ElementType::f16    ? toF16Bits(value)
                                         : type == ElementType::bf16 ? toBf16Bits(value)
                                                                     : std::bit_cast<std::uint32_t>(value);
        }
    }
    return answer;
}

}  // namespace flipscope::test
