#pragma once

#include "core/analyse/outcomes.h"
#include "ui/models/matrix_table.h"
#include "ui/view_state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace flipscope {

// The columns of the matrix that describe a key; the runs follow.
enum class KeyColumn : std::uint8_t { label, verdict, winners, margin, group, classes, id, Count };
inline constexpr int kKeyColumns = static_cast<int>(KeyColumn::Count);

// By what the rows are sorted: a key column, or the winners in one run (a matrix column).
struct MatrixSort {
    KeyColumn column = KeyColumn::verdict;
    std::optional<std::size_t> matrixColumn;  // when set, `column` does not count
    bool descending = false;
};

// Order of the run columns, with the outcome group of each (-1: none or unlabelled).
struct ColumnOrder {
    std::vector<std::size_t> matrixColumns;
    std::vector<int> groups;  // by position
};

// Keys (table rows) that pass the filter, in order. Equal ones stay in order of their KeyIndex. suspicion: by key, its
// place among the suspects, which then counts before `sort`; empty: it does not count. Any thread.
[[nodiscard]] std::vector<std::size_t> arrangeRows(const MatrixTable& table, const KeyFilter& filter,
                                                   const MatrixSort& sort,
                                                   const std::vector<std::size_t>& suspicion = {});

// The place of every key among the suspects (0: strongest); keys that are none share the last place.
[[nodiscard]] std::vector<std::size_t> suspicionOf(const SuspectsFound& found);

// Matrix columns in their own order, or by outcome: group by group, ungrouped numbers ascending with nan above inf; the
// runs without a label last. outcome may be null.
[[nodiscard]] ColumnOrder arrangeColumns(std::size_t columns, const Outcome* outcome, bool byOutcome);

}  // namespace flipscope
