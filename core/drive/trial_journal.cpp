#include "core/drive/trial_journal.h"

#include "core/drive/kept_file.h"
#include "core/drive/whole_number.h"
#include "core/read/given_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace flipscope {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char *kJournalSchema = "flipscope-trials/2", *kEarlierSchema = "flipscope-trials/1";
constexpr std::uint64_t kMostTrials = 1'000'000'000, kLargestStatus = 255;

using By = OutcomeReading::By;
constexpr std::array<std::pair<By, const char*>, 4> kReadings{
    {{By::wholeOutput, "wholeOutput"}, {By::pattern, "pattern"}, {By::exitStatus, "exitStatus"}, {By::test, "test"}}};
constexpr std::array<std::pair<PatternMatch, const char*>, 3> kMatches{
    {{PatternMatch::first, "first"}, {PatternMatch::last, "last"}, {PatternMatch::nth, "nth"}}};

template <typename Value, std::size_t count>
const char* wordOf(const std::array<std::pair<Value, const char*>, count>& words, Value value) {
    return std::find_if(words.begin(), words.end(), [value](const auto& known) { return known.first == value; })
        ->second;
}

// Null: no such word.
template <typename Value, std::size_t count>
std::optional<Value> valueOf(const std::array<std::pair<Value, const char*>, count>& words, const std::string& word) {
    const auto known =
        std::find_if(words.begin(), words.end(), [&word](const auto& each) { return word == each.second; });
    return known == words.end() ? std::nullopt : std::optional(known->first);
}

