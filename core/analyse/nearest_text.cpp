#include "core/analyse/nearest_text.h"

#include <algorithm>

namespace flipscope {

std::size_t editDistance(std::string_view a, std::string_view b) {
    constexpr std::size_t kLongest = 200;
    a = a.substr(0, kLongest);
    b = b.substr(0, kLongest);
    std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        beforeLast.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + other});
            const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::optional<std::size_t> nearestText(std::string_view text, const std::vector<std::string>& among) {
    std::optional<std::size_t> nearest;
    std::size_t smallest = 0;
    for (std::size_t i = 0; i < among.size(); ++i) {
        const std::size_t distance = editDistance(text, among[i]);
        if (5 * distance > 2 * std::max(text.size(), among[i].size())) continue;
        if (nearest && distance >= smallest) continue;
        nearest = i;
        smallest = distance;
    }
    return nearest;
}

}  // namespace flipscope
