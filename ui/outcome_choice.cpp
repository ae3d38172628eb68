#include "ui/outcome_choice.h"

#include <algorithm>
#include <iterator>

namespace flipscope {
namespace {

bool samePattern(const OutcomePattern& a, const OutcomePattern& b) {
    return a.regex == b.regex && a.match == b.match && (a.match != PatternMatch::nth || a.n == b.n);
}

bool sameFound(const FoundName& a, const FoundName& b) {
    return a.description == b.description && a.source == b.source && a.pattern == b.pattern && a.position == b.position;
}

template <class Condition>
std::optional<std::size_t> firstOf(const std::vector<FoundOutcome>& found, Condition condition) {
    const auto hit = std::find_if(found.begin(), found.end(), condition);
    if (hit == found.end()) return std::nullopt;
    return static_cast<std::size_t>(std::distance(found.begin(), hit));
}

}  // namespace

OutcomeChoice choiceOfFound(const std::vector<FoundOutcome>& found, std::size_t position) {
    const FoundOutcome& outcome = found[position];
    OutcomeChoice choice;
    choice.kind = OutcomeKind::found;
    choice.found = {outcome.description, outcome.values.source, outcome.suggestedPattern, position};
    choice.grouping = outcome.suggested;
    return choice;
}

std::optional<std::size_t> chosenOf(const std::vector<FoundOutcome>& found, const OutcomeChoice& choice) {
    if (choice.kind == OutcomeKind::best && !found.empty()) return 0;
    if (choice.kind != OutcomeKind::found) return std::nullopt;
    const FoundName& name = choice.found;
    // A session file of an earlier version knows no source.
    const auto named = [&](const FoundOutcome& outcome) {
        return outcome.description == name.description && (name.source.empty() || outcome.values.source == name.source);
    };
    if (name.position < found.size() && named(found[name.position])) return name.position;
    if (const auto position = firstOf(found, named)) return position;
    if (name.pattern.empty()) return std::nullopt;
    return firstOf(found, [&](const FoundOutcome& outcome) { return outcome.suggestedPattern == name.pattern; });
}

bool sameOutcome(const OutcomeChoice& a, const OutcomeChoice& b) {
    return a.kind == b.kind && (a.kind != OutcomeKind::pattern || samePattern(a.pattern, b.pattern)) &&
           (a.kind != OutcomeKind::found || sameFound(a.found, b.found)) && a.grouping == b.grouping &&
           a.threshold == b.threshold;
}

}  // namespace flipscope
