#include "core/analyse/nearest_line.h"

namespace flipscope {

namespace {

constexpr std::string_view kSpecial = "\\^$.|?*+()[]{}";

std::string lineAt(std::string_view text, std::size_t at) {
    const std::size_t before = text.find_last_of('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', at);
    return std::string(text.substr(begin, end == std::string_view::npos ? end : end - begin).substr(0, kLongestLine));
}

}  // namespace

std::optional<std::string> nearestLine(const Dataset& dataset, const std::vector<RunIndex>& runs,
                                       std::string_view pattern) {
    std::string_view literal = pattern.substr(0, pattern.find_first_of(kSpecial));
    // A quantifier makes the character before it optional.
    if (literal.size() < pattern.size() && std::string_view("?*{").find(pattern[literal.size()]) != literal.npos)
        literal.remove_suffix(literal.empty() ? 0 : 1);
    for (; literal.size() >= kShortestBeginning; literal.remove_suffix(1)) {
        for (const RunIndex run : runs) {
            for (const TextOutput& output : runOf(dataset, run).outputs) {
                const std::size_t at = output.text.find(literal);
                if (at != std::string::npos) return lineAt(output.text, at);
            }
        }
    }
    return std::nullopt;
}

}  // namespace flipscope
