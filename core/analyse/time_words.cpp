#include "core/analyse/time_words.h"

#include "core/model/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace flipscope {

namespace {

constexpr std::array<std::string_view, 22> kTimeUnits{
    "s",    "sec",     "secs", "second", "seconds", "ms",  "msec", "us",  "usec",   "ns",     "min",
    "mins", "minutes", "h",    "hr",     "hours",   "fps", "MHz",  "GHz", "TFLOPS", "TFLOPs", "GFLOPS"};
constexpr std::array<std::string_view, 22> kTimeNames{
    "pid",  "tid",  "thread", "port", "seed",    "time",      "elapsed",  "took",       "duration", "eta", "latency",
    "wall", "ppid", "date",   "uuid", "session", "timestamp", "walltime", "throughput", "uptime",   "rss", "runtime"};
constexpr std::array<std::string_view, 7> kPlaceNames{"host",    "hostname", "node",    "nodename",
                                                      "machine", "user",     "username"};

[[nodiscard]] bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
[[nodiscard]] bool isWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
[[nodiscard]] bool endsWord(std::string_view text, std::size_t at) {
    return at >= text.size() || !isWordChar(text[at]);
}

template <std::size_t n>
[[nodiscard]] bool isOneOf(std::string_view word, const std::array<std::string_view, n>& list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

template <std::size_t n>
[[nodiscard]] bool isOneOfNames(std::string_view word, const std::array<std::string_view, n>& list) {
    return std::any_of(list.begin(), list.end(), [&](std::string_view name) { return equalIgnoringCase(word, name); });
}

// What stands between a name and its value.
[[nodiscard]] bool isJoint(std::string_view between) {
    constexpr std::size_t kMostBetween = 3;
    return between.size() <= kMostBetween && between.find_first_not_of(" :=\"'") == std::string_view::npos;
}

// "wall_time" is a time, "train.host" a host.
[[nodiscard]] std::string_view lastPart(std::string_view word) {
    const std::size_t part = word.find_last_of("_-./");
    return part == std::string_view::npos ? word : word.substr(part + 1);
}

}  // namespace

bool hasTimeUnit(std::string_view behind) {
    const std::size_t blanks = std::min(behind.find_first_not_of(' '), behind.size());
    behind.remove_prefix(blanks);
    // Both signs that are in use for micro.
    if (behind.starts_with("\u00B5s") || behind.starts_with("\u03BCs")) return true;
    const auto end =
        static_cast<std::size_t>(std::find_if_not(behind.begin(), behind.end(), isLetter) - behind.begin());
    const std::string_view unit = behind.substr(0, end);
    if (unit.empty() || !endsWord(behind, end)) return false;
    if (isOneOf(unit, kTimeUnits)) return unit != "min" || blanks == 0;
    const std::string_view rest = behind.substr(end);
    return (rest.starts_with("/s") && endsWord(rest, 2)) || (rest.starts_with("/sec") && endsWord(rest, 4));
}

bool isNamedAsPlace(std::string_view word, std::string_view between, std::string_view name) {
    return isJoint(between) && isOneOfNames(lastPart(word), kPlaceNames) &&
           name.find_first_of("0123456789.-") != std::string_view::npos;
}

bool isNamedAsTime(std::string_view word, std::string_view between) {
    if (!isJoint(between)) return false;
    const std::string_view last = lastPart(word);
    if (last.size() < word.size() && isOneOf(last, kTimeUnits)) return true;
    return isOneOfNames(last, kTimeNames);
}

}  // namespace flipscope
