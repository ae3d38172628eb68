#include "core/report/format.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <cmath>

namespace flipscope {

namespace {

struct PairNames {
    std::string a, b;
};

PairNames namesOf(const Dataset& dataset, const KeyVerdict& key, const PairEvidence& evidence) {
    if (!key.set) return {std::to_string(evidence.a.value), std::to_string(evidence.b.value)};
    const CandidateSet& set = setOf(dataset, *key.set);
    return {candidateLabel(set, evidence.a), candidateLabel(set, evidence.b)};
}

std::string marginWords(const PairEvidence& evidence) {
    if (!evidence.relativeMargin) return {};
    std::string text = "; in the median the second took " + formatPercent(*evidence.relativeMargin) + " longer";
    if (*evidence.relativeMargin < 0) {
        text = "; in the median the second took " + formatPercent(-*evidence.relativeMargin) + " less";
    }
    if (evidence.absoluteMargin) text += " (" + formatDuration(*evidence.absoluteMargin) + ")";
    return text;
}

// "faster in 13 of 28 runs in which both were measured (14 slower, 1 tie), sign test p = 0.85"
std::string pairedWords(const PairEvidence& evidence) {
    std::string text = "faster in " + std::to_string(evidence.aFaster) + " of " +
                       plural(evidence.pairs, "run", "runs") + " in which both were measured (slower in " +
                       std::to_string(evidence.bFaster);
    if (evidence.ties > 0) text += ", " + plural(evidence.ties, "tie", "ties");
    return text + "; " + formatNamedP("two-sided sign test p", evidence.signTestP) + ")" + marginWords(evidence);
}

std::string bandWords(const PairEvidence& evidence) {
    return "the bands [min, max] are apart in " + std::to_string(evidence.bandsApart) + " of " +
           plural(evidence.runsWithBands, "run", "runs") + " that have both";
}

// A narrow margin without a favourite is noise; a wide one is not yet a tie.
std::string noiseWords(const PairEvidence& evidence) {
    constexpr double kNarrow = 0.02;  // the share below which tuners and their users call two timings equal
    if (!evidence.relativeMargin || std::abs(*evidence.relativeMargin) <= kNarrow) return "The choice is noise.";
    return "No favourite shows over the runs, but with " + formatPercent(std::abs(*evidence.relativeMargin)) +
           " between the two in the median this is no tie: the timings scatter widely, or " +
           plural(evidence.pairs, "run is", "runs are") + " too few to tell.";
}

std::string otherwiseWords(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair) {
    std::vector<std::string> runs;
    for (const RunCost& cost : pair.otherwise) {
        std::string text = printable(runOf(dataset, cost.run).id) + " chose " + std::to_string(cost.chosen.value);
        if (cost.regret) {
            text += " (" + std::string(cost.regret->value > 0 ? "+" : "") + formatDuration(*cost.regret);
            if (cost.relativeRegret) {
                text += ", " + std::string(*cost.relativeRegret > 0 ? "+" : "") + formatPercent(*cost.relativeRegret);
            }
            text += ")";
        }
        runs.push_back(std::move(text));
    }
    if (runs.empty()) return "It was not chosen in every run.";
    const bool onlyTheOther = std::all_of(pair.otherwise.begin(), pair.otherwise.end(),
                                          [&pair](const RunCost& cost) { return cost.chosen == pair.evidence.b; });
    if (onlyTheOther && key.winners.size() > 2) {
        return "Nevertheless " + std::to_string(runs.size()) + " of " + plural(key.runsWithWinner, "run", "runs") +
               " used the second: " + joinList(runs, 5) + ".";
    }
    return "It was nevertheless not chosen in " + std::to_string(runs.size()) + " of " +
           plural(key.runsWithWinner, "run", "runs") + ": " + joinList(runs, 5) + ".";
}

std::string cannotTellSentence(const PairNames& names, const PairVerdict& pair) {
    const PairEvidence& evidence = pair.evidence;
    switch (pair.reason) {
        case VerdictReason::candidateSetChanged:
            return "Cannot tell: the candidate set changed between runs, so equal indices need not be equal kernels.";
        case VerdictReason::noWinnerKnown:
            return "Cannot tell: " + names.a + " was " + pairedWords(evidence) +
                   ", but no run tells which candidate it used.";
        case VerdictReason::onlyOneCandidate:
            return "Cannot tell: no second candidate was measured in any run.";
        case VerdictReason::noBandsAndFewPairs:
            return "Cannot tell " + names.a + " from " + names.b + ": measured together in only " +
                   plural(evidence.pairs, "run", "runs") +
                   " (fewer than six) and without a noise band to judge by (one sample, or no numbers)" +
                   marginWords(evidence) + ".";
        case VerdictReason::bandsDisagree:
            return "Cannot tell " + names.a + " from " + names.b + ": measured together in only " +
                   plural(evidence.pairs, "run", "runs") + " (fewer than six), and " + bandWords(evidence) +
                   marginWords(evidence) + ".";
        default:
            return "Cannot tell: " + names.a + " and " + names.b + " were never measured in the same run.";
    }
}

}  // namespace

std::string verdictSentence(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair) {
    const PairNames names = namesOf(dataset, key, pair.evidence);
    const PairEvidence& evidence = pair.evidence;
    const bool byBands = pair.reason == VerdictReason::bandsOverlap || pair.reason == VerdictReason::bandsApartInAll;
    // Fewer than six pairs: the sign test cannot speak, the bands do.
    const std::string measured = byBands ? "measured together in " + plural(evidence.pairs, "run", "runs") + ", " +
                                               bandWords(evidence) + marginWords(evidence)
                                         : pairedWords(evidence);
    switch (pair.verdict) {
        case Verdict::coinFlip:
            return "Coin flip between " + names.a + " and " + names.b + ": " +
                   (byBands ? measured : "the first was " + measured) + ". " + noiseWords(evidence);
        case Verdict::realWin:
            return "Real win of " + names.a + " over " + names.b + ": " + measured +
                   ", and it was chosen in every run.";
        case Verdict::disturbed:
            return "Disturbed: " + names.a + " beats " + names.b + ", " +
                   (byBands || evidence.pairs < 6 ? bandWords(evidence) + marginWords(evidence) : measured) + ". " +
                   otherwiseWords(dataset, key, pair);
        case Verdict::cannotTell:
            break;
    }
    return cannotTellSentence(names, pair);
}

}  // namespace flipscope
