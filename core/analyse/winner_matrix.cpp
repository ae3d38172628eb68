#include "core/analyse/winner_matrix.h"

namespace flipscope {

namespace {

// What a further decision for the same key in the same run makes of its cell.
void mergeInto(WinnerCell& cell, const Decision& decision) {
    if (!cell.winner) return;  // an open decision stays open
    if (!decision.usedWinner) {
        cell.winner.reset();
        cell.source = decision.source;
    } else if (decision.set != cell.set) {
        cell.winner.reset();
        cell.source = WinnerSource::none_severalSets;
    } else if (decision.usedWinner != cell.winner) {
        cell.winner.reset();
        cell.source = WinnerSource::none_contradictory;
    }
}

WinnerCell cellOf(const Decision& decision, std::size_t position) {
    WinnerCell cell;
    cell.winner = decision.usedWinner;
    cell.source = decision.source;
    cell.set = decision.set;
    cell.decision = static_cast<std::int32_t>(position);
    return cell;
}

}  // namespace

WinnerMatrix buildWinnerMatrix(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    WinnerMatrix matrix;
    matrix.runs = runs;
    if (runs.empty()) {
        for (std::size_t i = 0; i < dataset.runs.size(); ++i)
            matrix.runs.push_back({static_cast<std::uint32_t>(i)});
    }
    matrix.keyCount = dataset.keys.size();
    const std::size_t columns = matrix.runs.size();
    matrix.cells.resize(matrix.keyCount * columns);
    for (std::size_t column = 0; column < columns; ++column) {
        const Run& run = runOf(dataset, matrix.runs[column]);
        for (std::size_t i = 0; i < run.decisions.size(); ++i) {
            const Decision& decision = run.decisions[i];
            WinnerCell& cell = matrix.cells[decision.key.value * columns + column];
            if (cell.decision < 0) {
                cell = cellOf(decision, i);
            } else {
                mergeInto(cell, decision);
            }
        }
        if (!run.choicesUnknown) continue;
        for (std::size_t key = 0; key < matrix.keyCount; ++key) {
            WinnerCell& cell = matrix.cells[key * columns + column];
            if (cell.decision < 0) cell.source = WinnerSource::none_choicesCached;
        }
    }
    return matrix;
}

const Decision* decisionOf(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key, std::size_t column) {
    const std::int32_t position = matrix.at(key, column).decision;
    if (position < 0) return nullptr;
    return &runOf(dataset, matrix.runs[column]).decisions[static_cast<std::size_t>(position)];
}

}  // namespace flipscope
