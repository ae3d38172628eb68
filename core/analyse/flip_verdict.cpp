#include "core/analyse/flip_verdict.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace flipscope {

namespace {

// A candidate set of the key and how the runs use it.
struct SetUse {
    CandidateSetIndex set;
    std::size_t runs = 0, winners = 0;
};

// Fills winners and the counts of runs with, without and outside.
void tallyWinners(KeyVerdict& verdict, const WinnerMatrix& matrix) {
    std::vector<CandidateIndex> used;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const WinnerCell& cell = matrix.at(verdict.key, column);
        if (cell.set && cell.set != verdict.set) {
            ++verdict.runsWithOtherSet;
        } else if (cell.winner) {
            used.push_back(*cell.winner);
        } else {
            ++verdict.runsWithoutWinner;
        }
    }
    verdict.runsWithWinner = used.size();
    std::sort(used.begin(), used.end());
    for (const CandidateIndex winner : used) {
        if (verdict.winners.empty() || verdict.winners.back().winner != winner) verdict.winners.push_back({winner, 0});
        ++verdict.winners.back().runs;
    }
    verdict.flips = verdict.winners.size() > 1;
}

CandidateSummary summarise(const KeyTimings& timings, CandidateIndex index, std::vector<std::int64_t>& scratch) {
    CandidateSummary summary;
    summary.index = index;
    const CandidateStates states = timings.states(index);
    summary.runsMeasured = states.measured;
    summary.runsFailed = states.failed;
    summary.runsSkipped = timings.runs() - std::min(timings.runs(), states.measured + states.failed);
    scratch.clear();
    for (const TimedRun& run : timings.of(index))
        scratch.push_back(run.timing.median.value);
    if (scratch.empty()) return summary;
    const auto [smallest, largest] = std::minmax_element(scratch.begin(), scratch.end());
    summary.smallestMedian = Nanoseconds{*smallest};
    summary.largestMedian = Nanoseconds{*largest};
    summary.medianOfMedians = Nanoseconds{medianOf(std::span(scratch))};
    return summary;
}

void summariseCandidates(KeyVerdict& verdict, const KeyTimings& timings) {
    std::vector<WinnerCount> byIndex = verdict.winners;
    std::sort(byIndex.begin(), byIndex.end(),
              [](const WinnerCount& a, const WinnerCount& b) { return a.winner < b.winner; });
    auto nextWinner = byIndex.begin();
    std::vector<std::int64_t> scratch;
    const auto add = [&](CandidateIndex index) {
        CandidateSummary summary = summarise(timings, index, scratch);
        if (nextWinner != byIndex.end() && nextWinner->winner == index) summary.runsWon = (nextWinner++)->runs;
        if (summary.runsMeasured + summary.runsFailed + summary.runsWon > 0) verdict.candidates.push_back(summary);
    };
    for (std::size_t i = 0; i < timings.candidateCount(); ++i)
        add({static_cast<std::uint32_t>(i)});
    while (nextWinner != byIndex.end())
        add(nextWinner->winner);  // winners without any record of a measurement
}

// Which of two candidates comes first where nothing else decides: the faster one, then by name. Not by index, for how
// candidates are numbered says nothing about them.
class Preference {
public:
    Preference(const Dataset& dataset, const KeyVerdict& verdict) : m_verdict(verdict) {
        if (verdict.set) m_names = &setOf(dataset, *verdict.set).names;
    }
    bool operator()(CandidateIndex a, CandidateIndex b) const {
        const auto medianA = medianOf(a), medianB = medianOf(b);
        if (medianA != medianB) return medianB ? medianA && *medianA < *medianB : true;
        return std::tuple(nameOf(a), a) < std::tuple(nameOf(b), b);
    }

private:
    [[nodiscard]] std::optional<Nanoseconds> medianOf(CandidateIndex index) const {
        for (const CandidateSummary& candidate : m_verdict.candidates)
            if (candidate.index == index) return candidate.medianOfMedians;
        return std::nullopt;
    }
    [[nodiscard]] std::string_view nameOf(CandidateIndex index) const {
        const bool isNamed = m_names != nullptr && index.value < m_names->size();
        return isNamed ? std::string_view((*m_names)[index.value]) : std::string_view();
    }

    const KeyVerdict& m_verdict;
    const std::vector<std::string>* m_names = nullptr;
};

// Most frequent first.
void orderWinners(KeyVerdict& verdict, const Preference& isBefore) {
    std::sort(verdict.winners.begin(), verdict.winners.end(), [&](const WinnerCount& a, const WinnerCount& b) {
        return a.runs != b.runs ? a.runs > b.runs : isBefore(a.winner, b.winner);
    });
}

// leastRuns: candidates measured in fewer runs, with or without numbers, do not count.
std::optional<CandidateIndex> fastestBut(const KeyVerdict& verdict, const Preference& isBefore,
                                         std::optional<CandidateIndex> excluded, std::size_t leastRuns = 0) {
    std::optional<CandidateIndex> fastest;
    for (const CandidateSummary& candidate : verdict.candidates) {
        if (!candidate.medianOfMedians || candidate.index == excluded || candidate.runsMeasured < leastRuns) continue;
        if (!fastest || isBefore(candidate.index, *fastest)) fastest = candidate.index;
    }
    return fastest;
}

