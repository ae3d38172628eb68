#include "core/drive/started_program.h"

#include "core/drive/machine.h"
#include "core/drive/project_database.h"
#include "core/read/given_file.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <limits>
#include <random>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kProcessSchema = "flipscope-process/1";
constexpr std::size_t kMarkDigits = 32, kLargest = std::size_t{1} << 16;
constexpr std::chrono::milliseconds kGrace{5'000};

bool isMark(const std::string& text) {
    return text.size() == kMarkDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string nameOf(const std::string& runFolder) {
    return shownText(fs::path(runFolder).filename().string());
}

std::string listed(const std::vector<pid_t>& processes) {
    std::string text;
    for (const pid_t process : processes)
        text += (text.empty() ? "" : ", ") + std::to_string(process);
    return (processes.size() == 1 ? "process " : "processes ") + text;
}

struct NotedEnd {
    std::vector<std::string> sentences;
    bool runsOn = false, isElsewhere = false;
};

// name: of the run.
NotedEnd endNoted(const StartedProgram& program, const std::string& name) {
    if (program.process.boot.empty() || program.process.boot != bootId()) {
        // Of this machine: it was started anew since, and nothing can have outlived that.
        if (program.host == describeMachine().host) return {};
        std::string sentence = name + ": an earlier start on " + shownText(program.host) +
                               " was interrupted; whether its program (process " +
                               std::to_string(program.process.number) + " there) still runs cannot be told from here.";
        if (!program.database.empty()) sentence += " Its database was left: " + shownText(program.database) + ".";
        return {{std::move(sentence)}, false, true};
    }
    const std::string variable = variableOf(program.mark);
    const pid_t number = program.process.number;
    const EndedProcesses found =
        endProcesses(variable, number > 0 ? std::optional(program.process) : std::nullopt, kGrace);
    NotedEnd end;
    std::vector<std::string>& sentences = end.sentences;
    if (!found.ended.empty()) {
        sentences.push_back(name + ": the program of an earlier start, which was interrupted, was still running (" +
                            listed(found.ended) + ") and was ended.");
    }
    if (!found.unstopped.empty()) {
        sentences.push_back(name + ": the program of an earlier start, which was interrupted, still runs (" +
                            listed(found.unstopped) + ") and could not be ended.");
        end.runsOn = true;
    }
    if (processIdentity(number) == program.process && !isMarked(number, variable)) {
        sentences.push_back(name + ": process " + std::to_string(number) +
                            ", noted as the program of an earlier start, does not carry the mark of that start and was "
                            "left alone.");
    }
    return end;
}

}  // namespace

std::string freshMark() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device source;
    std::string mark;
    while (mark.size() < kMarkDigits)
        mark += kDigits[source() % kDigits.size()];
    return mark;
}

std::string variableOf(const std::string& mark) {
    return std::string(kMarkVariable) + "=" + mark;
}

std::string toJson(const StartedProgram& program) {
    const Json json = {{"schema", kProcessSchema},
                       {"process", program.process.number},
                       {"started", program.process.started},
                       {"boot", program.process.boot},
                       {"mark", program.mark},
                       {"host", program.host},
                       {"database", program.database}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<StartedProgram> readStartedProgram(const std::string& path) {
    const Result<GivenFile> file = readGivenFile(path, kLargest);
    if (!file) return Error{path + ": " + file.errorMessage()};
    const Json json = Json::parse(file.value().content, nullptr, false);
    const Error none{path + " is no note of a program"};
    try {
        if (!json.is_object() || json.value("schema", "") != kProcessSchema) return none;
        const Json &number = json.at("process"), &started = json.at("started");
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<pid_t>::max());
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() > kMost || number.get<std::uint64_t>() == 1) {
            return none;
        }
        if (!started.is_number_unsigned()) return none;
        StartedProgram program{{static_cast<pid_t>(number.get<std::uint64_t>()), started.get<std::uint64_t>(),
                                json.at("boot").get<std::string>()},
                               json.at("mark").get<std::string>(),
                               json.at("host").get<std::string>(),
                               json.value("database", "")};
        return isMark(program.mark) ? Result<StartedProgram>(std::move(program)) : none;
    } catch (const Json::exception&) {
        return none;
    }
}

std::vector<std::string> leftRunningRemarks(const std::string& runFolder, const EndedProcesses& left) {
    const std::string begin = nameOf(runFolder) + ": its program ended but left ";
    std::vector<std::string> sentences;
    if (!left.ended.empty()) {
        sentences.push_back(begin + listed(left.ended) + " running, which " +
                            (left.ended.size() == 1 ? "was" : "were") + " ended, too.");
    }
    if (!left.unstopped.empty()) {
        sentences.push_back(begin + listed(left.unstopped) + " running, which could not be ended.");
    }
    return sentences;
}

std::vector<std::string> endLeftRunning(const std::string& runFolder) {
    const std::string path = runFolder + "/" + std::string(kStartedProgramName);
    std::error_code error;
    if (!fs::exists(path, error)) return {};
    const Result<StartedProgram> program = readStartedProgram(path);
    const std::string name = nameOf(runFolder);
    NotedEnd end = program ? endNoted(program.value(), name)
                           : NotedEnd{{name +
                                       ": whether an earlier start left its program running cannot be "
                                       "told: " +
                                       program.errorMessage() + "."},
                                      false};
    if (end.runsOn) return std::move(end.sentences);
    if (program && !end.isElsewhere) {
        for (std::string& sentence : removeLeftDatabase(program.value().database, runFolder))
            end.sentences.push_back(std::move(sentence));
    }
    fs::remove(path, error);  // not before: this start can be killed, too
    return end.sentences;
}

}  // namespace flipscope
