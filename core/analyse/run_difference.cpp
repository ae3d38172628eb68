#include "core/analyse/run_difference.h"

namespace flipscope {

namespace {

bool isAbsent(const WinnerCell& cell) {
    return cell.source == WinnerSource::none_keyAbsent;
}

// A run whose choices are unknown has no decision either, yet may well have the key: then nothing is said.
DifferenceKind kindOf(const WinnerCell& a, const WinnerCell& b) {
    if (isAbsent(b) && a.decision >= 0) return DifferenceKind::onlyInA;
    if (isAbsent(a) && b.decision >= 0) return DifferenceKind::onlyInB;
    if (a.set && b.set && *a.set != *b.set) return DifferenceKind::setChanged;
    if (!a.winner || !b.winner) return DifferenceKind::unknown;
    return *a.winner == *b.winner ? DifferenceKind::same : DifferenceKind::flipped;
}

}  // namespace

RunDifference compareRuns(const Dataset& dataset, const Analysis& analysis, std::size_t columnA, std::size_t columnB,
                          const ClassAssumptions& assumptions) {
    const WinnerMatrix& matrix = analysis.matrix;
    RunDifference difference{matrix.runs[columnA], matrix.runs[columnB], {}, 0, 0};
    for (std::uint32_t k = 0; k < matrix.keyCount; ++k) {
        const WinnerCell& a = matrix.at(KeyIndex{k}, columnA);
        const WinnerCell& b = matrix.at(KeyIndex{k}, columnB);
        if (isAbsent(a) && isAbsent(b)) continue;
        KeyDifference key{KeyIndex{k}, kindOf(a, b), a, b, {}, {}};
        if (key.kind == DifferenceKind::same) ++difference.same;
        if (key.kind == DifferenceKind::flipped) {
            ++difference.flipped;
            if (a.set) {
                key.bits = compareClasses(keyOf(dataset, key.key), setOf(dataset, *a.set), {*a.winner, *b.winner},
                                          assumptions);
            }
            const KeyVerdict& judged = analysis.keys[k];
            if (judged.set == a.set) key.verdict = verdictOn(dataset, matrix, judged, *a.winner, *b.winner);
        }
        difference.keys.push_back(std::move(key));
    }
    return difference;
}

}  // namespace flipscope
