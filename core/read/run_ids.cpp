#include "core/read/run_ids.h"

#include "core/read/file_names.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace flipscope {

namespace {

using Parts = std::vector<std::string>;

// "runs.tar.gz" -> "runs"
std::string withoutArchiveEnding(std::string name) {
    for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst", ".lz4", ".lzma", ".Z"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    }
    for (const std::string_view ending : {".zip", ".tar", ".tgz", ".tbz2", ".txz", ".tzst", ".7z"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    }
    return name;
}

std::string join(const Parts& parts, std::size_t from) {
    std::string text;
    for (std::size_t i = from; i < parts.size(); ++i)
        text += (i > from ? "/" : "") + parts[i];
    return text;
}

// The path whose suffixes are tried, in three degrees of exactness.
Parts partsOf(const RunPlace& place, int exactness) {
    Parts parts = pathParts(place.folder);
    if (exactness < 2) std::transform(parts.begin(), parts.end(), parts.begin(), withoutArchiveEnding);
    if (exactness < 1) {
        while (parts.size() > 1 && isGenericName(parts.back()))
            parts.pop_back();
    }
    if (!place.ownName.empty()) parts.push_back(exactness < 1 ? stemOf(place.ownName) : place.ownName);
    if (parts.empty()) parts.emplace_back("run");
    for (std::string& part : parts)
        part = shownText(part);
    return parts;
}

// Paths that are equal to another one are told more exactly.
std::vector<Parts> distinctParts(const std::vector<RunPlace>& places) {
    std::vector<Parts> all;
    for (const RunPlace& place : places)
        all.push_back(partsOf(place, 0));
    for (int exactness = 1; exactness <= 2; ++exactness) {
        std::unordered_map<std::string, std::size_t> count;
        for (const Parts& parts : all)
            ++count[join(parts, 0)];
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (count[join(all[i], 0)] > 1) all[i] = partsOf(places[i], exactness);
        }
    }
    return all;
}

// One position of each path. Paths that differ only in bytes that cannot be shown count as one.
std::vector<std::size_t> firstOfEach(const std::vector<Parts>& all) {
    std::vector<std::size_t> first;
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (seen.insert(join(all[i], 0)).second) first.push_back(i);
    }
    return first;
}

// Ids of places that show alike, and of one place given twice, get numbers in the order of their paths.
void numberEqual(const std::vector<RunPlace>& places, std::vector<std::string>& ids) {
    std::vector<std::size_t> order(ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(places[a].folder, places[a].ownName) < std::tie(places[b].folder, places[b].ownName);
    });
    std::unordered_set<std::string> taken(ids.begin(), ids.end());
    std::unordered_map<std::string, int> seen;
    for (const std::size_t i : order) {
        const int number = ++seen[ids[i]];
        std::string id = ids[i];
        for (int n = number; number > 1 && !taken.insert(id).second; ++n)
            id = ids[i] + "~" + std::to_string(n);
        ids[i] = id;
    }
}

}  // namespace

std::vector<std::string> nameRuns(const std::vector<RunPlace>& places) {
    const std::vector<Parts> all = distinctParts(places);
    std::vector<std::string> ids(all.size());
    std::vector<std::size_t> open(all.size());
    for (std::size_t i = 0; i < open.size(); ++i)
        open[i] = i;
    std::size_t deepest = 0;
    for (const Parts& parts : all)
        deepest = std::max(deepest, parts.size());
    const std::vector<std::size_t> distinct = firstOfEach(all);
    for (std::size_t depth = 1; depth <= deepest && !open.empty(); ++depth) {
        std::unordered_map<std::string, std::size_t> count;
        const auto suffix = [&](std::size_t i) { return join(all[i], all[i].size() - std::min(depth, all[i].size())); };
        for (const std::size_t i : distinct)
            ++count[suffix(i)];
        std::erase_if(open, [&](std::size_t i) {
            ids[i] = suffix(i);
            return count[ids[i]] == 1;
        });
    }
    numberEqual(places, ids);
    return ids;
}

}  // namespace flipscope
