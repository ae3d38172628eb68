#include "core/drive/choice_plan.h"

#include "core/analyse/winner_matrix.h"
#include "core/read/content_hash.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace flipscope {

namespace {

bool isKnown(const WinnerCell& cell) {
    return cell.winner && cell.set;
}

Pin pinOf(const Dataset& dataset, KeyIndex key, const WinnerCell& cell) {
    return flipscope::pinOf(dataset, key, *cell.set, *cell.winner);
}

std::size_t columnOf(const WinnerMatrix& matrix, RunIndex run) {
    return static_cast<std::size_t>(std::find(matrix.runs.begin(), matrix.runs.end(), run) - matrix.runs.begin());
}

bool differs(const WinnerCell& a, const WinnerCell& b) {
    return isKnown(a) && isKnown(b) && a.set == b.set && a.winner != b.winner;
}

std::size_t differences(const WinnerMatrix& matrix, std::size_t a, std::size_t b) {
    std::size_t count = 0;
    for (std::uint32_t key = 0; key < matrix.keyCount; ++key)
        count += differs(matrix.at(KeyIndex{key}, a), matrix.at(KeyIndex{key}, b)) ? std::size_t{1} : std::size_t{0};
    return count;
}

// Null: both tell that they chose alike, or neither tuned the key.
std::optional<LeftOutKey::Because> whyLeftOut(const WinnerCell& good, const WinnerCell& bad) {
    using Because = LeftOutKey::Because;
    if (isKnown(good) && isKnown(bad))
        return good.set == bad.set ? std::nullopt : std::optional(Because::otherCandidates);
    if (isKnown(good)) return Because::onlyGoodTells;
    if (isKnown(bad)) return Because::onlyBadTells;
    const bool isInEither = good.decision >= 0 || bad.decision >= 0;
    return isInEither ? std::optional(Because::neitherTells) : std::nullopt;
}

// Runs that made the choice of the other side.
std::size_t countAgainst(const WinnerMatrix& matrix, KeyIndex key, const std::vector<RunIndex>& runs,
                         CandidateIndex ofOtherSide) {
    return static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), [&](RunIndex run) {
        return matrix.at(key, columnOf(matrix, run)).winner == ofOtherSide;
    }));
}

}  // namespace

std::string_view toString(LeftOutKey::Because because) {
    switch (because) {
        case LeftOutKey::Because::otherCandidates:
            return "otherCandidates";
        case LeftOutKey::Because::onlyGoodTells:
            return "onlyGoodTells";
        case LeftOutKey::Because::onlyBadTells:
            return "onlyBadTells";
        case LeftOutKey::Because::neitherTells:
            break;
    }
    return "neitherTells";
}

std::vector<Pin> choicesOf(const Dataset& dataset, RunIndex run) {
    const WinnerMatrix matrix = buildWinnerMatrix(dataset, {run});
    std::vector<Pin> pins;
    for (std::uint32_t key = 0; key < matrix.keyCount; ++key) {
        const WinnerCell& cell = matrix.at(KeyIndex{key}, 0);
        if (isKnown(cell)) pins.push_back(pinOf(dataset, KeyIndex{key}, cell));
    }
    return pins;
}

ChoicePlan planChoices(const Dataset& dataset, const std::vector<RunIndex>& good, const std::vector<RunIndex>& bad) {
    std::vector<RunIndex> all = good;
    all.insert(all.end(), bad.begin(), bad.end());
    const WinnerMatrix matrix = buildWinnerMatrix(dataset, all);
    ChoicePlan plan{good.front(), bad.front(), {}, {}, good.size() + bad.size() > 2, {}};
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const RunIndex a : good) {
        for (const RunIndex b : bad) {
            const std::size_t count = differences(matrix, columnOf(matrix, a), columnOf(matrix, b));
            if (count == 0 || count >= fewest) continue;
            fewest = count;
            plan.good = a;
            plan.bad = b;
        }
    }
    for (std::uint32_t i = 0; i < matrix.keyCount; ++i) {
        const KeyIndex key{i};
        const WinnerCell& a = matrix.at(key, columnOf(matrix, plan.good));
        const WinnerCell& b = matrix.at(key, columnOf(matrix, plan.bad));
        if (differs(a, b)) {
            plan.differing.push_back(
                {key, pinOf(dataset, key, a), pinOf(dataset, key, b),
                 countAgainst(matrix, key, good, *b.winner) + countAgainst(matrix, key, bad, *a.winner)});
            continue;
        }
        if (isKnown(a) || isKnown(b)) plan.common.push_back(pinOf(dataset, key, isKnown(a) ? a : b));
        if (const auto because = whyLeftOut(a, b)) plan.leftOut.push_back({key, *because});
    }
    std::stable_sort(plan.differing.begin(), plan.differing.end(),
                     [](const DifferingChoice& a, const DifferingChoice& b) { return a.against < b.against; });
    return plan;
}

std::vector<Pin> pinsOf(const ChoicePlan& plan, const std::vector<std::uint32_t>& fromBad) {
    std::vector<Pin> pins = plan.common;
    for (std::uint32_t i = 0; i < plan.differing.size(); ++i) {
        const bool isBad = std::binary_search(fromBad.begin(), fromBad.end(), i);
        pins.push_back(isBad ? plan.differing[i].bad : plan.differing[i].good);
    }
    return pins;
}

std::size_t keyCount(const std::vector<Pin>& pins) {
    std::set<std::pair<std::string_view, std::string_view>> keys;
    for (const Pin& pin : pins)
        keys.emplace(pin.keyJson, pin.tuner);
    return keys.size();
}

std::string choicesDigest(const std::vector<Pin>& pins) {
    std::vector<std::string> choices;
    for (const Pin& pin : pins) {
        choices.push_back(pin.keyJson + "\n" + pin.tuner + "\n" + pin.setChecksum + "\n" +
                          std::to_string(pin.candidate.value) + "\n");
    }
    std::sort(choices.begin(), choices.end());
    ContentHash hash;
    for (const std::string& choice : choices)
        hash.add(choice);
    return hash.digits();
}

std::string choicesDigest(const ChoicePlan& plan) {
    std::vector<Pin> good, bad;
    for (const DifferingChoice& choice : plan.differing) {
        good.push_back(choice.good);
        bad.push_back(choice.bad);
    }
    ContentHash hash;
    hash.add(choicesDigest(plan.common) + choicesDigest(good) + choicesDigest(bad));
    return hash.digits();
}

}  // namespace flipscope
