#include "core/drive/run_record.h"

#include "core/read/given_file.h"

#include <array>
#include <ctime>

#include <nlohmann/json.hpp>

namespace flipscope {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kLargest = std::size_t{16} << 20;
constexpr const char* kSchema = "flipscope-run/1";

}  // namespace

std::string toJson(const RunRecord& record) {
    const Json json = {{"schema", kSchema},
                       {"command", record.command},
                       {"folder", record.folder},
                       {"started", record.started},
                       {"seconds", record.seconds},
                       {"exit_status", record.exitStatus},
                       {"signal", record.signal},
                       {"timedOut", record.timedOut},
                       {"host", record.machine.host},
                       {"devices", record.machine.devices},
                       {"driver", record.machine.driver},
                       {"note", record.note}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<RunRecord> readRunRecord(const std::string& path) {
    const Result<GivenFile> file = readGivenFile(path, kLargest);
    if (!file) return Error{path + ": " + file.errorMessage()};
    const Json json = Json::parse(file.value().content, nullptr, false);
    try {
        if (!json.is_object() || json.value("schema", "") != kSchema) return Error{path + ": is no record of a run"};
        RunRecord record;
        record.command = json.at("command").get<std::vector<std::string>>();
        record.folder = json.at("folder").get<std::string>();
        record.started = json.at("started").get<std::string>();
        record.seconds = json.at("seconds").get<double>();
        record.exitStatus = json.at("exit_status").get<int>();
        record.signal = json.at("signal").get<int>();
        record.timedOut = json.at("timedOut").get<bool>();
        record.machine = {json.at("host").get<std::string>(), json.at("devices").get<std::vector<std::string>>(),
                          json.at("driver").get<std::string>()};
        record.note = json.at("note").get<std::string>();
        return record;
    } catch (const Json::exception& error) {
        return Error{path + ": is no record of a run: " + error.what()};
    }
}

std::string timeNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

}  // namespace flipscope
