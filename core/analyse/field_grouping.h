#pragma once

#include "core/analyse/outcomes.h"
#include "core/analyse/varying_fields.h"

#include <vector>

namespace flipscope {

// A varying field as an outcome: its runs in groups, and how clear these are.
struct GroupedField {
    Outcome outcome;          // without groups when its values cannot be grouped
    std::vector<int> groups;  // canonical partition of the runs by group
    double clarity = 0;       // 0 … 1, see outcome_ranking.h
};

// Grouped as groupOutcome(automatic) does, but measured numbers (some of them not whole) of five or more different
// values, which on average fewer than three runs share, are split at their largest gap wherever that gives clearer
// groups than their equality: ten values of twenty runs that lie in two tight groups are two groups. Values that come
// back more often are classes of their own, and whole numbers can be codes that only equality tells apart.
[[nodiscard]] GroupedField groupField(const VaryingField& field);

}  // namespace flipscope
