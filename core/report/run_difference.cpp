#include "core/report/run_difference.h"

namespace flipscope {

namespace {

DifferenceKind kindOf(const WinnerCell& a, const WinnerCell& b) {
    if (b.source == WinnerSource::none_keyAbsent) return DifferenceKind::onlyInA;
    if (a.source == WinnerSource::none_keyAbsent) return DifferenceKind::onlyInB;
    if (a.set && b.set && *a.set != *b.set) return DifferenceKind::setChanged;
    if (!a.winner || !b.winner) return DifferenceKind::unknown;
    return *a.winner == *b.winner ? DifferenceKind::same : DifferenceKind::flipped;
}

}  // namespace

RunDifference compareRuns(const WinnerMatrix& matrix, std::size_t columnA, std::size_t columnB) {
    RunDifference difference{matrix.runs[columnA], matrix.runs[columnB], {}, 0, 0};
    for (std::uint32_t k = 0; k < matrix.keyCount; ++k) {
        const WinnerCell& a = matrix.at(KeyIndex{k}, columnA);
        const WinnerCell& b = matrix.at(KeyIndex{k}, columnB);
        const bool neither = a.source == WinnerSource::none_keyAbsent && b.source == WinnerSource::none_keyAbsent;
        if (neither) continue;
        const DifferenceKind kind = kindOf(a, b);
        difference.keys.push_back({KeyIndex{k}, kind, a, b});
        if (kind == DifferenceKind::flipped) ++difference.flipped;
        if (kind == DifferenceKind::same) ++difference.same;
    }
    return difference;
}

}  // namespace flipscope
