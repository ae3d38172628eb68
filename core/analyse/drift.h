#pragma once

#include "core/analyse/key_timings.h"
#include "core/analyse/run_comparison.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// Looks for drift key by key, inside the compared set and in the order of the matrix columns, so that timings gathered
// for the verdicts can be used again. Series of fewer than five runs can never be significant and are not looked at.
class DriftSearch {
public:
    // The candidates of one key, from its timings in the compared set.
    void look(KeyIndex key, const KeyTimings& timings);
    // Takes over what another search found.
    void add(DriftSearch&& other);
    // Strongest first; those below 0.05 / (number looked at).
    [[nodiscard]] std::vector<Drift> significant() &&;

private:
    std::size_t m_lookedAt = 0;
    std::vector<Drift> m_candidates;  // p below 0.05, before the correction
    std::vector<std::int64_t> m_series, m_scratch;
};

}  // namespace flipscope
