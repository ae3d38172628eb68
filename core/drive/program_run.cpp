#include "core/drive/program_run.h"

#include "core/drive/machine.h"
#include "core/drive/started_program.h"
#include "core/read/system_message.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace flipscope {

namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

constexpr milliseconds kGrace{5'000}, kTick{200};

// One that is over already is noted by its mark alone.
std::optional<Error> noteProgram(const ProgramRun& run, const ChildProcess& child, const std::string& mark) {
    const ProcessIdentity over{child.number(), 0, bootId()};
    return replaceFile(run.noteFile, toJson(StartedProgram{processIdentity(child.number()).value_or(over), mark,
                                                           describeMachine().host, run.noteDatabase}));
}

using Groups = std::array<pid_t, 2>;

// Ends what the program left running outside these groups, which were killed.
EndedProcesses endMarked(const ProgramRun& run, const std::string& mark, const Groups& killed) {
    const std::string variable = variableOf(mark);
    // A process that was killed needs a moment, and a long one when it holds a device.
    std::vector<pid_t> going = markedProcesses(variable);
    std::erase_if(going, [&killed](pid_t process) {
        return std::find(killed.begin(), killed.end(), ::getpgid(process)) == killed.end();
    });
    EndedProcesses left = endProcesses(variable, std::nullopt, kGrace);
    std::erase_if(left.ended,
                  [&going](pid_t process) { return std::find(going.begin(), going.end(), process) != going.end(); });
    std::error_code error;
    if (left.unstopped.empty() && run.noteDatabase.empty()) std::filesystem::remove(run.noteFile, error);
    return left;
}

struct Streams {
    std::ofstream output, error;
};

Error cannotWrite(const std::string& path) {
    return Error{"cannot write " + path + ": " + systemMessage()};
}

// Adds it and takes it out of the text.
std::optional<Error> append(std::ofstream& file, const std::string& path, std::string& text) {
    file << text << std::flush;
    text.clear();
    if (file) return std::nullopt;
    return cannotWrite(path);
}

// Until the program is over, its time is or it is to be stopped.
std::optional<Error> follow(ChildProcess& child, const ProgramRun& run, Streams& streams, Clock::time_point began,
                            const std::stop_token& stop, ProgramEnd& end) {
    const auto last = run.limit ? began + *run.limit : Clock::time_point::max();
    std::string fromOutput, fromError;
    auto read = ChildProcess::Read::some;
    while (!end.timedOut && (read == ChildProcess::Read::some || read == ChildProcess::Read::timedOut)) {
        read = child.read(fromOutput, fromError, std::min(last, Clock::now() + kTick), stop);
        if (auto failed = append(streams.output, run.outputFile, fromOutput)) return failed;
        if (auto failed = append(streams.error, run.errorFile, fromError)) return failed;
        if (run.tick) run.tick(std::chrono::duration_cast<milliseconds>(Clock::now() - began));
        end.stopped = read == ChildProcess::Read::stopped;
        end.timedOut = read != ChildProcess::Read::ended && !end.stopped && Clock::now() >= last;
    }
    return std::nullopt;
}

}  // namespace

Result<ProgramEnd> runProgram(const ProgramRun& run, const std::stop_token& stop) {
    Streams streams{std::ofstream(run.outputFile, std::ios::binary), {}};
    if (!streams.output) return cannotWrite(run.outputFile);
    streams.error.open(run.errorFile, std::ios::binary);
    if (!streams.error) return cannotWrite(run.errorFile);
    const Clock::time_point began = Clock::now();
    const bool isNoted = !run.noteFile.empty();
    const std::string mark = run.mark.empty() ? freshMark() : run.mark;
    ChildCommand command = run.command;
    command.endsWithParent = true;
    if (isNoted) command.environment.emplace_back(kMarkVariable, mark);
    Result<ChildProcess> started = ChildProcess::start(command);
    if (!started) return Error{started.errorMessage()};
    ChildProcess& child = started.value();
    // It leads a group of its own where it left the one that it was started in.
    const Groups groups{child.group(), child.number()};
    child.closeInput();
    ProgramEnd end;
    std::optional<Error> failed;
    if (isNoted) failed = noteProgram(run, child, mark);
    if (!failed) failed = follow(child, run, streams, began, stop, end);
    end.end = child.end(kGrace);
    end.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (isNoted) end.leftRunning = endMarked(run, mark, groups);
    if (failed) return *failed;
    return end;
}

}  // namespace flipscope
