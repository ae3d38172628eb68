#include "core/analyse/unknown_winners.h"

#include <algorithm>
#include <set>

namespace flipscope {

namespace {

// What the runs that have one key show of it.
struct KeyLook {
    std::size_t runs = 0;
    std::set<CandidateIndex> winners;  // of the compared candidates
    std::set<WinnerSource> open;       // why no winner is known
    bool otherSet = false;
};

KeyLook lookAt(const Analysis& analysis, const KeyVerdict& key, const std::vector<std::size_t>& columns) {
    KeyLook look;
    for (const std::size_t column : columns) {
        const WinnerCell& cell = analysis.matrix.at(key.key, column);
        if (!cell.winner && cell.source == WinnerSource::none_keyAbsent) continue;
        ++look.runs;
        if (!cell.winner) {
            look.open.insert(cell.source);
        } else if (cell.set != key.set) {
            look.otherSet = true;
        } else {
            look.winners.insert(*cell.winner);
        }
    }
    return look;
}

UnknownWinners over(const Analysis& analysis, const std::vector<std::size_t>& columns) {
    UnknownWinners unknown;
    const std::size_t least = std::min<std::size_t>(2, columns.size());
    for (const KeyVerdict& key : analysis.keys) {
        const KeyLook look = lookAt(analysis, key, columns);
        const bool isSeenToFlip = look.winners.size() > 1;
        if (isSeenToFlip || look.runs < least || (look.open.empty() && !look.otherSet)) continue;
        unknown.keys.push_back(key.key);
        unknown.notProvable += look.open.count(WinnerSource::none_notProvable);
        unknown.notDecided += look.open.count(WinnerSource::none_notDecided);
        unknown.choicesCached += look.open.count(WinnerSource::none_choicesCached);
        unknown.contradictory += look.open.count(WinnerSource::none_contradictory);
        unknown.severalSets += look.open.count(WinnerSource::none_severalSets);
        unknown.setChanged += look.otherSet ? 1U : 0U;
    }
    return unknown;
}

}  // namespace

UnknownWinners findUnknownWinners(const Analysis& analysis) {
    std::vector<std::size_t> columns(analysis.matrix.runs.size());
    for (std::size_t column = 0; column < columns.size(); ++column)
        columns[column] = column;
    return over(analysis, columns);
}

UnknownWinners findUnknownWinners(const Analysis& analysis, const Outcome& outcome) {
    std::vector<std::size_t> columns;
    const std::size_t labelled = std::min(analysis.matrix.runs.size(), outcome.values.size());
    for (std::size_t column = 0; column < labelled; ++column)
        if (outcome.values[column]) columns.push_back(column);
    return over(analysis, columns);
}

}  // namespace flipscope
