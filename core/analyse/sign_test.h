#pragma once

#include <cstddef>

namespace flipscope {

// Two-sided sign test: P(at least as lopsided) for wins+losses fair coin throws; 1 when there are none.
[[nodiscard]] double signTest(std::size_t wins, std::size_t losses);

}  // namespace flipscope
