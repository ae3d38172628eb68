#include "core/read/file_names.h"

#include "core/model/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace flipscope {

namespace {

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string endingOf(const std::string& name) {
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos || dot == 0 ? std::string() : lowerCase(name.substr(dot + 1));
}

bool isWordByte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// The log with the longest stem that the name begins with; the stem must end where a word ends (run1 is not run10).
int partnerByBeginning(const std::string& name, const std::vector<std::string>& logNames) {
    int best = -1;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < logNames.size(); ++i) {
        const std::string stem = stemOf(logNames[i]);
        if (stem.size() <= longest || !name.starts_with(stem)) continue;
        if (name.size() > stem.size() && isWordByte(name[stem.size()])) continue;
        best = static_cast<int>(i);
        longest = stem.size();
    }
    return best;
}

// What tells the names apart, widened to whole words: decisions-run1, decisions-run2 -> run1, run2.
std::vector<std::string> distinctParts(const std::vector<std::string>& stems) {
    std::size_t prefix = stems.front().size();
    std::size_t suffix = prefix;
    for (const std::string& stem : stems) {
        const auto same = std::mismatch(stem.begin(), stem.end(), stems.front().begin(), stems.front().end());
        prefix = std::min(prefix, static_cast<std::size_t>(same.first - stem.begin()));
        const auto tail = std::mismatch(stem.rbegin(), stem.rend(), stems.front().rbegin(), stems.front().rend());
        suffix = std::min(suffix, static_cast<std::size_t>(tail.first - stem.rbegin()));
    }
    std::vector<std::string> parts;
    for (const std::string& stem : stems) {
        std::size_t begin = std::min(prefix, stem.size());
        std::size_t end = std::max(begin, stem.size() - std::min(suffix, stem.size()));
        while (begin > 0 && isWordByte(stem[begin - 1]))
            --begin;
        while (end < stem.size() && isWordByte(stem[end]))
            ++end;
        parts.push_back(stem.substr(begin, end - begin));
    }
    return parts;
}

bool holdsWord(const std::string& name, const std::string& word) {
    for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) {
        const bool begins = at == 0 || !isWordByte(name[at - 1]);
        const std::size_t end = at + word.size();
        if (begins && (end == name.size() || !isWordByte(name[end]))) return true;
    }
    return false;
}

}  // namespace

int partnerOf(const std::string& name, const std::vector<std::string>& logNames) {
    if (const int partner = partnerByBeginning(name, logNames); partner >= 0 || logNames.size() < 2) return partner;
    std::vector<std::string> stems;
    for (const std::string& log : logNames)
        stems.push_back(stemOf(log));
    const std::vector<std::string> parts = distinctParts(stems);
    int partner = -1;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].empty() || !holdsWord(name, parts[i])) continue;
        if (partner >= 0) return -1;
        partner = static_cast<int>(i);
    }
    return partner;
}

std::string shapeOf(const std::string& name) {
    std::string shape;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit) {
            shape += c;
        } else if (shape.empty() || shape.back() != '#') {
            shape += '#';
        }
    }
    return shape;
}

std::string stemOf(const std::string& name) {
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::vector<std::string> pathParts(const std::string& path) {
    std::vector<std::string> parts;
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        if (end > 0) parts.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return parts;
}

std::string parentFolder(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos || path == "/") return {};
    return slash == 0 ? "/" : path.substr(0, slash);
}

bool liesIn(const std::filesystem::path& place, const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
}

bool isGenericName(const std::string& stem) {
    constexpr std::array<std::string_view, 24> kGeneric{"decisions",
                                                        "decision",
                                                        "autotune",
                                                        "autotune-decisions",
                                                        "autotune_decisions",
                                                        "recorder",
                                                        "records",
                                                        "tune",
                                                        "tuning",
                                                        "log",
                                                        "logs",
                                                        "out",
                                                        "output",
                                                        "stdout",
                                                        "stderr",
                                                        "env",
                                                        "environment",
                                                        "default",
                                                        "cubecl",
                                                        "data",
                                                        "cache",
                                                        "database",
                                                        "db",
                                                        "target"};
    return isOneOf(kGeneric, lowerCase(stem));
}

bool isNoOutput(const std::string& name) {
    constexpr std::array<std::string_view, 44> kEndings{
        "rs",   "toml", "lock", "py",  "pyi", "ipynb", "c",    "cc", "cpp",  "cxx",  "h",
        "hpp",  "cu",   "cuh",  "ptx", "ll",  "s",     "js",   "ts", "css",  "html", "htm",
        "xml",  "svg",  "yaml", "yml", "ini", "cfg",   "conf", "sh", "bash", "fish", "cmake",
        "make", "mk",   "md",   "rst", "tex", "patch", "diff", "d",  "go",   "java", "ninja"};
    constexpr std::array<std::string_view, 9> kNames{"makefile", "dockerfile", "license", "licence",       "readme",
                                                     "notice",   "authors",    "copying", "cmakelists.txt"};
    return isOneOf(kEndings, endingOf(name)) || isOneOf(kNames, lowerCase(name));
}

bool isStatusFileName(const std::string& name) {
    constexpr std::array<std::string_view, 10> kNames{"exit_status", "exit-status", "exitstatus", "exit_code",
                                                      "exit-code",   "exitcode",    "returncode", "return_code",
                                                      "rc",          "exit"};
    const std::string lower = lowerCase(name);
    const auto named = [&](std::string_view part) {
        return std::find(kNames.begin(), kNames.end(), part) != kNames.end();
    };
    const std::size_t dot = lower.find_last_of('.');
    return named(lower) || named(stemOf(lower)) || (dot != std::string::npos && named(lower.substr(dot + 1)));
}

bool namedLikeText(const std::string& name) {
    constexpr std::array<std::string_view, 8> kEndings{"log", "out", "err", "txt", "json", "jsonl", "ndjson", "csv"};
    const bool isProgram = name == "a.out";
    return !isProgram && (isOneOf(kEndings, endingOf(name)) || outputRank(name) < 2);
}

bool namedLikeDatabase(const std::string& name) {
    constexpr std::array<std::string_view, 5> kEndings{"db", "db3", "sqlite", "sqlite3", "sqlitedb"};
    return isOneOf(kEndings, endingOf(name));
}

int outputRank(const std::string& name) {
    const std::string lower = lowerCase(name);
    const std::string ending = endingOf(name);
    if (lower.find("stdout") != std::string::npos || ending == "out") return 0;
    if (lower.find("stderr") != std::string::npos || ending == "err") return 1;
    if (ending == "log" || lower.find("output") != std::string::npos) return 2;
    return 3;
}

}  // namespace flipscope
