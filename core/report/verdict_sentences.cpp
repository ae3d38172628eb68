#include "core/report/format.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

static_assert(kPairsForSignTest == 6, "sentences say six");

// Fewer than six pairs: a sign test cannot speak, the bands do.
std::string bandRuleWords(const PairEvidence& evidence) {
    return "measured together in only " + plural(evidence.pairs, "run", "runs") +
           " (fewer than six, so their noise bands decide), and " + bandWords(evidence) + marginWords(evidence);
}

// Which rule names a favourite, and its numbers.
std::string ruleWords(const PairVerdict& pair) {
    return pair.isByBands ? " by noise bands, " + bandRuleWords(pair.evidence)
                          : " by median, " + pairedWords(pair.evidence);
}

constexpr std::string_view kRankingRule = "(0.8 × minimum + 0.2 × median)";

// Whose lead by score is how large, where the evidence tells; ranking: "by the tuner's own ranking (…)", as the
// sentence needs it.
std::string leadWords(const PairVerdict& pair, const std::string& ranking) {
    const PairEvidence& evidence = pair.evidence;
    const std::string of = " of " + plural(evidence.pairs, "run", "runs");
    const std::string a = std::to_string(evidence.a.value) + " leads in " + std::to_string(evidence.scoreLead->a);
    const std::string b = std::to_string(evidence.b.value) + " leads in " + std::to_string(evidence.scoreLead->b);
    if (pair.scoreLeader == ScoreLeader::neither) return ranking + " " + a + " and " + b + of;
    return ranking + " " + (pair.scoreLeader == ScoreLeader::a ? a : b) + of;
}

// Without a favourite by median: noise, unless the score has one. A wide margin is no tie, so the scatter is named.
std::string noiseWords(const PairVerdict& pair) {
    constexpr double kNarrow = 0.02;  // the share below which tuners and their users call two timings equal
    const PairEvidence& evidence = pair.evidence;
    if (evidence.scoreLead && pair.scoreLeader != ScoreLeader::neither) {
        return leadWords(pair, "By the tuner's own ranking " + std::string(kRankingRule)) +
               ": its choice was no noise.";
    }
    if (!evidence.relativeMargin || std::abs(*evidence.relativeMargin) <= kNarrow) return "The choice is noise.";
    const std::string margin = formatPercent(std::abs(*evidence.relativeMargin));
    if (pair.isByBands) {
        return "The medians differ by " + margin +
               ", but inside most of these runs the times scatter more widely than that: they name no faster one.";
    }
    return "The medians differ by " + margin + ", but which of the two is faster changes from run to run: over " +
           plural(evidence.pairs, "run", "runs") + " neither is reliably the faster one.";
}

// With a favourite a by median: what the score says when that is another story.
std::string otherStoryWords(const PairVerdict& pair, bool rankingNamed) {
    const std::optional<ScoreLead>& lead = pair.evidence.scoreLead;
    if (!lead || lead->b == 0 || pair.scoreLeader == ScoreLeader::a) return {};
    return leadWords(pair,
                     rankingNamed ? " By that ranking" : " By the tuner's own ranking " + std::string(kRankingRule)) +
           ".";
}

// "8 runs", of those that tell their choice inside the compared set; where there are others, that is said.
std::string runsThatTell(const KeyVerdict& key) {
    const std::string runs = plural(key.runsWithWinner, "run", "runs");
    const std::string tell = key.runsWithWinner == 1 ? " that tells its choice" : " that tell their choice";
    if (key.runsWithOtherSet > 0) return runs + tell + " among these candidates";
    return runs + (key.runsWithoutWinner > 0 ? tell : "");
}

// "every run", or in how many of them that is known.
std::string everyRun(const KeyVerdict& key) {
    const std::size_t runs = key.runsWithWinner + key.runsWithoutWinner + key.runsWithOtherSet;
    if (key.runsWithWinner == runs) return "every run";
    return "every run that tells its choice" + std::string(key.runsWithOtherSet > 0 ? " among these candidates" : "") +
           " (" + std::to_string(key.runsWithWinner) + " of " + std::to_string(runs) + ")";
}

// The tuner followed its own rule in every run that did not choose the favourite: no fault of the choice.
bool chosenByRule(const PairVerdict& pair) {
    return !pair.otherwise.empty() &&
           std::all_of(pair.otherwise.begin(), pair.otherwise.end(),
                       [](const RunCost& cost) { return cost.chosenLedByScore.value_or(false); });
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
    const bool byRule = chosenByRule(pair);
    std::string rule;
    if (byRule) {
        rule =
            " What was chosen there had the better score by the tuner's own ranking " + std::string(kRankingRule) + ".";
    }
    const bool onlyTheOther = std::all_of(pair.otherwise.begin(), pair.otherwise.end(),
                                          [&pair](const RunCost& cost) { return cost.chosen == pair.evidence.b; });
    if (onlyTheOther && key.winners.size() > 2) {
        return (byRule ? "" : "Nevertheless ") + std::to_string(runs.size()) + " of " + runsThatTell(key) +
               " used the second: " + joinList(runs, 5) + "." + rule;
    }
    return std::string("It was ") + (byRule ? "" : "nevertheless ") + "not chosen in " + std::to_string(runs.size()) +
           " of " + runsThatTell(key) + ": " + joinList(runs, 5) + "." + rule;
}

