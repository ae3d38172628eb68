#include "core/analyse/decimal_comma.h"
#include "core/analyse/largest_gap.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/outcomes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace flipscope {

namespace {

// Text of each value as a number; only asked for once every value is known to be one.
struct Numbers {
    std::vector<std::optional<double>> of;  // position -> number, null without label
    bool all = false;                       // every label is a number, and there is one
};

[[nodiscard]] Numbers numbersOf(const OutcomeValues& values) {
    Numbers numbers;
    numbers.of.resize(values.values.size());
    bool any = false;
    numbers.all = true;
    for (std::size_t i = 0; i < values.values.size(); ++i) {
        if (!values.values[i]) continue;
        any = true;
        numbers.of[i] = outcomeNumber(*values.values[i]);
        numbers.all = numbers.all && numbers.of[i].has_value();
    }
    numbers.all = numbers.all && any;
    return numbers;
}

[[nodiscard]] std::vector<double> sortedFinite(const Numbers& numbers) {
    std::vector<double> finite;
    for (const auto& number : numbers.of)
        if (number && std::isfinite(*number)) finite.push_back(*number);
    std::sort(finite.begin(), finite.end());
    return finite;
}

[[nodiscard]] std::string shortest(double value) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return error == std::errc() ? std::string(buffer, end) : std::string();
}

[[nodiscard]] std::string nonFiniteName(double value) {
    if (std::isnan(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
}

void fillGroupOf(Outcome& outcome) {
    outcome.groupOf.assign(outcome.values.size(), -1);
    for (std::size_t group = 0; group < outcome.groups.size(); ++group)
        for (const std::size_t member : outcome.groups[group].members)
            outcome.groupOf[member] = static_cast<int>(group);
    outcome.unlabelled =
        static_cast<std::size_t>(std::count(outcome.values.begin(), outcome.values.end(), std::nullopt));
}

void groupByText(Outcome& outcome, const Numbers& numbers) {
    std::map<std::string, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < outcome.values.size(); ++i)
        if (outcome.values[i]) members[*outcome.values[i]].push_back(i);
    for (auto& [text, positions] : members)
        outcome.groups.push_back({text.empty() ? "(empty)" : text, std::move(positions)});
    std::stable_sort(outcome.groups.begin(), outcome.groups.end(), [&](const OutcomeGroup& a, const OutcomeGroup& b) {
        if (outcome.numeric) return numberOrder(*numbers.of[a.members[0]]) < numberOrder(*numbers.of[b.members[0]]);
        return a.members.size() > b.members.size();
    });
}

// Groups of numbers by what the name function says of each: equal names are one group, in numeric order.
template <class NameOf>
void groupByNumber(Outcome& outcome, const Numbers& numbers, NameOf nameOf) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < numbers.of.size(); ++i)
        if (numbers.of[i]) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return numberOrder(*numbers.of[a]) < numberOrder(*numbers.of[b]);
    });
    for (const std::size_t i : order) {
        const std::string name = std::isfinite(*numbers.of[i]) ? nameOf(*numbers.of[i]) : nonFiniteName(*numbers.of[i]);
        if (outcome.groups.empty() || outcome.groups.back().name != name) outcome.groups.push_back({name, {}});
        outcome.groups.back().members.push_back(i);
    }
    for (OutcomeGroup& group : outcome.groups)
        std::sort(group.members.begin(), group.members.end());
}

void groupByThreshold(Outcome& outcome, const Numbers& numbers, double threshold) {
    outcome.cut = threshold;
    const std::string name = shortest(threshold);
    groupByNumber(outcome, numbers, [&](double value) { return (value <= threshold ? "≤ " : "> ") + name; });
}

// The text that stood for a number, as the user knows it.
[[nodiscard]] std::string textOf(const Outcome& outcome, const Numbers& numbers, double value) {
    constexpr std::size_t kReadable = 24;
    for (std::size_t i = 0; i < numbers.of.size(); ++i)
        if (numbers.of[i] && *numbers.of[i] == value && outcome.values[i]->size() <= kReadable)
            return *outcome.values[i];
    return shortest(value);
}

void groupByFinite(Outcome& outcome, const Numbers& numbers) {
    OutcomeGroup finite{"finite", {}}, others{"", {}};
    for (std::size_t i = 0; i < numbers.of.size(); ++i) {
        if (!numbers.of[i]) continue;
        const bool isFinite = std::isfinite(*numbers.of[i]);
        (isFinite ? finite : others).members.push_back(i);
        if (isFinite) continue;
        const std::string name = nonFiniteName(*numbers.of[i]);
        others.name = others.name.empty() || others.name == name ? name : "not finite";
    }
    for (OutcomeGroup* group : {&finite, &others})
        if (!group->members.empty()) outcome.groups.push_back(std::move(*group));
}

[[nodiscard]] bool anyNonFinite(const Numbers& numbers) {
    return std::any_of(numbers.of.begin(), numbers.of.end(),
                       [](const std::optional<double>& number) { return number && !std::isfinite(*number); });
}

