#include "core/model/dataset.h"

#include <algorithm>

namespace flipscope {
namespace {

constexpr std::size_t kShortestIdPrefix = 4;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// The digits that begin at `at`, without leading zeros; moves `at` behind them.
std::string_view takeNumber(std::string_view text, std::size_t& at) {
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view digits = text.substr(at, end - at);
    at = end;
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return digits;
}

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

bool naturalLess(std::string_view a, std::string_view b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view left = takeNumber(a, i);
            const std::string_view right = takeNumber(b, j);
            if (left.size() != right.size()) return left.size() < right.size();
            if (left != right) return left < right;
        } else if (a[i] != b[j]) {
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
        } else {
            ++i;
            ++j;
        }
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b;  // "run07" and "run7" are equal numbers: an order all the same
}

}  // namespace flipscope