std::string oneLine(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<KeySet> keySetFrom(const Json& json) {
    KeySet keys;
    for (const Json& element : json) {
        const auto key = wholeNumber(element, std::numeric_limits<std::uint32_t>::max());
        if (!key) return std::nullopt;
        keys.push_back(static_cast<std::uint32_t>(*key));
    }
    return json.is_array() ? std::optional(std::move(keys)) : std::nullopt;
}

std::optional<JournalTrial> trialFrom(const Json& json, std::size_t keyCount) {
    JournalTrial trial;
    const auto number = wholeNumber(json.at("trial"), kMostTrials);
    const auto exitStatus = wholeNumber(json.at("exitStatus"), kLargestStatus);
    std::optional<KeySet> fromBad = keySetFrom(json.at("fromBad"));
    if (!number || !exitStatus || !fromBad) return std::nullopt;
    trial.number = *number;
    trial.exitStatus = static_cast<int>(*exitStatus);
    trial.fromBad = std::move(*fromBad);
    const auto outcome = trialOutcomeFrom(json.at("outcome").get<std::string>());
    const bool isAscending =
        std::adjacent_find(trial.fromBad.begin(), trial.fromBad.end(), std::greater_equal<>()) == trial.fromBad.end();
    if (!outcome || !isAscending || trial.number == 0) return std::nullopt;
    if (!trial.fromBad.empty() && trial.fromBad.back() >= keyCount) return std::nullopt;
    trial.outcome = *outcome;
    trial.counts = json.at("counts").get<bool>();
    trial.value = json.at("value").get<std::string>();
    trial.because = json.at("because").get<std::string>();
    trial.seconds = json.at("seconds").get<double>();
    if (!(trial.seconds >= 0)) return std::nullopt;
    if (json.contains("digest")) trial.digest = json["digest"].get<std::string>();
    if (json.contains("hopeless")) trial.hopeless = json["hopeless"].get<bool>();
    return trial;
}

std::optional<Pin> pinFrom(const Json& json) {
    const auto candidate = wholeNumber(json.at("candidate"), std::numeric_limits<std::uint32_t>::max());
    const auto setSize = wholeNumber(json.at("candidates"), std::numeric_limits<std::uint32_t>::max());
    if (!candidate || !setSize || (*setSize > 0 && *candidate >= *setSize)) return std::nullopt;
    Pin pin;
    pin.keyJson = json.at("key").get<std::string>();
    pin.tuner = json.at("tuner").get<std::string>();
    pin.keyId = json.at("id").get<std::string>();
    pin.label = json.at("label").get<std::string>();
    pin.candidate = CandidateIndex{static_cast<std::uint32_t>(*candidate)};
    pin.candidateName = json.at("name").get<std::string>();
    pin.setChecksum = json.at("checksum").get<std::string>();
    pin.setSize = *setSize;
    pin.places = json.at("places").get<std::vector<std::string>>();
    return pin;
}

Json jsonOf(const JournalReading& reading) {
    Json json = {{"by", wordOf(kReadings, reading.by)}};
    if (reading.by != By::pattern) return json;
    json["pattern"] = reading.regex;
    json["match"] = wordOf(kMatches, reading.match);
    if (reading.match == PatternMatch::nth) json["n"] = reading.n;
    return json;
}

std::optional<JournalReading> readingFrom(const Json& json) {
    JournalReading reading;
    const auto by = valueOf(kReadings, json.at("by").get<std::string>());
    if (!by) return std::nullopt;
    reading.by = *by;
    if (reading.by != By::pattern) return reading;
    reading.regex = json.at("pattern").get<std::string>();
    const auto match = valueOf(kMatches, json.at("match").get<std::string>());
    if (!match) return std::nullopt;
    reading.match = *match;
    if (reading.match != PatternMatch::nth) return reading;
    const auto n = wholeNumber(json.at("n"), std::numeric_limits<std::uint32_t>::max());
    if (!n) return std::nullopt;
    reading.n = *n;
    return reading;
}

std::optional<JournalSearch> searchFrom(const Json& json) {
    const auto repeats = wholeNumber(json.at("repeats"), kMostTrials);
    if (!repeats || *repeats == 0) return std::nullopt;
    return JournalSearch{*repeats, json.at("ranked").get<bool>()};
}

std::optional<JournalHeader> headerFrom(const Json& json) {
    if (!json.is_object() || json.value("schema", "") != kJournalSchema) return std::nullopt;
    JournalHeader header{json.at("command").get<std::vector<std::string>>(), json.at("folder").get<std::string>(),
                         json.at("outcome").get<std::string>(), json.at("keys").get<std::vector<std::string>>()};
    if (json.contains("purpose")) header.purpose = json["purpose"].get<std::string>();
    header.base = json.at("base").get<std::string>();
    header.keepsFolder = json.at("keepsFolder").get<bool>();
    if (!json.contains("reading")) return header;
    header.reading = readingFrom(json["reading"]);
    return header.reading ? std::optional(std::move(header)) : std::nullopt;
}

void readLine(const std::string& line, Journal& journal) {
    const Json json = Json::parse(line, nullptr, false);
    try {
        if (json.is_object() && json.contains("trial")) {
            if (auto trial = trialFrom(json, journal.header.keys.size())) {
                journal.trials.push_back(std::move(*trial));
                return;
            }
        } else if (json.is_object() && json.contains("added")) {
            if (auto pin = pinFrom(json["added"])) {
                journal.added.push_back(std::move(*pin));
                return;
            }
        } else if (json.is_object() && json.contains("search")) {
            if (const auto search = searchFrom(json["search"])) {
                journal.search = *search;
                return;
            }
        }
    } catch (const Json::exception&) {
        // counted below
    }
    ++journal.damaged;
}

}  // namespace

JournalReading journalReading(const OutcomeReading& reading) {
    JournalReading kept;
    kept.by = reading.by;
    if (reading.by != By::pattern) return kept;
    kept.regex = reading.pattern.regex;
    kept.match = reading.pattern.match;
    if (kept.match == PatternMatch::nth) kept.n = reading.pattern.n;
    return kept;
}

std::string journalLine(const JournalHeader& header) {
    Json json = {{"schema", kJournalSchema},         {"command", header.command}, {"folder", header.folder},
                 {"outcome", header.outcome},        {"keys", header.keys},       {"base", header.base},
                 {"keepsFolder", header.keepsFolder}};
    if (header.purpose != JournalHeader::kBisect) json["purpose"] = header.purpose;
    if (header.reading) json["reading"] = jsonOf(*header.reading);
    return oneLine(json);
}

