#pragma once

#include "core/model/dataset.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// What one run used for one key.
struct WinnerCell {
    std::optional<CandidateIndex> winner;  // null: see source
    WinnerSource source = WinnerSource::none_keyAbsent;
    std::optional<CandidateSetIndex> set;
    std::int32_t decision = -1;  // position in Run::decisions of the (first) decision for the key; -1 when absent
};

// Winners of all keys (rows) in the chosen runs (columns).
struct WinnerMatrix {
    std::vector<RunIndex> runs;     // column -> run
    std::size_t keyCount = 0;       // row = KeyIndex
    std::vector<WinnerCell> cells;  // row-major: key * runs.size() + column

    [[nodiscard]] const WinnerCell& at(KeyIndex key, std::size_t column) const {
        return cells[key.value * runs.size() + column];
    }
};

// `runs`: which runs take part (checked ones); all of the dataset when empty. A key decided several times in a run
// counts when all its decisions name one winner of one candidate set. Different winners give none_contradictory,
// different sets none_severalSets; when one of the decisions has no winner, the cell has none either, for that
// decision's reason. The first of these decides, and the set is that of the first decision. A key that is absent from a
// run whose choices are unknown gives none_choicesCached.
[[nodiscard]] WinnerMatrix buildWinnerMatrix(const Dataset& dataset, const std::vector<RunIndex>& runs = {});

// The decision behind a cell; null when the run never tuned the key. Lives as long as the dataset.
[[nodiscard]] const Decision* decisionOf(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key,
                                         std::size_t column);

}  // namespace flipscope
