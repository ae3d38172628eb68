#include "core/handover/private_paths.h"

#include "core/model/plain_text.h"

#include <algorithm>
#include <array>

namespace flipscope {

namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestEnding = 8;

// Folders that systems have at their root, or that people mount there.
constexpr std::array<std::string_view, 36> kRoots{
    "home",      "Users", "root", "tmp",  "var", "usr", "opt",  "mnt",     "media",    "data",    "scratch", "work",
    "workspace", "srv",   "etc",  "proc", "dev", "nix", "gpfs", "lustre",  "cluster",  "private", "Volumes", "run",
    "lib",       "lib64", "bin",  "sbin", "sys", "net", "nfs",  "project", "projects", "export",  "storage", "shared"};

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isWord(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
}
bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Of a part of a path outside quotes.
bool isPartChar(char c) {
    constexpr std::string_view kEnds = "/\\\"'`<>|;,()[]{}:*?";
    return !isBlank(c) && static_cast<unsigned char>(c) >= 0x20 && kEnds.find(c) == std::string_view::npos;
}

// What may stand in front of a full path.
bool startsPath(std::string_view text, std::size_t at) {
    if (at == 0) return true;
    const char before = text[at - 1];
    if (isWord(before)) return at >= 2 && isLetter(before) && text[at - 2] == '-';  // -I/usr/include
    constexpr std::string_view kNot = "./\\)]}~…-%";
    return static_cast<unsigned char>(before) < 0x80 && kNot.find(before) == std::string_view::npos;
}

struct Extent {
    std::size_t end = 0;
    std::size_t parts = 0;
    std::string_view first, last;
};

// The parts of a path whose first part begins at `at`; separators are '/' and, in Windows' paths, '\\' as well.
Extent partsFrom(std::string_view text, std::size_t at, bool windows, char quote) {
    Extent extent;
    const std::size_t most = std::min(text.size(), at + kLongestPath);
    std::size_t i = at;
    std::size_t partBegin = at;
    const auto finish = [&](std::size_t end) {
        const std::string_view part = text.substr(partBegin, end - partBegin);
        if (part.empty()) return;
        if (extent.parts++ == 0) extent.first = part;
        extent.last = part;
    };
    for (; i < most; ++i) {
        const char c = text[i];
        if (c == '/' || (windows && c == '\\')) {
            finish(i);
            partBegin = i + 1;
            continue;
        }
        if (quote != '\0' && c != quote && c != '\n') continue;
        if (!windows && c == '\\' && i + 1 < most && text[i + 1] == ' ') {
            ++i;
            continue;
        }
        if (!isPartChar(c) || text.substr(i, kEllipsis.size()) == kEllipsis) break;
    }
    // A full stop behind a path ends the sentence.
    std::size_t end = i;
    while (end > partBegin && quote == '\0' && (text[end - 1] == '.' || text[end - 1] == '!'))
        --end;
    finish(end);
    extent.end = end;
    return extent;
}

// "train.py" of the last part: something with an ending says what the file is and not where.
std::string shownFor(std::string_view last) {
    const std::size_t dot = last.rfind('.');
    const bool hasEnding = dot != std::string_view::npos && dot > 0 && dot + 1 < last.size() &&
                           last.size() - dot - 1 <= kLongestEnding &&
                           std::all_of(last.begin() + static_cast<std::ptrdiff_t>(dot) + 1, last.end(), isWord) &&
                           std::any_of(last.begin() + static_cast<std::ptrdiff_t>(dot) + 1, last.end(), isLetter);
    return std::string(kEllipsis) + (hasEnding ? "/" + std::string(last) : std::string());
}

char quoteBefore(std::string_view text, std::size_t at) {
    if (at == 0) return '\0';
    const char before = text[at - 1];
    if (before != '"' && before != '\'' && before != '`') return '\0';
    const std::size_t close = text.find(before, at);
    const std::string_view inside = text.substr(at, close == std::string_view::npos ? 0 : close - at);
    const bool isPath = !inside.empty() && inside.size() <= kLongestPath && inside.find('\n') == std::string_view::npos;
    return isPath ? before : '\0';
}

bool isRoot(std::string_view part) {
    return std::find(kRoots.begin(), kRoots.end(), part) != kRoots.end();
}

std::optional<PrivatePath> posixPath(std::string_view text, std::size_t at, PathCaution caution) {
    std::size_t begin = at + 1;
    if (begin < text.size() && text[begin] == '/') ++begin;  // //server/share
    if (begin >= text.size() || (!isWord(text[begin]) && text[begin] != '.' && text[begin] != '~' &&
                                 static_cast<unsigned char>(text[begin]) < 0x80))
        return std::nullopt;
    const Extent extent = partsFrom(text, begin, false, quoteBefore(text, at));
    const bool isFull = caution == PathCaution::certain ? extent.parts >= 2 && isRoot(extent.first)
                                                        : extent.parts >= 2 || isRoot(extent.first);
    if (!isFull) return std::nullopt;
    return PrivatePath{at, extent.end, shownFor(extent.parts >= 2 ? extent.last : std::string_view())};
}

// ~name/…: the name of a user. "~/…" names nobody.
std::optional<PrivatePath> homeOfUser(std::string_view text, std::size_t at) {
    const Extent extent = partsFrom(text, at + 1, false, '\0');
    if (at + 1 >= text.size() || !isLetter(text[at + 1]) || extent.parts < 2) return std::nullopt;
    return PrivatePath{at, extent.end, shownFor(extent.last)};
}

// C:\… and C:/…
std::optional<PrivatePath> drivePath(std::string_view text, std::size_t at, std::size_t begin) {
    if (at + 2 >= text.size() || text[at + 1] != ':' || (text[at + 2] != '\\' && text[at + 2] != '/'))
        return std::nullopt;
    if (begin == at && at > 0 && isWord(text[at - 1])) return std::nullopt;
    const Extent extent = partsFrom(text, at + 3, true, quoteBefore(text, begin));
    if (extent.parts < 2 && extent.first != "Users" && begin == at) return std::nullopt;
    return PrivatePath{begin, extent.end, shownFor(extent.parts >= 2 ? extent.last : std::string_view())};
}

// \\server\share\… and \\?\C:\…
std::optional<PrivatePath> networkPath(std::string_view text, std::size_t at) {
    if (at > 0 && (isWord(text[at - 1]) || text[at - 1] == '\\')) return std::nullopt;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\\\\?\\") && rest.size() > 4 && isLetter(rest[4])) {
        if (auto drive = drivePath(text, at + 4, at)) return drive;
    }
    if (!rest.starts_with("\\\\") || rest.size() < 3 || !isWord(rest[2])) return std::nullopt;
    const std::size_t slash = rest.find('\\', 2);
    if (slash == std::string_view::npos || slash < 4 || slash + 2 >= rest.size()) return std::nullopt;
    const bool isServer = std::all_of(rest.begin() + 2, rest.begin() + static_cast<std::ptrdiff_t>(slash),
                                      [](char c) { return isWord(c) || c == '-' || c == '.'; });
    if (!isServer || !isWord(rest[slash + 1]) || !isWord(rest[slash + 2])) return std::nullopt;
    const Extent extent = partsFrom(text, at + 2, true, quoteBefore(text, at));
    return PrivatePath{at, extent.end, shownFor(extent.parts > 2 ? extent.last : std::string_view())};
}

