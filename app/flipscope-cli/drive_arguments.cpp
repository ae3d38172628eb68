// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/drive_arguments.h"

#include <cmath>

namespace flipscope::cli {

namespace {

constexpr const char* kForcedFolder = "flipscope-forced";
constexpr const char* kTrialsFolder = "flipscope-trials";
constexpr std::size_t kMostRuns = 100'000;
constexpr unsigned kMostParallel = 1024;
constexpr double kShortestLimit = 0.001, kLongestLimit = 1e8;  // seconds; as milliseconds they fit

void addProgramOptions(CLI::App& command, DriveOptions& options) {
    command
        .add_option_function<std::string>(
            "--cwd", [&options](const std::string& word) { options.keepsFolder = word == "keep"; },
            "own: each run in a folder of its own (the default); keep: in the present folder, for programs that need "
            "it")
        ->check(CLI::IsMember({"own", "keep"}));
    command.add_option("--timeout", options.limitSeconds, "end a run after so many seconds")
        ->check(CLI::Range(kShortestLimit, kLongestLimit));
    command
        .add_option("--record", options.record,
                    "whose choices to keep: cubecl, triton, xla, inductor; those of the last three are kept for later "
                    "versions, this one reads cubecl's only")
        ->delimiter(',')
        ->check(CLI::IsMember({"cubecl", "triton", "xla", "inductor"}))
        ->capture_default_str();
    command.add_option("--from", options.from, "start from this folder, as if you stood there");
}

void addTrialOptions(CLI::App& command, DriveOptions& options, const std::string& folderMeaning) {
    constexpr std::size_t kMostRepeats = 1000;
    command.add_option("--repeat", options.repeats, "runs of each configuration that an answer rests on")
        ->check(CLI::Range(std::size_t{1}, kMostRepeats));
    command.add_option("--out", options.folder, folderMeaning);
}

void addCollectOptions(CLI::App& command, DriveOptions& options) {
    addProgramOptions(command, options);
    command.add_option("--count,-n", options.count, "how many runs the folder is to hold")
        ->check(CLI::Range(std::size_t{1}, kMostRuns));
    command.add_option("--out", options.folder, "folder for the runs; given again, the missing runs are made")
        ->required();
    command.add_option("--parallel,-j", options.parallel, "runs at the same time (they disturb each other's timings)")
        ->check(CLI::Range(1U, kMostParallel))
        ->capture_default_str();
    auto* launcher = command.add_option("--launcher", options.launcher,
                                        "words in front of each run's command: \"srun -n1 --gpus=1\", \"ssh host\"");
    command.add_option("--task", options.task, "make only the run of this number: for tasks of a batch system")
        ->check(CLI::Range(std::size_t{1}, kMostRuns))
        ->excludes(launcher);
}

void addForceOptions(CLI::App& command, DriveOptions& options) {
    addProgramOptions(command, options);
    command.add_option("--base", options.base, "the run whose choices are all forced")->required()->type_name("RUN");
    command
        .add_option(
            "--key", options.choices,
            "the choice to force in place of the run's, several together; KEY=all tries every candidate by itself")
        ->type_name("KEY=INDEX");
    addTrialOptions(command, options, std::string("folder for the trials (") + kForcedFolder + ")");
}

void addBisectOptions(CLI::App& command, DriveOptions& options) {
    addProgramOptions(command, options);
    command.add_option("--good", options.good, "runs with the outcome that you want")->required()->type_name("RUN");
    command.add_option("--bad", options.bad, "runs with the other outcome")->required()->type_name("RUN");
    command.add_option("--test", options.testWords,
                       "program that judges a trial: gets its folder, ends with 0 for good, 1 to 124 for bad, 125 for "
                       "cannot tell");
    command
        .add_option(
            "--test-timeout", options.testLimitSeconds,
            "end the test after so many seconds, which then cannot tell (without: --timeout counts for it, too)")
        ->check(CLI::Range(kShortestLimit, kLongestLimit));
    addTrialOptions(command, options,
                    std::string("folder for the trials (") + kTrialsFolder + "); given again, the search goes on");
}

}  // namespace

void addDriveCommands(CLI::App& app, Options& options, OutcomeWords& words, const AddCommand& add) {
    auto* collect = add(app, "collect", Command::collect, "Runs your program many times and keeps what each run chose",
                        "collect -n 12 --out runs -- ./train --steps 100\n"
                        "  flipscope-cli collect -n 12 --out runs --launcher \"srun -n1 --gpus=1\" -- ./train\n\n"
                        "Exit status: 0 all runs were made (also those that failed), 2 not all.");
    addCollectOptions(*collect, options.drive);
    auto* force =
        add(app, "force", Command::force, "Runs your program with all choices of a run, but some forced otherwise",
            "force --base runs/run3 --key 411e0aa0=14 --repeat 3 -- ./train\n"
            "  flipscope-cli force --base runs/run3 --key 411e0aa0=all -- ./train");
    addForceOptions(*force, options.drive);
    addOutcomeOptions(*force, options, words);
    auto* bisect = add(app, "bisect", Command::bisect, "Finds the choices that make the difference, by forcing them",
                       "bisect --good runs/run3 runs/run5 --bad runs/run4 --outcome-pattern 'loss (\\S+)' -- ./train\n"
                       "  flipscope-cli bisect --good runs/run3 --bad runs/run4 --test ./judge.sh -- ./train");
    addBisectOptions(*bisect, options.drive);
    addOutcomeOptions(*bisect, options, words);
}

void understandDriveWords(Options& options) {
    DriveOptions& drive = options.drive;
    if (drive.folder.empty()) drive.folder = options.command == Command::force ? kForcedFolder : kTrialsFolder;
    const bool drives =
        options.command == Command::collect || options.command == Command::force || options.command == Command::bisect;
    if (drives && drive.command.empty()) {
        throw CLI::ValidationError(
            "CMD",
            "your program and its arguments are missing; they stand at the end, behind --, as in "
            "… -- ./train --steps 100");
    }
    if (std::isnan(drive.limitSeconds)) throw CLI::ValidationError("--timeout", "must be a number of seconds");
    if (std::isnan(drive.testLimitSeconds)) throw CLI::ValidationError("--test-timeout", "must be a number of seconds");
    if (drive.testLimitSeconds > 0 && drive.testWords.empty()) {
        throw CLI::ValidationError("--test-timeout", "is of --test, which is missing");
    }
    if (options.command == Command::collect && drive.count == 0 && drive.task == 0) {
        throw CLI::ValidationError("-n", "says how many runs to make; it is missing");
    }
    const bool hasOutcome = !options.pattern.empty() || options.exitStatus;
    if (options.command != Command::bisect || hasOutcome != !drive.testWords.empty()) return;
    throw CLI::ValidationError("bisect", hasOutcome
                                             ? "takes an outcome or --test, not both"
                                             : "must know good from bad: --outcome-pattern, --exit-status or --test");
}

}  // namespace flipscope::cli
