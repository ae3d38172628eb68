#include "core/pin/pin_selection.h"

#include "core/model/counted_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

std::string indicesOf(const std::vector<CandidateIndex>& candidates) {
    std::string text;
    for (const CandidateIndex candidate : candidates)
        text += (text.empty() ? "" : ", ") + std::to_string(candidate.value);
    return text;
}

std::string whyNoWinner(WinnerSource source) {
    switch (source) {
        case WinnerSource::none_keyAbsent:
            return "the run did not tune this key";
        case WinnerSource::none_notProvable:
            return "its log names a winner that the tuner may have eliminated";
        case WinnerSource::none_choicesCached:
            return "its choices came from a cache that does not say which they were";
        case WinnerSource::none_contradictory:
            return "it decided the key several times with different winners";
        case WinnerSource::none_severalSets:
            return "it decided the key several times from different candidate sets";
        default:
            return "it did not decide the key";
    }
}

// Runs of the compared set that tuned the key.
std::size_t runsOf(const CandidateSummary& candidate) {
    return candidate.runsMeasured + candidate.runsFailed + candidate.runsSkipped;
}

// Measured with numbers in at least half of the runs: others are too rare to be compared by their median.
bool isRegular(const CandidateSummary& candidate) {
    return candidate.medianOfMedians && candidate.runsMeasured * 2 >= runsOf(candidate);
}

bool isFaster(const CandidateSummary& a, const CandidateSummary& b) {
    return std::pair(*a.medianOfMedians, a.index) < std::pair(*b.medianOfMedians, b.index);
}

// The fastest of those that `accepts` takes; regular ones before others.
template <class Accepts>
const CandidateSummary* fastestWhere(const KeyVerdict& key, Accepts accepts) {
    const CandidateSummary* best = nullptr;
    for (const bool regularOnly : {true, false}) {
        for (const CandidateSummary& candidate : key.candidates) {
            if (!candidate.medianOfMedians || (regularOnly && !isRegular(candidate)) || !accepts(candidate)) continue;
            if (best == nullptr || isFaster(candidate, *best)) best = &candidate;
        }
        if (best != nullptr) return best;
    }
    return nullptr;
}

// The evidence names one of the two as the faster.
bool isSeparated(const PairVerdict& pair) {
    switch (pair.reason) {
        case VerdictReason::favouriteChosenAlways:
        case VerdictReason::favouriteNotAlwaysChosen:
        case VerdictReason::bandsApartInAll:
        case VerdictReason::noWinnerKnown:
            return true;
        default:
            return false;
    }
}

class Selector {
public:
    Selector(const Dataset& dataset, const Analysis& analysis, KeyIndex key, const PinRequest& request)
        : m_dataset(dataset),
          m_analysis(analysis),
          m_key(key),
          m_verdict(analysis.keys[key.value]),
          m_request(request) {}

    [[nodiscard]] Selection ofRun(std::size_t column) const {
        const WinnerCell& cell = m_analysis.matrix.at(m_key, column);
        const std::string& run = runOf(m_dataset, m_analysis.matrix.runs[column]).id;
        if (!cell.winner) return none(whyNoWinner(cell.source));
        if (!cell.set) return none("its candidate set is not known");
        return {cell.winner, cell.set, "It is what " + run + " used.", {}};
    }

    [[nodiscard]] Selection majority() const {
        const auto& winners = m_verdict.winners;
        if (winners.empty()) return none("no run is known to have used one");
        const std::size_t most = winners.front().runs;
        std::vector<CandidateIndex> tied;
        for (const WinnerCount& count : winners)
            if (count.runs == most) tied.push_back(count.winner);
        std::string words =
            countedText(most, "run", "runs") + " of " + std::to_string(m_verdict.runsWithWinner) + " used it";
        if (tied.size() == 1) return found(tied.front(), words + ".");
        const CandidateSummary* fastest = fastestWhere(m_verdict, [&](const CandidateSummary& candidate) {
            return std::find(tied.begin(), tied.end(), candidate.index) != tied.end();
        });
        words += ", as many as used each of " + indicesOf(tied) + ": a tie, decided by the ";
        return fastest != nullptr ? found(fastest->index, words + "lower median over the runs.")
                                  : found(tied.front(), words + "lower index.");
    }

