#include "core/drive/program_run.h"

#include <algorithm>
#include <fstream>

namespace flipscope {

namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

constexpr milliseconds kGrace{5'000}, kTick{200};

}  // namespace

Result<ProgramEnd> runProgram(const ProgramRun& run, const std::stop_token& stop) {
    std::ofstream output(run.outputFile, std::ios::binary), error(run.errorFile, std::ios::binary);
    if (!output) return Error{"cannot write " + run.outputFile};
    if (!error) return Error{"cannot write " + run.errorFile};
    const Clock::time_point began = Clock::now();
    Result<ChildProcess> child = ChildProcess::start(run.command);
    if (!child) return Error{child.errorMessage()};
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
    return end;
}

}  // namespace flipscope