struct Judgement {
    Verdict verdict = Verdict::cannotTell;
    VerdictReason reason = VerdictReason::nothingMeasuredInCommon;
    std::optional<CandidateIndex> favourite;  // then verdict and reason depend on what the runs chose
};

Judgement judgeByBands(const PairEvidence& e) {
    const std::size_t overlapping = e.runsWithBands - e.bandsApart;
    if (e.bandsApart == e.pairs && e.bandsApartForA == e.pairs) return {{}, VerdictReason::bandsApartInAll, e.a};
    if (e.bandsApart == e.pairs && e.bandsApartForA == 0) return {{}, VerdictReason::bandsApartInAll, e.b};
    if (overlapping * 2 > e.pairs) return {Verdict::coinFlip, VerdictReason::bandsOverlap, {}};
    const bool contradictory = e.bandsApart > 0 && (overlapping > 0 || e.runsWithBands == e.pairs);
    if (contradictory || e.runsWithBands == e.pairs) return {Verdict::cannotTell, VerdictReason::bandsDisagree, {}};
    return {Verdict::cannotTell, VerdictReason::noBandsAndFewPairs, {}};
}

Judgement judgeEvidence(const PairEvidence& e) {
    if (e.pairs == 0) return {};
    if (e.pairs < kPairsForSignTest) return judgeByBands(e);
    if (e.signTestP > kFavouriteP) return {Verdict::coinFlip, VerdictReason::noFavouriteOverRuns, {}};
    return {{}, VerdictReason::favouriteChosenAlways, e.aFaster > e.bFaster ? e.a : e.b};
}

RunCost costOf(const KeyTimings& timings, RunIndex run, std::size_t column, CandidateIndex chosen,
               CandidateIndex favourite) {
    RunCost cost{run, chosen, {}, {}, {}};
    const Timing* paid = timings.at(chosen, column);
    const Timing* best = timings.at(favourite, column);
    if (paid == nullptr || best == nullptr) return cost;
    cost.chosenLedByScore = rankingScore(*paid) < rankingScore(*best);
    const std::int64_t regret = paid->median.value - best->median.value;
    cost.regret = Nanoseconds{regret};
    if (best->median.value > 0) {
        cost.relativeRegret = static_cast<double>(regret) / static_cast<double>(best->median.value);
    }
    return cost;
}

// The key under judgement with everything its pairs need.
struct Case {
    const WinnerMatrix& matrix;
    const KeyTimings& timings;
    const KeyVerdict& verdict;
    const Preference& isBefore;
};

// only: when set, just the runs that chose this candidate.
std::vector<RunCost> costsOfOtherChoices(const Case& c, CandidateIndex favourite, std::optional<CandidateIndex> only) {
    std::vector<RunCost> costs;
    for (std::size_t column = 0; column < c.matrix.runs.size(); ++column) {
        const WinnerCell& cell = c.matrix.at(c.verdict.key, column);
        if (!cell.winner || cell.set != c.verdict.set || cell.winner == favourite) continue;
        if (only && cell.winner != only) continue;
        costs.push_back(costOf(c.timings, c.matrix.runs[column], column, *cell.winner, favourite));
    }
    return costs;
}

bool choseAlways(const KeyVerdict& verdict, CandidateIndex candidate) {
    return verdict.winners.size() == 1 && verdict.winners.front().winner == candidate;
}

ScoreLeader leaderByScore(const PairEvidence& e) {
    if (!e.scoreLead) return ScoreLeader::neither;
    const auto [a, b] = *e.scoreLead;
    if (signTest(a, b) > kFavouriteP) return ScoreLeader::neither;
    return a > b ? ScoreLeader::a : ScoreLeader::b;
}

PairVerdict judgePair(const Case& c, CandidateIndex a, CandidateIndex b, bool mainPair) {
    PairVerdict pair;
    pair.evidence = comparePair(c.timings, a, b);
    const Judgement judgement = judgeEvidence(pair.evidence);
    if (judgement.favourite == b) pair.evidence = comparePair(c.timings, b, a);
    pair.verdict = judgement.verdict;
    pair.reason = judgement.reason;
    pair.isByBands = pair.evidence.pairs < kPairsForSignTest;
    pair.scoreLeader = leaderByScore(pair.evidence);
    if (!judgement.favourite) return pair;
    const CandidateIndex favourite = *judgement.favourite;
    if (c.verdict.winners.empty()) {
        pair.verdict = Verdict::cannotTell;
        pair.reason = VerdictReason::noWinnerKnown;
    } else if (choseAlways(c.verdict, favourite)) {
        pair.verdict = Verdict::realWin;
    } else {
        pair.verdict = Verdict::disturbed;
        pair.reason = VerdictReason::favouriteNotAlwaysChosen;
        pair.otherwise = costsOfOtherChoices(c, favourite, mainPair ? std::nullopt : std::optional(pair.evidence.b));
        if (!pair.evidence.scoreLead)
            for (RunCost& cost : pair.otherwise)
                cost.chosenLedByScore.reset();
    }
    return pair;
}

