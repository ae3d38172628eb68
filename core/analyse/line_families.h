#pragma once

#include "core/analyse/output_lines.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// One appearance of a line in one run.
struct Appearance {
    std::uint32_t run = 0;  // position in the list of runs
    OutputLine line;
};

// All appearances of "the same line": equal but for its values, or, after joinWordVariants, for some words as well. All
// its lines have equally many tokens. Ascending by run, then by place.
struct LineFamily {
    std::vector<Appearance> appearances;
};

// Joins families that are alternatives of one line: "status: clean" in some runs and "status: exploded" in the others.
// Joined are families that some runs have more often than others, whose lines differ in at most a third of their words
// (one in short lines), and which together appear equally often in every run that has any of them. At most kMaxVariants
// families of one form are compared.
inline constexpr std::size_t kMaxVariants = 150;
void joinWordVariants(std::vector<LineFamily>& families, const DistinctLines& lines, std::size_t runs);

}  // namespace flipscope
