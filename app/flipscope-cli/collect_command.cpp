#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driving.h"
#include "core/drive/collection.h"
#include "core/process/command_words.h"
#include "core/report/collect_report.h"
#include "core/report/format.h"

#include <filesystem>

namespace flipscope::cli {

namespace {

// What a launcher starts: this program, for one run.
std::vector<std::string> taskWords(const DriveOptions& options, const CollectionPlan& plan) {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    std::string frameworks;
    for (const std::string& name : options.record)
        frameworks += (frameworks.empty() ? "" : ",") + name;
    std::vector<std::string> words{error ? "flipscope-cli" : self.string(),
                                   "collect",
                                   "--from",
                                   plan.program.folder,
                                   "--out",
                                   plan.folder,
                                   "--record",
                                   frameworks};
    if (options.keepsFolder) words.insert(words.end(), {"--cwd", "keep"});
    if (options.limitSeconds > 0) words.insert(words.end(), {"--timeout", std::to_string(options.limitSeconds)});
    words.emplace_back("--task");
    return words;
}

std::string progressText(const CollectionProgress& progress) {
    std::string text = std::to_string(progress.done) + " of " + plural(progress.total, "run", "runs") + " done";
    if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
    if (progress.running > 1) text += ", " + std::to_string(progress.running) + " running";
    if (progress.secondsLeft) text += ", about " + roughTime(*progress.secondsLeft) + " left";
    return text;
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
        line.say(
            "flipscope-cli: warning: runs at the same time disturb each other's timings, and with them the choices; "
            "compare such runs only with each other");
    }
    std::size_t told = 0;
    return collectRuns(
        plan,
        [&line, &told](const CollectionProgress& progress) {
            line.show(progressText(progress));
            if (progress.done > told && !progress.secondsLeft) told = progress.done;  // found complete
            if (progress.done > told) line.say(progressText(progress));
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
    if (!plan.launcher.empty()) plan.task = taskWords(drive, plan);
    const Result<Collection> collection = collect(plan, drive, stop);
    if (!collection) return Error{collection.errorMessage()};
    Answer answer;
    answer.text = options.format == Format::json ? collectJson(plan, collection.value())
                                                 : renderRuns(options, collectDocument(plan, collection.value()));
    if (collection.value().stopped || !collection.value().missing.empty()) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
