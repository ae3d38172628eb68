#include "core/handover/matched_lines.h"

#include "core/analyse/output_order.h"

#include <cstddef>
#include <string_view>

namespace flipscope {

namespace {

constexpr std::size_t kMostMatches = 1000;  // of the n-th match, those before it are looked for one by one
constexpr std::size_t kMostAround = 32;     // lines before and behind

// The whole lines around [begin, end), and `around` more on both sides.
std::string_view linesAround(std::string_view text, std::size_t begin, std::size_t end, std::size_t around) {
    for (std::size_t i = 0; i <= around && begin > 0; ++i) {
        const std::size_t before = text.rfind('\n', begin - 1);
        begin = before == std::string_view::npos ? 0 : before + (i < around ? 0 : 1);
    }
    for (std::size_t i = 0; i <= around && end < text.size(); ++i) {
        const std::size_t behind = text.find('\n', end);
        end = behind == std::string_view::npos ? text.size() : behind + 1;
    }
    return text.substr(begin, end - begin);
}

struct Place {
    const TextOutput* output = nullptr;
    std::string_view value;
};

// Where the match stands, counted over the outputs as valueOfRun does.
std::optional<Place> placeOf(const PatternSearch& search, const Run& run, PatternMatch match, std::size_t n) {
    std::optional<Place> place;
    std::size_t before = 0;
    for (const TextOutput* output : outputsInOrder(run)) {
        const auto found = search.find(output->text, match, n > before ? n - before : 1);
        if (!found) return std::nullopt;
        if (found.value().value) place = Place{output, *found.value().value};
        if (place && match != PatternMatch::last) return place;
        before += found.value().matches;
    }
    return place;
}

bool gives(const PatternSearch& search, const std::string& text, const OutcomePattern& pattern,
           const std::string& value) {
    Run run;
    run.outputs.push_back({"", text, false});
    const auto found = valueOfRun(search, run, pattern.match, pattern.n);
    return found && found.value() == value;
}

std::string withLineEnd(std::string_view lines) {
    return std::string(lines) + (lines.ends_with('\n') ? "" : "\n");
}

}  // namespace

std::optional<std::string> matchedLines(const PatternSearch& search, const Run& run, const OutcomePattern& pattern) {
    const auto value = valueOfRun(search, run, pattern.match, pattern.n);
    if (!value || !value.value()) return std::nullopt;
    const bool isNth = pattern.match == PatternMatch::nth;
    if (isNth && pattern.n > kMostMatches) return std::nullopt;
    for (std::size_t around = 0; around <= kMostAround; around = around * 2 + 1) {
        std::string kept;
        std::string_view last;  // lines that several matches share are kept once
        for (std::size_t i = isNth ? 1 : pattern.n; i <= pattern.n; ++i) {
            const auto place = placeOf(search, run, pattern.match, i);
            if (!place) return std::nullopt;
            const std::string_view text = place->output->text;
            const bool isInside =
                place->value.data() >= text.data() && place->value.data() <= text.data() + text.size();
            const std::size_t begin = isInside ? static_cast<std::size_t>(place->value.data() - text.data()) : 0;
            const std::string_view lines = linesAround(text, begin, begin + place->value.size(), around);
            if (lines.data() != last.data()) kept += withLineEnd(lines);
            last = lines;
        }
        if (gives(search, kept, pattern, *value.value())) return kept;
    }
    return std::nullopt;
}

}  // namespace flipscope