std::string journalLine(const JournalTrial& trial) {
    Json json = {{"trial", trial.number},    {"fromBad", trial.fromBad},      {"outcome", toString(trial.outcome)},
                 {"counts", trial.counts},   {"value", trial.value},          {"because", trial.because},
                 {"seconds", trial.seconds}, {"exitStatus", trial.exitStatus}};
    if (!trial.digest.empty()) json["digest"] = trial.digest;
    if (trial.hopeless) json["hopeless"] = true;
    return oneLine(json);
}

std::string journalLine(const Pin& added) {
    return oneLine({{"added",
                     {{"key", added.keyJson},
                      {"tuner", added.tuner},
                      {"id", added.keyId},
                      {"label", added.label},
                      {"candidate", added.candidate.value},
                      {"name", added.candidateName},
                      {"checksum", added.setChecksum},
                      {"candidates", added.setSize},
                      {"places", added.places}}}});
}

std::string journalLine(const JournalSearch& search) {
    return oneLine({{"search", {{"repeats", search.repeats}, {"ranked", search.ranked}}}});
}

Result<Journal> readJournal(std::string_view text) {
    Journal journal;
    bool isFirst = true;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string line(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        if (!isFirst) {
            readLine(line, journal);
            continue;
        }
        isFirst = false;
        const Json json = Json::parse(line, nullptr, false);
        if (json.is_object() && json.contains("schema") && json["schema"] == kEarlierSchema) {
            return Error{
                "is of an earlier version, which did not note all choices that its trials held, so that nothing tells "
                "of which runs they are: make them anew in another folder"};
        }
        try {
            auto header = headerFrom(json);
            if (!header) return Error{"is no journal of trials"};
            journal.header = std::move(*header);
        } catch (const Json::exception&) {
            return Error{"is no journal of trials"};
        }
    }
    if (isFirst) return Error{"is empty"};
    return journal;
}

Result<Journal> openJournal(const std::string& path, const JournalHeader& header, const std::stop_token& stop) {
    namespace fs = std::filesystem;
    constexpr std::size_t kLargest = std::size_t{256} << 20;
    const std::string folder = fs::path(path).parent_path().string();
    if (auto error = makeFolder(folder)) return *error;
    std::error_code error;
    // An empty one is what a full disk leaves of a start.
    if (!fs::exists(path, error) || fs::is_empty(path, error)) {
        if (auto failed = appendKeptLine(path, journalLine(header))) return *failed;
        return Journal{header, {}, {}, 0};
    }
    const Result<GivenFile> file = readGivenFile(path, kLargest, stop);
    if (file.cancelled()) return Cancelled{};
    if (!file) return Error{path + ": " + file.errorMessage()};
    Result<Journal> journal = readJournal(file.value().content);
    if (!journal) return Error{path + " " + journal.errorMessage()};
    if (const std::string other = differenceOf(journal.value().header, header); !other.empty()) {
        return Error{folder + " holds the trials of " + other +
                     "; give the same again to go on with them, or another folder (--out)"};
    }
    return journal;
}

std::string differenceOf(const JournalHeader& kept, const JournalHeader& given) {
    if (kept.purpose != given.purpose) return kept.purpose == JournalHeader::kBisect ? "a bisection" : "forced choices";
    if (kept.command != given.command) return "another command";
    if (kept.folder != given.folder) return "another folder to start from";
    if (kept.keys != given.keys) {
        return given.purpose == JournalHeader::kBisect ? "other runs, or other choices of theirs" : "other choices";
    }
    if (kept.keepsFolder != given.keepsFolder) return "a program that runs in another folder (--cwd)";
    if (kept.base != given.base) {
        return given.purpose == JournalHeader::kBisect ? "runs that made other choices besides" : "another base run";
    }
    const bool readsAlike = !kept.reading || !given.reading || *kept.reading == *given.reading;
    return kept.outcome == given.outcome && readsAlike ? "" : "another outcome";
}

}  // namespace flipscope
