#include "core/analyse/line_keys.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace flipscope {

namespace {

// Calls visit(first, last) for the appearances of each run; stops when it returns false.
template <class Visit>
[[nodiscard]] bool everyRun(const LineFamily& family, Visit visit) {
    auto begin = family.appearances.begin();
    while (begin != family.appearances.end()) {
        auto end = begin;
        while (end != family.appearances.end() && end->run == begin->run)
            ++end;
        if (!visit(begin, end)) return false;
        begin = end;
    }
    return true;
}

[[nodiscard]] bool appearsTwiceInARun(const LineFamily& family) {
    return !everyRun(family, [](auto begin, auto end) { return end - begin == 1; });
}

[[nodiscard]] bool namesEachAppearance(const LineFamily& family, const DistinctLines& lines, std::size_t token) {
    std::vector<std::string_view> common;
    std::vector<std::string_view> texts;
    return everyRun(family, [&](auto begin, auto end) {
        texts.clear();
        for (auto it = begin; it != end; ++it)
            texts.push_back(lines[it->line.text].token(token));
        std::sort(texts.begin(), texts.end());
        if (std::adjacent_find(texts.begin(), texts.end()) != texts.end()) return false;
        if (common.empty()) common = texts;
        return texts == common;
    });
}

[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

[[nodiscard]] bool countsUp(const LineFamily& family, const DistinctLines& lines, std::size_t token) {
    std::map<std::int64_t, std::size_t> starts;
    std::size_t runs = 0;
    const bool rises = everyRun(family, [&](auto begin, auto end) {
        std::optional<std::int64_t> previous;
        for (auto it = begin; it != end; ++it) {
            const auto value = wholeNumber(lines[it->line.text].token(token));
            if (!value || (previous && *value <= *previous)) return false;
            if (!previous) ++starts[*value];
            previous = value;
        }
        ++runs;
        return true;
    });
    return rises &&
           std::any_of(starts.begin(), starts.end(), [&](const auto& start) { return 2 * start.second >= runs; });
}

}  // namespace

std::optional<std::size_t> keyToken(const LineFamily& family, const DistinctLines& lines) {
    if (family.appearances.empty() || !appearsTwiceInARun(family)) return std::nullopt;
    const std::size_t tokens = lines[family.appearances.front().line.text].tokens.size();
    for (std::size_t token = 0; token < tokens; ++token)
        if (namesEachAppearance(family, lines, token)) return token;
    for (std::size_t token = 0; token < tokens; ++token)
        if (countsUp(family, lines, token)) return token;
    return std::nullopt;
}

}  // namespace flipscope
