#pragma once

#include <optional>
#include <vector>

namespace flipscope {

// Where sorted numbers fall into two groups.
struct Gap {
    double below = 0, above = 0;  // the neighbours on either side
    double widestSide = 0;        // the larger of the two groups' ranges
    bool standsOut = false;       // above - below > 3 * widestSide
};

// The largest relative gap (b - a) / max(|a|, |b|) between neighbours a < b, with max(|a|, |b|) at least 1e-9 of the
// largest magnitude; among equal ones the one with the larger b - a, then the lowest. Null without two different
// numbers. Precondition: ascending and finite.
[[nodiscard]] std::optional<Gap> largestGap(const std::vector<double>& sorted);

// How clearly numbers fall into those up to the cut and those above: 1 - 4·(sum of squares inside the two groups / in
// all), at least 0. 1 for two points, 0 for evenly spread numbers cut in the middle (a quarter of their variance stays
// inside), 0 when one side is empty. Precondition: finite.
[[nodiscard]] double splitClarity(const std::vector<double>& numbers, double cut);

}  // namespace flipscope
