#include "core/model/dataset.h"

#include <algorithm>

namespace flipscope {
namespace {

constexpr std::size_t kShortestIdPrefix = 4;

// Index of the only element the predicate holds for; null when there is none or several.
template <class Index, class Elements, class Predicate>
std::optional<Index> findOnly(const Elements& elements, Predicate holds) {
    const auto first = std::find_if(elements.begin(), elements.end(), holds);
    if (first == elements.end() || std::find_if(first + 1, elements.end(), holds) != elements.end())
        return std::nullopt;
    return Index{static_cast<std::uint32_t>(first - elements.begin())};
}

}  // namespace

std::optional<KeyIndex> findKey(const Dataset& dataset, std::string_view name) {
    const auto find = [&](auto holds) { return findOnly<KeyIndex>(dataset.keys, holds); };
    if (name.empty()) return std::nullopt;
    if (const auto key = find([&](const TuningKey& k) { return k.id == name; })) return key;
    if (const auto key = find([&](const TuningKey& k) { return k.label == name; })) return key;
    const auto hasAlias = [&](const TuningKey& k) {
        return std::find(k.aliases.begin(), k.aliases.end(), name) != k.aliases.end();
    };
    if (const auto key = find(hasAlias)) return key;
    if (name.size() < kShortestIdPrefix) return std::nullopt;
    return find([&](const TuningKey& k) { return std::string_view(k.id).substr(0, name.size()) == name; });
}

std::optional<RunIndex> findRun(const Dataset& dataset, std::string_view id) {
    return findOnly<RunIndex>(dataset.runs, [&](const Run& run) { return run.id == id; });
}

}  // namespace flipscope
