#include "core/drive/run_record.h"

#include "core/drive/whole_number.h"
#include "core/model/label_text.h"
#include "core/read/given_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>

#include <nlohmann/json.hpp>

namespace flipscope {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kLargest = std::size_t{16} << 20;

bool isText(const Json& value) {
    return value.is_string();
}

bool isListOfTexts(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), isText);
}

struct MemberRule {
    const char* name;
    bool (*fits)(const Json& value);
    const char* wanted;
};
constexpr std::array<MemberRule, 11> kMembers{{
    {"command", isListOfTexts, "list of texts"},
    {"folder", isText, "text"},
    {"started", isText, "text"},
    {"seconds", [](const Json& v) { return v.is_number() && v.get<double>() >= 0; }, "number from 0 on"},
    {"exit_status", [](const Json& v) { return wholeNumber(v, 255).has_value(); }, "whole number from 0 to 255"},
    {"signal", [](const Json& v) { return wholeNumber(v, 127).has_value(); }, "whole number from 0 to 127"},
    {"timedOut", [](const Json& v) { return v.is_boolean(); }, "true or false"},
    {"host", isText, "text"},
    {"devices", isListOfTexts, "list of texts"},
    {"driver", isText, "text"},
    {"note", isText, "text"},
}};

// What is wrong with the members, in words; empty when they are as toJson writes them.
std::string memberFault(const Json& json) {
    for (const MemberRule& rule : kMembers) {
        const auto member = json.find(rule.name);
        if (member == json.end()) return "“" + std::string(rule.name) + "” is missing";
        if (!rule.fits(*member)) return "“" + std::string(rule.name) + "” is no " + rule.wanted;
    }
    return {};
}

}  // namespace

std::string toJson(const RunRecord& record) {
    const Json json = {
        {"schema", kRunRecordSchema},        {"command", record.command},       {"folder", record.folder},
        {"started", record.started},         {"seconds", record.seconds},       {"exit_status", record.exitStatus},
        {"signal", record.signal},           {"timedOut", record.timedOut},     {"host", record.machine.host},
        {"devices", record.machine.devices}, {"driver", record.machine.driver}, {"note", record.note}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<RunRecord> readRunRecord(const std::string& path) {
    const Result<GivenFile> file = readGivenFile(path, kLargest);
    if (!file) return Error{path + ": " + file.errorMessage()};
    const Json json = Json::parse(file.value().content, nullptr, false);
    const bool isRecord = json.is_object() && json.contains("schema") && json["schema"] == kRunRecordSchema;
    if (!isRecord) return Error{path + ": is no record of a run"};
    if (const std::string fault = memberFault(json); !fault.empty()) {
        return Error{path + ": is no record of a run: " + fault};
    }
    RunRecord record;
    record.command = json["command"].get<std::vector<std::string>>();
    record.folder = json["folder"].get<std::string>();
    record.started = json["started"].get<std::string>();
    record.seconds = json["seconds"].get<double>();
    record.exitStatus = json["exit_status"].get<int>();
    record.signal = json["signal"].get<int>();
    record.timedOut = json["timedOut"].get<bool>();
    record.machine = {json["host"].get<std::string>(), json["devices"].get<std::vector<std::string>>(),
                      json["driver"].get<std::string>()};
    record.note = json["note"].get<std::string>();
    return record;
}

std::string timeNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

bool isFailure(const RunRecord& record) {
    return record.exitStatus != 0 || record.timedOut;
}

std::string endInWords(const RunRecord& record) {
    if (record.timedOut) return "stopped by the time limit";
    if (record.signal == 0) return "status " + std::to_string(record.exitStatus);
    return "signal " + std::to_string(record.signal) + " (" + ::strsignal(record.signal) +
           ")";  // NOLINT: known numbers
}

std::string failureInWords(const RunRecord& record) {
    constexpr std::size_t kMostShown = 200;
    const std::string end = (record.signal == 0 && !record.timedOut ? "exit " : "") + endInWords(record);
    const std::string note = labelText(record.note, kMostShown);
    return end + (note.empty() ? "; it said nothing at last" : "; its last words: “" + note + "”");
}

}  // namespace flipscope