std::string cannotTellSentence(const PairNames& names, const PairVerdict& pair) {
    const PairEvidence& evidence = pair.evidence;
    switch (pair.reason) {
        case VerdictReason::candidateSetChanged:
            return "Cannot tell: the candidate set changed between runs, so equal indices need not be equal kernels.";
        case VerdictReason::noWinnerKnown:
            return "Cannot tell: " + names.a + " beats " + names.b + ruleWords(pair) +
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
                   plural(evidence.pairs, "run", "runs") + " (fewer than six, so their noise bands decide), and " +
                   bandWords(evidence) +
                   (evidence.bandsApart == evidence.pairs
                        ? ": in all, but now the one and now the other was faster"
                        : ": not in all, which would be a real difference, and not in so few that it is a coin flip") +
                   marginWords(evidence) + ".";
        default:
            return evidence.a == evidence.b
                       ? std::string("Cannot tell: no run tells its choice, and no candidate has usable times.")
                       : "Cannot tell: " + names.a + " and " + names.b + " were never measured in the same run.";
    }
}

bool isOf(const PairVerdict& pair, CandidateIndex a, CandidateIndex b) {
    return (pair.evidence.a == a && pair.evidence.b == b) || (pair.evidence.a == b && pair.evidence.b == a);
}

// "24 against 19"
std::string pairInWords(const KeyVerdict& key, const PairVerdict& pair) {
    const bool leads = key.flips && key.winners.size() > 1 && isOf(pair, key.winners[0].winner, key.winners[1].winner);
    return std::to_string(pair.evidence.a.value) + " against " + std::to_string(pair.evidence.b.value) +
           (leads ? " (the two most frequent winners)" : "");
}

}  // namespace

std::string differingVerdictsSentence(const KeyVerdict& key, const std::vector<PairVerdict>& pairs) {
    constexpr std::size_t kPairsNamed = 4;
    std::vector<std::pair<Verdict, std::vector<std::string>>> pairsOf;
    for (const PairVerdict& pair : pairs) {
        if (pair.verdict == Verdict::cannotTell) continue;
        auto known = std::find_if(pairsOf.begin(), pairsOf.end(),
                                  [&](const auto& verdict) { return verdict.first == pair.verdict; });
        if (known == pairsOf.end()) known = pairsOf.insert(known, {pair.verdict, {}});
        known->second.push_back(pairInWords(key, pair));
    }
    if (pairsOf.size() < 2) return {};
    std::string words;
    for (const auto& [verdict, named] : pairsOf)
        words +=
            (words.empty() ? "" : "; ") + std::string(verdictInWords(verdict)) + " for " + joinList(named, kPairsNamed);
    return "Each verdict is about one pair, and they need not agree: " + words + ".";
}

std::string suspectVerdictSentence(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair) {
    std::vector<PairVerdict> both{pair};
    if (!key.pairs.empty()) both.insert(both.begin(), key.pairs.front());
    const std::string differing = differingVerdictsSentence(key, both);
    return verdictSentence(dataset, key, pair) + (differing.empty() ? "" : " " + differing);
}

std::string verdictSentence(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair) {
    const PairNames names = namesOf(dataset, key, pair.evidence);
    const PairEvidence& evidence = pair.evidence;
    const std::string measured = pair.isByBands ? bandRuleWords(evidence) : pairedWords(evidence);
    const std::string rule = pair.isByBands ? "noise bands" : "median";
    switch (pair.verdict) {
        case Verdict::coinFlip:
            return "Coin flip by " + rule + " between " + names.a + " and " + names.b + ": " +
                   (pair.isByBands ? measured : "the first was " + measured) + ". " + noiseWords(pair);
        case Verdict::realWin:
            return "Real win by " + rule + " of " + names.a + " over " + names.b + ": " + measured +
                   ", and it was chosen in " + everyRun(key) + "." + otherStoryWords(pair, false);
        case Verdict::disturbed:
            return "Disturbed: " + names.a + " beats " + names.b + ruleWords(pair) + ". " +
                   otherwiseWords(dataset, key, pair) + otherStoryWords(pair, chosenByRule(pair));
        case Verdict::cannotTell:
            break;
    }
    return cannotTellSentence(names, pair);
}

}  // namespace flipscope
