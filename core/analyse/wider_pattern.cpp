#include "core/analyse/wider_pattern.h"

#include "core/analyse/outcome_number.h"
#include "core/analyse/pattern_search.h"

#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace flipscope {

namespace {

struct Group {
    std::size_t begin = 0, end = 0;  // of what stands between the brackets
};

// The first capturing group; a bracket after a backslash or in a character class opens none.
[[nodiscard]] std::optional<Group> firstGroup(std::string_view regex) {
    std::optional<std::size_t> begin;
    std::size_t depth = 0;
    bool inClass = false;
    for (std::size_t i = 0; i < regex.size(); ++i) {
        const char c = regex[i];
        if (c == '\\') {
            ++i;
        } else if (inClass) {
            inClass = c != ']';
        } else if (c == '[') {
            inClass = true;
            if (i + 1 < regex.size() && regex[i + 1] == ']') ++i;  // a bracket that stands first is itself
        } else if (c == '(') {
            const bool captures = i + 1 >= regex.size() || regex[i + 1] != '?';
            if (!begin && captures)
                begin = i + 1;
            else if (begin)
                ++depth;
        } else if (c == ')' && begin) {
            if (depth == 0) return Group{*begin, i};
            --depth;
        }
    }
    return std::nullopt;
}

[[nodiscard]] bool takesNumbersOnly(std::string_view group) {
    return !group.empty() && group.find_first_not_of("0123456789[](){}?:.,+-*|eEdxX\\") == std::string_view::npos &&
           (group.find("0-9") != std::string_view::npos || group.find("\\d") != std::string_view::npos);
}

[[nodiscard]] bool sameValue(const std::string& a, const std::string& b) {
    const std::optional<double> number = outcomeNumber(a);
    return a == b || (number && number == outcomeNumber(b));
}

}  // namespace

std::optional<std::string> withAnyWord(const std::string& regex) {
    const std::optional<Group> group = firstGroup(regex);
    if (!group || !takesNumbersOnly(std::string_view(regex).substr(group->begin, group->end - group->begin))) {
        return std::nullopt;
    }
    return regex.substr(0, group->begin) + "\\S+" + regex.substr(group->end);
}

std::optional<WiderPattern> findWiderPattern(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                             const OutcomePattern& pattern,
                                             const std::vector<std::optional<std::string>>& values,
                                             const std::stop_token& stop) {
    const std::optional<std::string> regex = withAnyWord(pattern.regex);
    if (!regex) return std::nullopt;
    auto search = PatternSearch::compile(*regex);
    if (!search) return std::nullopt;
    WiderPattern wider{*regex, {}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (stop.stop_requested()) return std::nullopt;
        const auto found = valueOfRun(search.value(), runOf(dataset, runs[i]), pattern.match, pattern.n);
        if (!found) return std::nullopt;
        const std::optional<std::string>& value = found.value();
        if (!value) {
            if (values[i]) return std::nullopt;
            continue;
        }
        if (values[i] && sameValue(*values[i], *value)) continue;
        if (values[i] && !isNotFinite(*value)) return std::nullopt;
        wider.gained.push_back(i);
        wider.values.push_back(*value);
    }
    if (wider.gained.empty()) return std::nullopt;
    return wider;
}

std::optional<WiderPattern> findWholeWords(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                           const OutcomePattern& pattern,
                                           const std::vector<std::optional<std::string>>& values,
                                           const std::stop_token& stop) {
    std::set<std::string> narrow;
    for (const auto& value : values)
        if (value) narrow.insert(*value);
    if (narrow.size() != 1) return std::nullopt;
    const std::optional<std::string> regex = withAnyWord(pattern.regex);
    if (!regex) return std::nullopt;
    auto search = PatternSearch::compile(*regex);
    if (!search) return std::nullopt;
    WiderPattern whole{*regex, {}, {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (stop.stop_requested()) return std::nullopt;
        const auto found = valueOfRun(search.value(), runOf(dataset, runs[i]), pattern.match, pattern.n);
        if (!found) return std::nullopt;
        if (!values[i]) continue;
        if (!found.value() || !found.value()->starts_with(*narrow.begin())) return std::nullopt;
        whole.gained.push_back(i);
        whole.values.push_back(*found.value());
    }
    const std::set<std::string> different(whole.values.begin(), whole.values.end());
    return different.size() > 1 ? std::optional(whole) : std::nullopt;
}

}  // namespace flipscope
