#include "core/analyse/run_names.h"

#include <cstdint>

namespace flipscope {

namespace {

constexpr std::uint32_t kSeveral = UINT32_MAX;

[[nodiscard]] bool isSlash(char c) {
    return c == '/' || c == '\\';
}

[[nodiscard]] std::string_view withoutTrailingSlash(std::string_view name) {
    while (name.size() > 1 && isSlash(name.back()))
        name.remove_suffix(1);
    return name;
}

// The name without its first component; empty when it has only one.
[[nodiscard]] std::string_view afterFirstPart(std::string_view name) {
    const std::size_t cut = name.find_first_of("/\\");
    return cut == std::string_view::npos ? std::string_view() : name.substr(cut + 1);
}

}  // namespace

void RunNames::add(Names& names, std::string_view name, std::uint32_t run) {
    if (name.empty()) return;
    const auto [entry, isNew] = names.try_emplace(std::string(name), run);
    if (!isNew && entry->second != run) entry->second = kSeveral;
}

std::optional<RunIndex> RunNames::unique(const Names& names, std::string_view name) {
    const auto entry = names.find(std::string(name));
    if (entry == names.end() || entry->second == kSeveral) return std::nullopt;
    return RunIndex{entry->second};
}

RunNames::RunNames(const Dataset& dataset) {
    for (std::uint32_t run = 0; run < dataset.runs.size(); ++run) {
        const Run& one = dataset.runs[run];
        add(m_ids, one.id, run);
        for (std::string_view rest = one.id; !rest.empty(); rest = afterFirstPart(rest))
            add(m_idEndings, rest, run);
        for (const std::string& source : one.sources) {
            std::string_view place = withoutTrailingSlash(source);
            while (!place.empty()) {
                add(m_places, place, run);
                const std::size_t cut = place.find_last_of("/\\");
                place = cut == std::string_view::npos ? std::string_view() : place.substr(0, cut);
            }
        }
    }
}

std::optional<RunIndex> RunNames::find(std::string_view name) const {
    name = withoutTrailingSlash(name);
    if (name.starts_with("./")) name.remove_prefix(2);
    if (const auto run = unique(m_ids, name)) return run;
    if (const auto run = unique(m_idEndings, name)) return run;
    if (const auto run = unique(m_places, name)) return run;
    // A path from elsewhere: the longest trailing part that is an id, or ends one, decides.
    for (std::string_view rest = afterFirstPart(name); !rest.empty(); rest = afterFirstPart(rest)) {
        if (const auto run = unique(m_ids, rest)) return run;
        if (const auto run = unique(m_idEndings, rest)) return run;
    }
    return std::nullopt;
}

}  // namespace flipscope