    [[nodiscard]] Selection fastestInTie() const {
        const CandidateSummary* fastest = fastestSound([](const CandidateSummary&) { return true; });
        if (fastest == nullptr) return noneSound("nothing was measured");
        std::vector<CandidateIndex> tied;
        for (const CandidateSummary& other : m_verdict.candidates) {
            if (other.index == fastest->index || !isRegular(other) || isBlocked(other.index)) continue;
            const PairVerdict pair = verdictOn(m_dataset, m_analysis.matrix, m_verdict, fastest->index, other.index);
            if (pair.evidence.pairs > 0 && !isSeparated(pair)) tied.push_back(other.index);
        }
        return foundSound(fastest->index, "It has the lowest median over the runs; " +
                                              (tied.empty() ? std::string("every other one is reliably slower.")
                                                            : "not reliably slower: " + indicesOf(tied) + "."));
    }

    [[nodiscard]] Selection ofClass() const {
        const std::string& name = m_request.rule->name;
        bool measured = false, anyClass = false;
        const CandidateSummary* fastest = fastestSound([&](const CandidateSummary& candidate) {
            const std::string id = classIdOf(candidate.index, measured);
            anyClass = anyClass || !id.empty();
            return fitsClass(id, name);
        });
        if (fastest == nullptr) {
            return noneSound(anyClass
                                 ? "no candidate that ran for it is of the class " + name
                                 : "the classes of its candidates are not known, or differ between cards (--card)");
        }
        const std::string id = classIdOf(fastest->index, measured);
        return foundSound(fastest->index, "It is the fastest of the class " + name +
                                              (measured ? ", measured" : ", predicted") + " as " + id + ".");
    }

    [[nodiscard]] Selection mostExact() const {
        if (!m_verdict.set) return none("its candidates are not known");
        const Selection measured = leastError();
        return measured.candidate ? measured : mostExactClass();
    }

private:
    [[nodiscard]] static Selection none(std::string because) { return {{}, {}, {}, std::move(because)}; }

    [[nodiscard]] Selection found(CandidateIndex candidate, std::string words) const {
        if (!m_verdict.set) return none("its candidate set is not known");
        if (m_verdict.setChanged) {
            words += " Other runs have another candidate set, which this pin does not fit.";
        }
        return {candidate, m_verdict.set, std::move(words), {}};
    }

    // A re-run caught it: a rule that weighs candidates against each other does not choose it.
    [[nodiscard]] bool isBlocked(CandidateIndex candidate) const {
        const auto measured = m_request.measurements.find({m_key, candidate});
        return measured != m_request.measurements.end() && measured->second.blocked;
    }

    template <class Accepts>
    [[nodiscard]] const CandidateSummary* fastestSound(Accepts accepts) const {
        return fastestWhere(m_verdict, [&](const CandidateSummary& candidate) {
            return accepts(candidate) && !isBlocked(candidate.index);
        });
    }

    // Who could not be chosen, a clause; empty: nobody.
    [[nodiscard]] std::string leftOut() const {
        std::vector<CandidateIndex> blocked;
        for (const CandidateSummary& candidate : m_verdict.candidates) {
            if (candidate.runsMeasured > 0 && isBlocked(candidate.index)) blocked.push_back(candidate.index);
        }
        if (blocked.empty()) return {};
        return "left out, for a re-run put " + std::string(blocked.size() == 1 ? "it" : "them") +
               " on the blocklist: " + indicesOf(blocked);
    }

    [[nodiscard]] Selection noneSound(const std::string& because) const {
        const std::string out = leftOut();
        return none(out.empty() ? because : because + " (" + out + ")");
    }

    [[nodiscard]] Selection foundSound(CandidateIndex candidate, const std::string& words) const {
        std::string out = leftOut();
        if (!out.empty()) out = " L" + out.substr(1) + ".";
        return found(candidate, words + out);
    }

