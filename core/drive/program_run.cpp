#include "core/drive/program_run.h"

#include "core/drive/machine.h"
#include "core/drive/started_program.h"
#include "core/process/marked_processes.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace flipscope {

namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

constexpr milliseconds kGrace{5'000}, kTick{200};

// One that is over already is noted by its mark alone.
std::optional<Error> noteProgram(const std::string& path, const ChildProcess& child, const std::string& mark) {
    const ProcessIdentity over{child.number(), 0, bootId()};
    return writeWholeFile(
        path, toJson(StartedProgram{processIdentity(child.number()).value_or(over), mark, describeMachine().host}));
}

std::vector<pid_t> endMarked(const ProgramRun& run, const std::string& mark) {
    if (run.noteFile.empty()) return {};
    std::vector<pid_t> ended = endProcesses(std::string(kMarkVariable) + "=" + mark, std::nullopt, kGrace).ended;
    std::error_code error;
    std::filesystem::remove(run.noteFile, error);
    return ended;
}

}  // namespace

Result<ProgramEnd> runProgram(const ProgramRun& run, const std::stop_token& stop) {
    std::ofstream output(run.outputFile, std::ios::binary), error(run.errorFile, std::ios::binary);
    if (!output) return Error{"cannot write " + run.outputFile};
    if (!error) return Error{"cannot write " + run.errorFile};
    const Clock::time_point began = Clock::now();
    const std::string mark = freshMark();
    ChildCommand command = run.command;
    command.endsWithParent = true;
    if (!run.noteFile.empty()) command.environment.emplace_back(kMarkVariable, mark);
    Result<ChildProcess> child = ChildProcess::start(command);
    if (!child) return Error{child.errorMessage()};
    if (!run.noteFile.empty()) {
        if (auto failed = noteProgram(run.noteFile, child.value(), mark)) return *failed;
    }
    child.value().closeInput();
    const auto last = run.limit ? began + *run.limit : Clock::time_point::max();
    ProgramEnd end;
    std::string fromOutput, fromError;
    auto read = ChildProcess::Read::some;
    while (read == ChildProcess::Read::some || read == ChildProcess::Read::timedOut) {
        read = child.value().read(fromOutput, fromError, std::min(last, Clock::now() + kTick), stop);
        output << fromOutput << std::flush;
        error << fromError << std::flush;
        fromOutput.clear();
        fromError.clear();
        if (!output || !error) return Error{"cannot write " + (output ? run.errorFile : run.outputFile)};
        if (run.tick) run.tick(std::chrono::duration_cast<milliseconds>(Clock::now() - began));
        end.stopped = read == ChildProcess::Read::stopped;
        end.timedOut = read != ChildProcess::Read::ended && !end.stopped && Clock::now() >= last;
        if (end.timedOut) break;
    }
    end.end = child.value().end(kGrace);
    end.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    end.leftRunning = endMarked(run, mark);
    return end;
}

}  // namespace flipscope