void groupByGap(Outcome& outcome, const Numbers& numbers) {
    const std::vector<double> finite = sortedFinite(numbers);
    const bool someNonFinite = anyNonFinite(numbers);
    const std::optional<Gap> gap = largestGap(finite);
    if (!gap || (someNonFinite && !gap->standsOut)) {
        const std::string name = !someNonFinite && !finite.empty() ? textOf(outcome, numbers, finite[0]) : "finite";
        groupByNumber(outcome, numbers, [&](double) -> const std::string& { return name; });
        return;
    }
    outcome.cut = gap->below + (gap->above - gap->below) / 2;
    const std::string lower = "≤ " + textOf(outcome, numbers, gap->below);
    const std::string upper = "≥ " + textOf(outcome, numbers, gap->above);
    groupByNumber(outcome, numbers, [&](double value) { return value <= gap->below ? lower : upper; });
}

[[nodiscard]] Grouping automaticGrouping(const Numbers& numbers) {
    constexpr std::size_t kMostTextGroups = 10;
    if (!numbers.all) return Grouping::byText;
    const std::vector<double> finite = sortedFinite(numbers);
    const std::size_t distinct = std::set<double>(finite.begin(), finite.end()).size();
    const bool nearlyAsMany = distinct > kMostTextGroups || 2 * distinct > finite.size();
    if (anyNonFinite(numbers)) return distinct >= 2 && nearlyAsMany ? Grouping::byFinite : Grouping::byText;
    return distinct >= 3 && nearlyAsMany ? Grouping::byGap : Grouping::byText;
}

// Values that are numbers only when all their commas are decimal ones get points. Where three digits follow every comma
// and some number has none, the commas may as well part thousands: then nothing is changed.
[[nodiscard]] OutcomeValues withoutDecimalCommas(const OutcomeValues& given) {
    OutcomeValues values = given;
    bool someComma = false, someWhole = false, onlyThousands = true;
    for (auto& value : values.values) {
        if (!value) continue;
        if (auto dotted = withDecimalPoint(*value)) {
            onlyThousands = onlyThousands && mayPartThousands(*value);
            value = std::move(dotted);
            someComma = true;
        } else if (const auto number = outcomeNumber(*value); number && value->find('.') == std::string::npos) {
            someWhole = someWhole || std::isfinite(*number);
        } else {
            return given;
        }
    }
    if (!someComma || (someWhole && onlyThousands)) return given;
    values.source += " (decimal commas read as points)";
    return values;
}

[[nodiscard]] std::optional<Error> outsideOfValues(const Outcome& outcome, const Numbers& numbers, double threshold) {
    const std::vector<double> finite = sortedFinite(numbers);
    if (outcome.groups.size() > 1 || finite.empty()) return std::nullopt;
    return Error{"the threshold " + shortest(threshold) + " splits nothing: the values lie from " +
                 shortest(finite.front()) + " to " + shortest(finite.back())};
}

[[nodiscard]] Error noNumbers(const OutcomeValues& values) {
    for (const auto& value : values.values)
        if (value && !outcomeNumber(*value))
            return Error{values.source + ": \"" + *value + "\" is no number, so the runs cannot be compared by size"};
    return Error{values.source + ": no run has a value"};
}

}  // namespace

Result<Outcome> groupOutcome(const OutcomeValues& given, Grouping grouping, std::optional<double> threshold) {
    const OutcomeValues values = withoutDecimalCommas(given);
    const Numbers numbers = numbersOf(values);
    Outcome outcome;
    outcome.source = values.source;
    outcome.values = values.values;
    outcome.outcomesLookedAt = values.outcomesLookedAt;
    outcome.compared = values.compared;
    outcome.problems = values.problems;
    outcome.wider = values.wider;
    outcome.runsWithMoreMatches = values.runsWithMoreMatches;
    outcome.numeric = numbers.all;
    outcome.grouping = grouping == Grouping::automatic ? automaticGrouping(numbers) : grouping;
    if (outcome.grouping != Grouping::byText && !numbers.all) return noNumbers(values);
    switch (outcome.grouping) {
        case Grouping::byThreshold:
            if (!threshold || std::isnan(*threshold)) return Error{"a threshold is needed to split the runs by it"};
            groupByThreshold(outcome, numbers, *threshold);
            if (const auto outside = outsideOfValues(outcome, numbers, *threshold)) return *outside;
            break;
        case Grouping::byGap:
            groupByGap(outcome, numbers);
            break;
        case Grouping::byFinite:
            groupByFinite(outcome, numbers);
            break;
        case Grouping::ungrouped:
            break;
        default:
            groupByText(outcome, numbers);
    }
    fillGroupOf(outcome);
    return outcome;
}

std::size_t distinctValues(const Outcome& outcome, const OutcomeGroup& group) {
    std::set<std::string> texts;
    for (const std::size_t member : group.members)
        if (outcome.values[member]) texts.insert(*outcome.values[member]);
    return texts.size();
}

}  // namespace flipscope
