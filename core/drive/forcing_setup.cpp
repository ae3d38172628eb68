#include "core/drive/forcing_setup.h"

#include "core/analyse/winner_matrix.h"
#include "core/drive/choice_plan.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace flipscope {

namespace {

// The set from which the base run chose for a key. An Error: it has no choice there.
Result<CandidateSetIndex> setOfChoice(const Dataset& dataset, RunIndex base, KeyIndex key) {
    const WinnerMatrix matrix = buildWinnerMatrix(dataset, {base});
    const WinnerCell& cell = matrix.at(key, 0);
    if (!cell.set) return Error{"the base run has no choice for " + shownText(keyOf(dataset, key).label)};
    return *cell.set;
}

std::size_t candidatesIn(const Dataset& dataset, CandidateSetIndex set) {
    return setOf(dataset, set).names.size();
}

Error noCandidate(const Dataset& dataset, KeyIndex key, CandidateSetIndex set, const std::string& words) {
    const std::size_t count = candidatesIn(dataset, set);
    return Error{"“" + shownText(words) + "” is no candidate of " + shownText(keyOf(dataset, key).label) + ": " +
                 (count == 0 ? "no run tells how many it has" : "they go from 0 to " + std::to_string(count - 1))};
}

// Why these choices cannot be tried in place of those of the base.
std::optional<Error> choiceFault(const Dataset& dataset, const std::vector<Pin>& base,
                                 const std::vector<ForcedChoice>& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const ForcedChoice& choice = choices[i];
        const std::string label = shownText(keyOf(dataset, choice.key).label);
        const auto isSame = [&choice](const ForcedChoice& other) { return other.key == choice.key; };
        if (std::any_of(choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(i), isSame)) {
            return Error{"two choices are given for one key, " + label + ": give one"};
        }
        const auto own = std::find_if(base.begin(), base.end(), [&](const Pin& pin) {
            return pin.keyId == keyOf(dataset, choice.key).id && choice.candidate == pin.candidate;
        });
        if (own == base.end()) continue;
        return Error{"candidate " + std::to_string(own->candidate.value) + " " + shownText(own->candidateName) +
                     " of " + label + " is the base run's own choice: forced again it changes nothing"};
    }
    return std::nullopt;
}

// One variant with all named choices, or one a candidate.
Result<std::vector<std::vector<Pin>>> variantsOf(const Dataset& dataset, RunIndex base,
                                                 const std::vector<ForcedChoice>& choices) {
    std::vector<Pin> together;
    std::vector<std::vector<Pin>> single;
    for (const ForcedChoice& choice : choices) {
        const Result<CandidateSetIndex> set = setOfChoice(dataset, base, choice.key);
        if (!set) return Error{set.errorMessage()};
        const auto count = static_cast<std::uint32_t>(candidatesIn(dataset, set.value()));
        if (count == 0 || (choice.candidate && choice.candidate->value >= count)) {
            return noCandidate(dataset, choice.key, set.value(),
                               choice.candidate ? std::to_string(choice.candidate->value) : "all");
        }
        if (choice.candidate) {
            together.push_back(pinOf(dataset, choice.key, set.value(), *choice.candidate));
            continue;
        }
        if (choices.size() > 1) return Error{"KEY=all stands alone: every candidate is forced by itself"};
        for (std::uint32_t i = 0; i < count; ++i)
            single.push_back({pinOf(dataset, choice.key, set.value(), CandidateIndex{i})});
    }
    if (!together.empty()) single.push_back(std::move(together));
    return single;
}

}  // namespace

Result<ForcedChoice> forcedChoice(const Dataset& dataset, RunIndex base, KeyIndex key, const std::string& words) {
    const Result<CandidateSetIndex> set = setOfChoice(dataset, base, key);
    if (!set) return Error{set.errorMessage()};
    if (words == "all") return ForcedChoice{key, std::nullopt};
    std::uint32_t candidate = 0;
    const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), candidate);
    if (error != std::errc() || end != words.data() + words.size() || candidate >= candidatesIn(dataset, set.value()))
        return noCandidate(dataset, key, set.value(), words);
    return ForcedChoice{key, CandidateIndex{candidate}};
}

Result<ForcingPlan> planForcing(const Dataset& dataset, RunIndex base, const std::vector<ForcedChoice>& choices,
                                TrialSettings trials, std::size_t repeats) {
    Result<std::vector<std::vector<Pin>>> variants = variantsOf(dataset, base, choices);
    if (!variants) return Error{variants.errorMessage()};
    ForcingPlan plan;
    plan.trials = std::move(trials);
    plan.trials.usual = usualEnds(dataset, {base});
    plan.variants = std::move(variants).value();
    plan.base = choicesOf(dataset, base);
    if (plan.base.empty()) return Error{"the base run tells no choice"};
    if (auto fault = choiceFault(dataset, plan.base, choices)) return *fault;
    const std::size_t byItself = plan.variants.size() > 1 ? 1 : 3;
    plan.repeats = repeats > 0 ? repeats : byItself;
    return plan;
}

}  // namespace flipscope
