#include "core/analyse/run_comparison.h"

#include <algorithm>
#include <limits>

namespace flipscope {

namespace {

// The smallest median of medians. A candidate that few runs measured (dropped early, not offered) is no fair reference.
std::optional<Nanoseconds> bestKnownMedian(const KeyVerdict& verdict, std::size_t runsThatMeasured) {
    std::optional<Nanoseconds> best;
    for (const CandidateSummary& candidate : verdict.candidates) {
        if (!candidate.medianOfMedians || candidate.runsMeasured * 2 < runsThatMeasured) continue;
        if (!best || candidate.medianOfMedians < best) best = candidate.medianOfMedians;
    }
    return best;
}

std::size_t countRunsThatMeasured(const Dataset& dataset, const WinnerMatrix& matrix, const KeyVerdict& verdict) {
    std::size_t runs = 0;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const Decision* decision = decisionOf(dataset, matrix, verdict.key, column);
        if (decision != nullptr && decision->set == verdict.set && !decision->measured.empty()) ++runs;
    }
    return runs;
}

std::optional<Nanoseconds> medianOfMediansOf(const KeyVerdict& verdict, CandidateIndex index) {
    const auto found =
        std::lower_bound(verdict.candidates.begin(), verdict.candidates.end(), index,
                         [](const CandidateSummary& summary, CandidateIndex wanted) { return summary.index < wanted; });
    if (found == verdict.candidates.end() || found->index != index) return std::nullopt;
    return found->medianOfMedians;
}

void add(RunRegret& regret, KeyIndex key, std::int64_t cost) {
    if (__builtin_add_overflow(regret.total.value, cost, &regret.total.value)) {
        regret.total.value = std::numeric_limits<std::int64_t>::max();
    }
    ++regret.keysCounted;
    if (cost > 0 && (!regret.worst || cost > regret.worst->value)) {
        regret.worst = Nanoseconds{cost};
        regret.worstKey = key;
    }
}

}  // namespace

std::vector<RunRegret> computeRegret(const Dataset& dataset, const WinnerMatrix& matrix,
                                     const std::vector<KeyVerdict>& verdicts) {
    std::vector<RunRegret> regrets(matrix.runs.size());
    for (std::size_t column = 0; column < matrix.runs.size(); ++column)
        regrets[column].run = matrix.runs[column];
    for (const KeyVerdict& verdict : verdicts) {
        const auto best = bestKnownMedian(verdict, countRunsThatMeasured(dataset, matrix, verdict));
        for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
            const WinnerCell& cell = matrix.at(verdict.key, column);
            const bool comparable = cell.winner && cell.set == verdict.set && best;
            const auto chosen = comparable ? medianOfMediansOf(verdict, *cell.winner) : std::nullopt;
            if (!chosen) {
                ++regrets[column].keysNotCounted;
                continue;
            }
            // A choice that few runs measured can lie below the reference; it then costs nothing.
            add(regrets[column], verdict.key, std::max<std::int64_t>(0, chosen->value - best->value));
        }
    }
    return regrets;
}

}  // namespace flipscope
