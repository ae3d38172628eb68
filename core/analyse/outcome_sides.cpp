#include "core/analyse/outcome_sides.h"

#include "core/analyse/outcome_number.h"
#include "core/analyse/telling_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace flipscope {

namespace {

constexpr std::array<std::string_view, 7> kSmallerIsBetter{"error",      "loss", "losses", "verlust",
                                                           "perplexity", "ppl",  "rmse"};
constexpr std::array<std::string_view, 8> kLargerIsBetter{"acc",     "accuracy", "auc",   "bleu",
                                                          "fitness", "reward",   "rouge", "score"};
constexpr std::array<std::string_view, 10> kGoodWords{"clean",  "converged", "fine",   "good",    "ok",
                                                      "passed", "pass",      "stable", "success", "succeeded"};
constexpr std::array<std::string_view, 14> kBadWords{"bad",      "broken",   "crash",    "crashed", "diverged",
                                                     "diverges", "exploded", "explodes", "fail",    "failed",
                                                     "nan",      "unstable", "worse",    "wrong"};

template <std::size_t count>
std::string_view oneOf(const std::array<std::string_view, count>& list, std::string_view word) {
    const auto found = std::find(list.begin(), list.end(), word);
    return found == list.end() ? std::string_view() : *found;
}

// The first word of the text that the list has, as the list has it.
template <std::size_t count>
std::string_view wordOf(const std::array<std::string_view, count>& list, std::string_view text) {
    for (const std::string& word : wordsIn(text))
        if (const std::string_view known = oneOf(list, word); !known.empty()) return known;
    return {};
}

SideOrder orderOfTexts(std::string_view first, std::string_view second) {
    constexpr std::string_view kSuccess = "exit 0";
    if ((first == kSuccess) != (second == kSuccess)) return {first == kSuccess, true, {}};
    const std::string_view goodFirst = wordOf(kGoodWords, first), goodSecond = wordOf(kGoodWords, second);
    const std::string_view badFirst = wordOf(kBadWords, first), badSecond = wordOf(kBadWords, second);
    if (badFirst.empty() != badSecond.empty()) return {badFirst.empty(), true, badFirst.empty() ? badSecond : badFirst};
    if (goodFirst.empty() != goodSecond.empty())
        return {goodSecond.empty(), true, goodSecond.empty() ? goodFirst : goodSecond};
    return {};
}

}  // namespace

SideOrder sideOrder(std::string_view first, std::string_view second, std::string_view said) {
    const std::optional<double> a = outcomeNumber(first), b = outcomeNumber(second);
    if (!a || !b) return orderOfTexts(first, second);
    if (isNotFinite(first) != isNotFinite(second)) return {isNotFinite(second), true, {}};
    const std::string_view word = outcomeWordIn(said);
    if (isNotFinite(first) || *a == *b || word.empty()) return {};
    if (!oneOf(kSmallerIsBetter, word).empty()) return {*a < *b, true, word};
    if (!oneOf(kLargerIsBetter, word).empty()) return {*a > *b, true, word};
    return {};
}

std::optional<OutcomeSides> outcomeSides(const Outcome& outcome, std::string_view said) {
    std::vector<std::size_t> groups;
    for (std::size_t group = 0; group < outcome.groups.size(); ++group)
        if (!outcome.groups[group].members.empty()) groups.push_back(group);
    if (groups.size() < 2) return std::nullopt;
    std::stable_sort(groups.begin(), groups.end(), [&outcome](std::size_t a, std::size_t b) {
        return outcome.groups[a].members.size() > outcome.groups[b].members.size();
    });
    const auto valueOf = [&outcome](std::size_t group) {
        return outcome.values[outcome.groups[group].members.front()].value_or(std::string());
    };
    const SideOrder order = sideOrder(valueOf(groups[0]), valueOf(groups[1]), said);
    return order.isFirstGood ? OutcomeSides{groups[0], groups[1], order} : OutcomeSides{groups[1], groups[0], order};
}

}  // namespace flipscope
