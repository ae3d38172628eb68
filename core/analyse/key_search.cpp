#include "core/analyse/key_search.h"

#include "core/analyse/nearest_text.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

// As people type it: small letters, x for ×, t for ᵀ.
std::string typed(std::string_view text) {
    constexpr std::string_view kTimes = "×", kTransposed = "ᵀ";
    std::string result;
    while (!text.empty()) {
        if (text.starts_with(kTimes)) {
            result += 'x';
            text.remove_prefix(kTimes.size());
        } else if (text.starts_with(kTransposed)) {
            result += 't';
            text.remove_prefix(kTransposed.size());
        } else {
            const char c = text.front();
            result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            text.remove_prefix(1);
        }
    }
    return result;
}

std::vector<std::string> namesOf(const TuningKey& key) {
    std::vector<std::string> names{typed(key.id), typed(key.label)};
    for (const std::string& alias : key.aliases)
        names.push_back(typed(alias));
    return names;
}

enum Fit : std::uint8_t { equal, begins, contains, none };

Fit fitOf(const std::vector<std::string>& names, std::string_view wanted) {
    Fit best = none;
    for (const std::string& name : names) {
        const Fit fit = name == wanted                           ? equal
                        : name.starts_with(wanted)               ? begins
                        : name.find(wanted) != std::string::npos ? contains
                                                                 : none;
        best = std::min(best, fit);
    }
    return best;
}

// Edits to the nearest of the names of a key or words of its label.
std::size_t distanceOf(const std::vector<std::string>& names, std::string_view wanted) {
    std::size_t nearest = wanted.size() + 1;
    for (std::string_view rest : names) {
        nearest = std::min(nearest, editDistance(wanted, rest));
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            nearest = std::min(nearest, editDistance(wanted, rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return nearest;
}

}  // namespace

KeySearch searchKey(const Dataset& dataset, std::string_view name, std::size_t nearest) {
    if (const auto exact = findKey(dataset, name)) return {KeySearch::Answer::one, {*exact}};
    const std::string wanted = typed(name);
    std::vector<std::vector<KeyIndex>> fitting(none);
    std::vector<std::pair<std::size_t, KeyIndex>> byDistance;
    for (std::uint32_t key = 0; key < dataset.keys.size(); ++key) {
        const std::vector<std::string> names = namesOf(dataset.keys[key]);
        const Fit fit = wanted.empty() ? none : fitOf(names, wanted);
        if (fit != none) fitting[fit].push_back(KeyIndex{key});
        byDistance.emplace_back(distanceOf(names, wanted), KeyIndex{key});
    }
    for (auto& keys : fitting) {
        if (keys.empty()) continue;
        const auto answer = keys.size() == 1 ? KeySearch::Answer::one : KeySearch::Answer::several;
        return {answer, std::move(keys)};
    }
    KeySearch search;
    std::sort(byDistance.begin(), byDistance.end());
    for (std::size_t i = 0; i < byDistance.size() && i < nearest; ++i)
        search.keys.push_back(byDistance[i].second);
    return search;
}

}  // namespace flipscope