std::vector<PairVerdict> judgeFlip(const Case& c) {
    const auto& winners = c.verdict.winners;
    std::vector<PairVerdict> pairs;
    pairs.push_back(judgePair(c, winners[0].winner, winners[1].winner, true));
    const CandidateIndex favourite = pairs.front().evidence.a;
    for (std::size_t i = 2; i < winners.size(); ++i) {
        pairs.push_back(judgePair(c, favourite, winners[i].winner, false));
    }
    return pairs;
}

std::vector<PairVerdict> judgeWithoutFlip(const Case& c) {
    const auto winner = c.verdict.winners.empty() ? fastestBut(c.verdict, c.isBefore, {})
                                                  : std::optional(c.verdict.winners.front().winner);
    if (!winner) return {PairVerdict{}};
    const auto runnerUp = fastestBut(c.verdict, c.isBefore, winner);
    if (!runnerUp) {
        PairVerdict alone;
        alone.evidence.a = alone.evidence.b = *winner;
        if (!c.timings.of(*winner).empty()) alone.reason = VerdictReason::onlyOneCandidate;
        return {alone};
    }
    std::vector<PairVerdict> pairs = {judgePair(c, *winner, *runnerUp, true)};
    // A runner-up that a few runs measured stands beside the one that most runs measured.
    const std::size_t half = (c.timings.of(*winner).size() + 1) / 2;
    const auto regular = fastestBut(c.verdict, c.isBefore, winner, half);
    if (regular && regular != runnerUp) pairs.push_back(judgePair(c, *winner, *regular, false));
    return pairs;
}

void markSetChanged(KeyVerdict& verdict, std::size_t runsOfSet) {
    // Of equally frequent sets none is the one to be compared.
    const bool judged = std::any_of(verdict.pairs.begin(), verdict.pairs.end(),
                                    [](const PairVerdict& p) { return p.verdict != Verdict::cannotTell; });
    if (judged && runsOfSet > 1 && !verdict.setsTied) return;
    for (PairVerdict& pair : verdict.pairs) {
        pair.verdict = Verdict::cannotTell;
        pair.reason = VerdictReason::candidateSetChanged;
        pair.otherwise.clear();
    }
}

}  // namespace

SetChoice mostUsedSet(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key) {
    std::vector<SetUse> uses;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const WinnerCell& cell = matrix.at(key, column);
        if (!cell.set) continue;
        auto use = std::find_if(uses.begin(), uses.end(), [&](const SetUse& u) { return u.set == *cell.set; });
        if (use == uses.end()) use = uses.insert(use, SetUse{*cell.set});
        ++use->runs;
        if (cell.winner) ++use->winners;
    }
    const auto isRarer = [](const SetUse& a, const SetUse& b) {
        return std::tuple(a.runs, a.winners) < std::tuple(b.runs, b.winners);
    };
    const auto most = std::max_element(uses.begin(), uses.end(), [&](const SetUse& a, const SetUse& b) {
        if (isRarer(a, b) || isRarer(b, a)) return isRarer(a, b);
        return setOf(dataset, a.set).checksum > setOf(dataset, b.set).checksum;
    });
    if (most == uses.end()) return {};
    const auto equals =
        std::count_if(uses.begin(), uses.end(), [&](const SetUse& use) { return !isRarer(use, *most); });
    return {most->set, uses.size(), equals > 1};
}

KeyVerdict judgeKey(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key, KeyTimings& timings) {
    KeyVerdict verdict;
    verdict.key = key;
    const SetChoice choice = mostUsedSet(dataset, matrix, key);
    verdict.setChanged = choice.sets > 1;
    verdict.setsTied = choice.isTied;
    verdict.set = choice.most;
    tallyWinners(verdict, matrix);
    if (verdict.set) {
        timings.collect(dataset, matrix, key, *verdict.set);
    } else {
        timings.clear();
    }
    summariseCandidates(verdict, timings);
    const Preference isBefore(dataset, verdict);
    orderWinners(verdict, isBefore);
    const Case judged{matrix, timings, verdict, isBefore};
    auto pairs = verdict.flips ? judgeFlip(judged) : judgeWithoutFlip(judged);
    verdict.pairs = std::move(pairs);
    if (verdict.setChanged) markSetChanged(verdict, timings.runs());
    return verdict;
}

KeyVerdict judgeKey(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key) {
    KeyTimings timings;
    return judgeKey(dataset, matrix, key, timings);
}

PairVerdict verdictOn(const Dataset& dataset, const WinnerMatrix& matrix, const KeyVerdict& key, CandidateIndex a,
                      CandidateIndex b) {
    for (const PairVerdict& pair : key.pairs) {
        const bool straight = pair.evidence.a == a && pair.evidence.b == b;
        const bool crossed = pair.evidence.a == b && pair.evidence.b == a;
        if (straight || crossed) return pair;
    }
    KeyTimings timings;
    if (key.set) timings.collect(dataset, matrix, key.key, *key.set);
    return judgePair({matrix, timings, key, Preference(dataset, key)}, a, b, false);
}

}  // namespace flipscope
