#include "core/analyse/pair_evidence.h"

#include "core/analyse/sign_test.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

struct Margins {
    std::vector<double> relative;
    std::vector<std::int64_t> absolute;
};

void countBands(PairEvidence& evidence, const Timing& a, const Timing& b) {
    const NoiseBand bandA = bandWithinRun(a);
    const NoiseBand bandB = bandWithinRun(b);
    if (!bandA.lower || !bandB.lower) return;
    ++evidence.runsWithBands;
    if (bandA.upper < bandB.lower) ++evidence.bandsApartForA;
    if (bandA.upper < bandB.lower || bandB.upper < bandA.lower) ++evidence.bandsApart;
}

// Scores are compared as whole ns after a factor for the variance, which is at most 1 + 3.2e-5·cv: what lies nearer
// proves nothing about the order.
bool scoresTooNear(double a, double b) {
    return std::abs(a - b) <= 1.0 + 1e-4 * std::max(a, b);
}

// Counts the leader; false when the producer put the two in the other order.
bool countLead(ScoreLead& lead, const TimedRun& a, const TimedRun& b) {
    const double scoreA = rankingScore(a.timing);
    const double scoreB = rankingScore(b.timing);
    if (scoreA == scoreB) return true;
    ++(scoreA < scoreB ? lead.a : lead.b);
    return scoresTooNear(scoreA, scoreB) || (scoreA < scoreB) == (a.rank < b.rank);
}

void addPair(PairEvidence& evidence, Margins& margins, const Timing& a, const Timing& b) {
    ++evidence.pairs;
    if (a.median < b.median) {
        ++evidence.aFaster;
    } else if (b.median < a.median) {
        ++evidence.bFaster;
    } else {
        ++evidence.ties;
    }
    const std::int64_t difference = b.median.value - a.median.value;
    margins.absolute.push_back(difference);
    if (a.median.value > 0) {
        margins.relative.push_back(static_cast<double>(difference) / static_cast<double>(a.median.value));
    }
    countBands(evidence, a, b);
}

}  // namespace

NoiseBand bandWithinRun(const Timing& timing) {
    if (timing.min >= timing.max) return {};
    return {timing.min, timing.max};
}

PairEvidence comparePair(const KeyTimings& timings, CandidateIndex a, CandidateIndex b) {
    PairEvidence evidence;
    evidence.a = a;
    evidence.b = b;
    if (a == b) return evidence;
    Margins margins;
    ScoreLead lead;
    bool rankedByScore = true;
    const auto left = timings.of(a);
    const auto right = timings.of(b);
    margins.relative.reserve(std::min(left.size(), right.size()));
    margins.absolute.reserve(std::min(left.size(), right.size()));
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i].column == right[j].column) {
            rankedByScore = countLead(lead, left[i], right[j]) && rankedByScore;
            addPair(evidence, margins, left[i++].timing, right[j++].timing);
        } else if (left[i].column < right[j].column) {
            ++i;
        } else {
            ++j;
        }
    }
    if (evidence.pairs > 0 && rankedByScore) evidence.scoreLead = lead;
    evidence.signTestP = signTest(evidence.aFaster, evidence.bFaster);
    if (!margins.relative.empty()) evidence.relativeMargin = medianOf(std::span(margins.relative));
    if (!margins.absolute.empty()) evidence.absoluteMargin = Nanoseconds{medianOf(std::span(margins.absolute))};
    return evidence;
}

}  // namespace flipscope