// Where the address whose "://" stands at `colon` ends.
std::size_t endOfAddress(std::string_view text, std::size_t colon) {
    std::size_t end = colon;
    while (end < text.size() && !isBlank(text[end]) &&
           std::string_view("\"'`<>").find(text[end]) == std::string_view::npos)
        ++end;
    return end;
}

std::size_t beginOfScheme(std::string_view text, std::size_t colon) {
    std::size_t begin = colon;
    while (begin > 0 && (isWord(text[begin - 1]) || text[begin - 1] == '+' || text[begin - 1] == '-'))
        --begin;
    return begin;
}

}  // namespace

std::optional<PrivatePath> findPrivatePath(std::string_view text, std::size_t from, PathCaution caution) {
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        std::optional<PrivatePath> found;
        if (c == ':' && at + 1 < text.size() && text[at + 1] == '/' && at > 0 && isLetter(text[at - 1])) {
            const std::size_t begin = beginOfScheme(text, at);
            const std::size_t end = endOfAddress(text, at);
            if (lowerCase(text.substr(begin, at - begin)) == "file") {
                const std::string_view address = text.substr(at + 1, end - at - 1);
                const std::size_t slash = address.rfind('/');
                return PrivatePath{at + 1, end, shownFor(address.substr(slash + 1))};
            }
            if (text.substr(at, 3) == "://") {
                at = end - 1;
                continue;
            }
        }
        if (c == '/' && startsPath(text, at)) found = posixPath(text, at, caution);
        if (c == '~' && startsPath(text, at) && caution == PathCaution::all) found = homeOfUser(text, at);
        if (isLetter(c)) found = drivePath(text, at, at);
        if (c == '\\') found = networkPath(text, at);
        if (found) return found;
    }
    return std::nullopt;
}

}  // namespace flipscope
