#pragma once

#include "core/analyse/contingency.h"

#include <cstddef>
#include <optional>

namespace flipscope {

// The table as it would look with `runs` runs if it kept its shape: every cell in proportion, rounded by largest
// remainder. Precondition: runs >= table.runs() > 0. Empty cells stay empty.
[[nodiscard]] Contingency scaled(const Contingency& table, std::size_t runs);

// p adjusted for looking at `groups` flip groups, as far as the present table foretells it with more runs: Sidak's
// 1 - (1 - p)^groups. The flip groups depend on each other and many cannot reach a small p, so min-P on real runs is
// mostly below this; the number of runs it asks for is on the safe side. p beyond 50,000 tables is the chi-square
// approximation of -2 log(gamma P).
[[nodiscard]] double foreseenAdjustedP(const Contingency& table, std::size_t runs, std::size_t groups);

// Smallest number of runs above the present one for which foreseenAdjustedP is at most `level`, by bisection up to
// `times` the present number. Null when even that many are not enough, and when the winners were seen less than twice
// on average: then the shape of the table is not known yet.
[[nodiscard]] std::optional<std::size_t> runsNeeded(const Contingency& table, std::size_t groups, double level = 0.05,
                                                    std::size_t times = 10);

}  // namespace flipscope
