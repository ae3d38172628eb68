#include "core/handover/scrubber.h"

#include "core/handover/private_paths.h"
#include "core/model/plain_text.h"

#include <algorithm>
#include <array>

namespace flipscope {

namespace {

constexpr std::size_t kShortName = 4;

// Names of accounts and machines that are words of logs as well.
constexpr std::array<std::string_view, 44> kCommon{
    "root",   "user",      "admin",  "test",    "tests",   "train", "training", "trainer", "run",
    "runner", "data",      "model",  "loss",    "step",    "build", "builder",  "develop", "developer",
    "guest",  "ubuntu",    "debian", "centos",  "fedora",  "cuda",  "nvidia",   "server",  "node",
    "host",   "localhost", "worker", "cluster", "login",   "main",  "burn",     "matmul",  "seed",
    "good",   "float",     "time",   "local",   "default", "work",  "home",     "docker"};

bool isAlnum(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string escapedForJson(const std::string& path) {
    std::string escaped;
    for (const char c : path) {
        if (c == '\\' || c == '"') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string escapedForAddress(const std::string& path) {
    std::string escaped;
    for (const char c : path)
        escaped += c == ' ' ? std::string("%20") : std::string(1, c);
    return escaped;
}

// "/", "/tmp" and the like say nothing, and are part of other words.
bool isTelling(const std::string& path) {
    const std::size_t separator = path.find_first_of("/\\", 1);
    return path.size() > 3 && separator != std::string::npos && separator + 1 < path.size();
}

// Lower-case letters of a word in front of `at`, blanks, '=' and ':' between them left out.
std::string_view wordBefore(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end > 0 && std::string_view(" =:\"'").find(text[end - 1]) != std::string_view::npos)
        --end;
    if (end == at) return {};
    std::size_t begin = end;
    while (begin > 0 && isAlnum(text[begin - 1]))
        --begin;
    return text.substr(begin, end - begin);
}

bool namesUser(std::string_view word) {
    constexpr std::array<std::string_view, 7> kWords{"user",  "username", "logname", "login",
                                                     "owner", "uname",    "account"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool namesHost(std::string_view word) {
    constexpr std::array<std::string_view, 6> kWords{"host", "hostname", "node", "nodename", "server", "machine"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

char at(std::string_view text, std::size_t position) {
    return position < text.size() ? text[position] : '\0';
}

// A place where nothing but a user or a host can stand. lower: the whole text in small letters.
bool isNamedThere(std::string_view lower, std::size_t begin, std::size_t end, bool isHost) {
    const char before = begin > 0 ? lower[begin - 1] : '\0', behind = at(lower, end);
    const auto isSeparator = [](char c) { return c == '/' || c == '\\'; };
    if (!isHost) {
        if (behind == '@' && isAlnum(at(lower, end + 1))) return true;
        return (isSeparator(before) && isSeparator(behind)) || namesUser(wordBefore(lower, begin));
    }
    if (before == '@') return true;
    const bool isInAddress = begin >= 2 && isSeparator(before) && lower[begin - 2] == before;
    return isInAddress || namesHost(wordBefore(lower, begin));
}

}  // namespace

Scrubber::Scrubber(PrivateFacts facts) {
    for (std::string& path : facts.paths) {
        while (path.size() > 1 && (path.back() == '/' || path.back() == '\\'))
            path.pop_back();
        if (!isTelling(path)) continue;
        for (std::string& form : std::array{escapedForJson(path), escapedForAddress(path), path})
            m_paths.push_back(std::move(form));
    }
    std::sort(m_paths.begin(), m_paths.end());
    m_paths.erase(std::unique(m_paths.begin(), m_paths.end()), m_paths.end());
    std::stable_sort(m_paths.begin(), m_paths.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });

    const auto add = [&](const std::string& given, bool isHost) {
        const std::string name = lowerCase(given);
        if (name.empty() || name == "localhost") return;
        const bool isCommon = name.size() < kShortName || facts.publicWords.count(name) != 0 ||
                              name.find_first_not_of("0123456789.") == std::string::npos ||
                              std::find(kCommon.begin(), kCommon.end(), name) != kCommon.end();
        m_people.push_back({name, isCommon, isHost, isHost ? "host" : "user"});
    };
    for (const std::string& user : facts.users)
        add(user, false);
    for (const std::string& host : facts.hosts) {
        add(host, true);
        if (const std::size_t dot = host.find('.'); dot != std::string::npos) add(host.substr(0, dot), true);
    }
    std::stable_sort(m_people.begin(), m_people.end(),
                     [](const Person& a, const Person& b) { return a.name.size() > b.name.size(); });
}

std::string Scrubber::withoutKnownPaths(std::string_view text) const {
    std::string clean(text);
    for (const std::string& path : m_paths) {
        for (std::size_t found = clean.find(path); found != std::string::npos; found = clean.find(path, found)) {
            const char behind = at(clean, found + path.size());
            const bool isWhole = !isAlnum(behind) && behind != '_' && behind != '-';
            if (isWhole) clean.replace(found, path.size(), kEllipsis);
            found += isWhole ? kEllipsis.size() : path.size();
        }
    }
    return clean;
}

std::string Scrubber::withoutNames(std::string_view text) const {
    std::string clean(text);
    for (const Person& person : m_people) {
        std::string lower = lowerCase(clean);
        std::string result;
        std::size_t copied = 0;
        for (std::size_t found = lower.find(person.name); found != std::string::npos;
             found = lower.find(person.name, found + 1)) {
            const std::size_t end = found + person.name.size();
            if (found < copied || isAlnum(at(lower, end)) || (found > 0 && isAlnum(lower[found - 1]))) continue;
            if (person.isCommon && !isNamedThere(lower, found, end, person.isHost)) continue;
            result.append(clean, copied, found - copied).append(person.shown);
            copied = end;
        }
        if (copied > 0) clean = result.append(clean, copied);
    }
    return clean;
}

std::string Scrubber::text(std::string_view text) const {
    const std::string known = withoutKnownPaths(text);
    std::string clean;
    std::size_t copied = 0;
    while (const auto path = findPrivatePath(known, copied, PathCaution::all)) {
        clean.append(known, copied, path->begin - copied).append(path->shown);
        copied = path->end;
    }
    return withoutNames(clean.append(known, copied));
}

std::string Scrubber::name(std::string_view name) const {
    const std::string known = withoutKnownPaths(name);
    std::string clean;
    std::size_t copied = 0;
    while (const auto path = findPrivatePath(known, copied, PathCaution::certain)) {
        clean.append(known, copied, path->begin - copied).append(path->shown);
        copied = path->end;
    }
    return withoutNames(clean.append(known, copied));
}

std::string Scrubber::argument(const std::string& word) const {
    if (word.find('"') != std::string::npos) return text(word);
    // A word, or the value of an option, is one path with its blanks.
    const std::size_t equals = word.starts_with('-') ? word.find('=') : std::string::npos;
    const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
    std::string clean = text(word.substr(0, begin) + "\"" + word.substr(begin) + "\"");
    std::erase(clean, '"');
    return clean;
}

std::vector<std::string> Scrubber::command(const std::vector<std::string>& words) const {
    std::vector<std::string> clean;
    for (const std::string& word : words) {
        const std::size_t slash = word.find_last_of("/\\");
        const bool isFull = !word.empty() && (word.front() == '/' || word.front() == '\\' || at(word, 1) == ':');
        const bool isProgram = clean.empty() && isFull && slash != std::string::npos;
        clean.push_back(isProgram ? std::string(kEllipsis) + "/" + text(word.substr(slash + 1)) : argument(word));
    }
    return clean;
}

std::string Scrubber::file(std::string_view content) const {
    return withoutKnownPaths(content);
}

}  // namespace flipscope
