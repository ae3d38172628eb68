#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driving.h"
#include "core/drive/collection_setup.h"
#include "core/process/command_words.h"
#include "core/report/collect_report.h"
#include "core/report/drive_words.h"

#include <filesystem>

namespace flipscope::cli {

namespace {

// This program, which a launcher starts for one run.
std::string ownPath() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "flipscope-cli" : self.string();
}

Result<Collection> collect(const CollectionPlan& plan, const DriveOptions& options, const std::stop_token& stop) {
    if (options.task > 0) {
        Result<RecordedRun> run = collectOneRun(plan, options.task, stop);
        if (!run) return Error{run.errorMessage()};
        Collection collection;
        collection.stopped = run.value().stopped;
        if (run.value().setAside) collection.setAside.push_back(*run.value().setAside);
        collection.remarks = run.value().remarks;
        if (!collection.stopped) collection.runs.push_back(std::move(run).value());
        return collection;
    }
    StatusLine line;
    if (plan.parallel > 1 && plan.launcher.empty()) {
        line.say("flipscope-cli: warning: " + std::string(kParallelCaution));
    }
    std::size_t told = 0;
    return collectRuns(
        plan,
        [&line, &told](const CollectionProgress& progress) {
            line.show(inWords(progress));
            if (progress.done > told && !progress.secondsLeft) told = progress.done;  // found complete
            if (progress.done > told) line.say(inWords(progress));
            told = progress.done;
        },
        stop);
}

}  // namespace

Result<Answer> runCollect(const Options& options, const std::stop_token& stop) {
    const DriveOptions& drive = options.drive;
    Result<DrivenProgram> program = drivenProgram(drive);
    if (!program) return Error{program.errorMessage()};
    CollectionPlan plan;
    plan.program = std::move(program).value();
    plan.folder = resultFolder(drive);
    plan.runs = drive.task > 0 ? 1 : drive.count;
    plan.parallel = drive.parallel;
    Result<std::vector<std::string>> launcher = splitCommandWords(drive.launcher);
    if (!launcher) return Error{"--launcher: " + launcher.errorMessage()};
    plan.launcher = std::move(launcher).value();
    if (!plan.launcher.empty()) plan.task = collectTaskWords(plan, ownPath());
    const Result<Collection> collection = collect(plan, drive, stop);
    if (!collection) return Error{collection.errorMessage()};
    Answer answer;
    answer.text = options.format == Format::json ? collectJson(plan, collection.value())
                                                 : renderRuns(options, collectDocument(plan, collection.value()));
    if (collection.value().stopped || !collection.value().missing.empty()) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
