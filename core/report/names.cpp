#include "core/report/names.h"

#include "core/report/format.h"
#include "core/report/sentences.h"

namespace flipscope {

std::string runName(const Dataset& dataset, RunIndex run) {
    return printable(runOf(dataset, run).id, 120);
}

std::string runNames(const Dataset& dataset, const std::vector<RunIndex>& runs, std::size_t most) {
    std::vector<std::string> names;
    names.reserve(runs.size());
    for (const RunIndex run : runs)
        names.push_back(runName(dataset, run));
    return joinList(names, most);
}

std::string keyLabel(const Dataset& dataset, KeyIndex key) {
    return printable(keyOf(dataset, key).label);
}

const std::string& keyId(const Dataset& dataset, KeyIndex key) {
    return keyOf(dataset, key).id;
}

std::string candidateOf(const Dataset& dataset, const KeyVerdict& key, CandidateIndex candidate) {
    return key.set ? candidateLabel(setOf(dataset, *key.set), candidate) : std::to_string(candidate.value);
}

std::string candidateNameOf(const Dataset& dataset, const KeyVerdict& key, CandidateIndex candidate) {
    if (!key.set) return {};
    const CandidateSet& set = setOf(dataset, *key.set);
    return candidate.value < set.names.size() ? printable(set.names[candidate.value]) : std::string();
}

std::string winnerLabelOf(const Dataset& dataset, const WinnerCell& cell) {
    return cell.set ? candidateLabel(setOf(dataset, *cell.set), *cell.winner) : std::to_string(cell.winner->value);
}

std::string winnerNameOf(const Dataset& dataset, const WinnerCell& cell) {
    if (!cell.winner || !cell.set) return {};
    const CandidateSet& set = setOf(dataset, *cell.set);
    return cell.winner->value < set.names.size() ? printable(set.names[cell.winner->value]) : std::string();
}

const PairVerdict& mainPair(const KeyVerdict& key) {
    static const PairVerdict kNone;
    return key.pairs.empty() ? kNone : key.pairs.front();
}

std::string winnerCounts(const KeyVerdict& key, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < key.winners.size(); ++i) {
        if (i == most) return text + " +" + std::to_string(key.winners.size() - most) + " more";
        text += (i > 0 ? " " : "") + std::to_string(key.winners[i].winner.value) + "×" +
                std::to_string(key.winners[i].runs);
    }
    return text;
}

std::string usedIn(const SuspectWinners& winners, std::size_t group) {
    std::string text;
    for (const auto& count : winners.winners) {
        if (group >= count.runsInGroup.size() || count.runsInGroup[group] == 0) continue;
        text += (text.empty() ? "" : " ") + std::to_string(count.winner.value) + "×" +
                std::to_string(count.runsInGroup[group]);
    }
    return text;
}

std::string usedWithMedians(const SuspectWinners& winners) {
    std::string text;
    for (const auto& count : winners.winners) {
        text += (text.empty() ? "" : ", ") + std::to_string(count.winner.value) + "×" + std::to_string(count.runs);
        if (count.median) text += ": " + formatNumber(*count.median);
    }
    return text;
}

}  // namespace flipscope