    [[nodiscard]] std::string classIdOf(CandidateIndex candidate, bool& measured) const {
        if (!m_verdict.set) return {};
        const PinnedClass known =
            classOf(m_dataset, m_key, *m_verdict.set, candidate, m_request.assumptions, m_request.measurements);
        measured = known.measured;
        return known.id;
    }

    [[nodiscard]] std::optional<double> errorOf(CandidateIndex candidate) const {
        const auto measured = m_request.measurements.find({m_key, candidate});
        if (measured == m_request.measurements.end() || !measured->second.refusal.empty() || isBlocked(candidate))
            return std::nullopt;
        return measured->second.error;
    }

    [[nodiscard]] Selection leastError() const {
        std::optional<double> least;
        for (const CandidateSummary& candidate : m_verdict.candidates) {
            const auto error = errorOf(candidate.index);
            if (candidate.runsMeasured > 0 && error && (!least || *error < *least)) least = error;
        }
        if (!least) return none({});
        const CandidateSummary* chosen = fastestWhere(
            m_verdict, [&](const CandidateSummary& candidate) { return errorOf(candidate.index) == least; });
        if (chosen == nullptr) return none({});
        char error[32];
        std::snprintf(error, sizeof error, "%.2g", *least);
        return foundSound(chosen->index,
                          "Of the candidates that ran and were re-run it has the least measured error, " +
                              std::string(error) + " of |A||B|.");
    }

    [[nodiscard]] Selection mostExactClass() const {
        std::optional<unsigned> best;
        std::string onlyClass;
        bool allKnown = true, oneClass = true, measured = false, any = false;
        for (const CandidateSummary& candidate : m_verdict.candidates) {
            if (candidate.runsMeasured == 0 || isBlocked(candidate.index)) continue;
            any = true;
            const std::string id = classIdOf(candidate.index, measured);
            const auto rank = precisionRank(id);
            if (id.empty()) oneClass = false;
            if (onlyClass.empty()) onlyClass = id;
            oneClass = oneClass && id == onlyClass;
            if (!rank) allKnown = false;
            if (rank && (!best || *rank < *best)) best = rank;
        }
        if (!any) return noneSound("nothing was measured");
        if (oneClass) return exactWhere([](const std::string&) { return true; }, "all that ran are of one class");
        if (!allKnown) return none("the order of precision of its candidates is not known; a re-run can measure it");
        return exactWhere([&](const std::string& id) { return precisionRank(id) == best; },
                          "it is the fastest of the most exact class that ran");
    }

    template <class Accepts>
    [[nodiscard]] Selection exactWhere(Accepts accepts, const std::string& why) const {
        bool measured = false;
        const CandidateSummary* fastest = fastestSound(
            [&](const CandidateSummary& candidate) { return accepts(classIdOf(candidate.index, measured)); });
        if (fastest == nullptr) return noneSound("no candidate has a time");
        const std::string id = classIdOf(fastest->index, measured);
        return foundSound(fastest->index, std::string("By its ") + (measured ? "measured" : "predicted") + " class (" +
                                              id + ") " + why + ".");
    }

    const Dataset& m_dataset;
    const Analysis& m_analysis;
    KeyIndex m_key;
    const KeyVerdict& m_verdict;
    const PinRequest& m_request;
};

}  // namespace

Selection selectCandidate(const Dataset& dataset, const Analysis& analysis, KeyIndex key, const PinRequest& request,
                          std::size_t column) {
    const Selector selector(dataset, analysis, key, request);
    switch (request.rule->kind) {
        case PinRule::Kind::run:
            return selector.ofRun(column);
        case PinRule::Kind::majority:
            return selector.majority();
        case PinRule::Kind::fastestInTie:
            return selector.fastestInTie();
        case PinRule::Kind::ofClass:
            return selector.ofClass();
        case PinRule::Kind::mostExact:
            break;
    }
    return selector.mostExact();
}

std::optional<CandidateIndex> fastestMeasured(const KeyVerdict& key, std::optional<CandidateIndex> excluded) {
    const CandidateSummary* fastest =
        fastestWhere(key, [&](const CandidateSummary& candidate) { return candidate.index != excluded; });
    return fastest != nullptr ? std::optional(fastest->index) : std::nullopt;
}

}  // namespace flipscope
