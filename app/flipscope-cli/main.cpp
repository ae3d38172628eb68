#include "app/flipscope-cli/command_line.h"
#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/interruption.h"
#include "app/flipscope-cli/output.h"
#include "core/report/format.h"

#include <csignal>
#include <exception>
#include <iostream>

namespace flipscope::cli {

namespace {

int fail(const std::string& message) {
    std::cerr << "flipscope-cli: " << printable(message, 8000) << '\n';
    return kFailed;
}

Result<Answer> perform(const Options& options, const std::stop_token& stop) {
    switch (options.command) {
        case Command::summary:
            return runSummary(options, stop);
        case Command::diff:
            return runDiff(options, stop);
        case Command::key:
            return runKey(options, stop);
        case Command::suspects:
            return runSuspects(options, stop);
        case Command::outcomes:
            return runOutcomes(options, stop);
        case Command::rerun:
            return runRerun(options, stop);
        case Command::workerCheck:
            return runWorkerCheck(options, stop);
        case Command::calibrate:
            return runCalibrate(options, stop);
        case Command::selfCheck:
            return runSelfCheck(options, stop);
        case Command::exportTable:
            return runExport(options, stop);
        case Command::pinMake:
            return runPinMake(options, stop);
        case Command::pinShow:
            return runPinShow(options, stop);
        case Command::pinWrite:
            return runPinWrite(options, stop);
        case Command::pinCheck:
            return runPinCheck(options, stop);
        case Command::collect:
            return runCollect(options, stop);
        case Command::force:
            return runForce(options, stop);
        case Command::bisect:
            return runBisect(options, stop);
        case Command::report:
            return runReport(options, stop);
    }
    return Error{"unknown command"};
}

int run(Options options) {
    // A page is read later and elsewhere: it holds every row.
    if (options.format == Format::html) options.all = true;
    if (const auto refusal = outputRefusal(options)) return fail(refusal->message);
    const Interruption interruption;
    const Result<Answer> answer = perform(options, interruption.token());
    if (answer.cancelled()) return fail("stopped");
    if (!answer) return fail(answer.errorMessage());
    if (const auto error = writeOutput(options, answer.value().text)) return fail(error->message);
    return answer.value().exitStatus;
}

}  // namespace

}  // namespace flipscope::cli

int main(int argc, char** argv) {
    using namespace flipscope::cli;
    // A file beyond the limit (ulimit -f) is then an error of the write like a full disk, and not this program's end.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        const auto parsed = parseCommandLine(argc, argv);
        if (const int* status = std::get_if<int>(&parsed)) return *status;
        return run(std::get<Options>(parsed));
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
