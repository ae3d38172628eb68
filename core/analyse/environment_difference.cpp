#include "core/analyse/run_comparison.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

namespace flipscope {

namespace {

using Values = std::vector<std::pair<std::string, std::vector<RunIndex>>>;

struct Number {
    double value = 0.0;
    std::string_view unit;  // what follows the digits
};

std::optional<Number> numberIn(std::string_view text) {
    Number number;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.value);
    if (error != std::errc() || !std::isfinite(number.value)) return std::nullopt;
    number.unit = text.substr(static_cast<std::size_t>(end - text.data()));
    return number;
}

// A version ("0.11.0") or an address begins with digits too; what is measured has one unit in every run.
std::optional<NumericRange> rangeOf(const Values& values) {
    std::optional<NumericRange> range;
    std::optional<std::string_view> unit;
    for (const auto& [text, runs] : values) {
        const auto number = numberIn(text);
        if (!number || number->unit.find_first_of(".0123456789") != std::string_view::npos) return std::nullopt;
        if (unit && *unit != number->unit) return std::nullopt;
        unit = number->unit;
        if (!range) range = NumericRange{number->value, number->value, std::string(number->unit), 0};
        range->smallest = std::min(range->smallest, number->value);
        range->largest = std::max(range->largest, number->value);
    }
    return range;
}

std::size_t runsStating(const Values& values) {
    std::size_t runs = 0;
    for (const auto& [text, of] : values)
        runs += of.size();
    return runs;
}

// "smallest … largest" with the texts as written.
std::string rangeText(const Values& values) {
    const auto less = [](const auto& a, const auto& b) { return numberIn(a.first)->value < numberIn(b.first)->value; };
    const auto [low, high] = std::minmax_element(values.begin(), values.end(), less);
    return low->first + " … " + high->first;
}

void summariseNoise(EnvironmentDifference& difference) {
    const std::size_t runs = runsStating(difference.values);
    // A handful of values over many runs is a difference; a value a run is a measurement.
    if (difference.values.size() < 3 || difference.values.size() * 2 <= runs) return;
    difference.range = rangeOf(difference.values);
    if (!difference.range) return;
    difference.range->distinct = difference.values.size();
    std::pair<std::string, std::vector<RunIndex>> all{rangeText(difference.values), {}};
    for (const auto& [text, of] : difference.values)
        all.second.insert(all.second.end(), of.begin(), of.end());
    std::sort(all.second.begin(), all.second.end());
    difference.values.clear();
    difference.values.push_back(std::move(all));
}

}  // namespace

std::vector<EnvironmentDifference> environmentDifferences(const Dataset& dataset, const WinnerMatrix& matrix) {
    std::map<std::string_view, std::unordered_map<std::string_view, std::size_t>> positions;
    std::map<std::string_view, Values> byName;
    for (const RunIndex run : matrix.runs) {
        for (const auto& [name, value] : runOf(dataset, run).environment) {
            Values& values = byName[name];
            const auto [position, fresh] = positions[name].try_emplace(value, values.size());
            if (fresh) values.emplace_back(value, std::vector<RunIndex>{});
            values[position->second].second.push_back(run);
        }
    }
    std::vector<EnvironmentDifference> differences;
    for (auto& [name, values] : byName) {
        if (values.size() < 2) continue;
        // The most common first; equally common ones in order of appearance.
        std::stable_sort(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
        EnvironmentDifference difference;
        difference.name = name;
        difference.values = std::move(values);
        summariseNoise(difference);
        differences.push_back(std::move(difference));
    }
    return differences;
}

}  // namespace flipscope
