#pragma once

#include "core/analyse/seeded_random.h"

#include <cstddef>
#include <set>
#include <vector>

namespace flipscope::test {

inline int pick(SeededRandom& random, int below) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(below)));
}

// n values of 0 … kinds - 1; about one in `missingOneIn` is -1 (0: none).
inline std::vector<int> randomIds(SeededRandom& random, std::size_t n, int kinds, int missingOneIn = 0) {
    std::vector<int> ids(n);
    for (int& id : ids) {
        id = missingOneIn > 0 && pick(random, missingOneIn) == 0 ? -1 : pick(random, kinds);
    }
    return ids;
}

// As randomIds without missing ones, but with two kinds or more.
inline std::vector<int> randomLabels(SeededRandom& random, std::size_t n, int kinds) {
    for (;;) {
        auto labels = randomIds(random, n, kinds);
        if (std::set<int>(labels.begin(), labels.end()).size() > 1) return labels;
    }
}

}  // namespace flipscope::test
