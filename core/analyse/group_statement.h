#pragma once

#include "core/analyse/analysis.h"

#include <vector>

namespace flipscope {

// What is said of the bits of several keys at once, such as those of a flip group: the statement on the key with the
// gravest answer (different bits, then by card, then unknown, then same bits) and of these the weakest basis, since not
// all are measured because one is. Precondition: keys is not empty. Lives as long as the analysis. Thread rule: any
// thread.
[[nodiscard]] const ClassStatement& groupStatement(const Analysis& analysis, const std::vector<KeyIndex>& keys);

}  // namespace flipscope
