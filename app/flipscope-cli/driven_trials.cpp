#include "app/flipscope-cli/driven_trials.h"

#include "core/drive/choice_plan.h"
#include "core/process/command_words.h"
#include "core/read/loader.h"
#include "core/report/collect_report.h"
#include "core/report/format.h"

#include <algorithm>
#include <filesystem>

namespace flipscope::cli {

namespace fs = std::filesystem;

namespace {

bool liesUnder(const std::string& source, const fs::path& folder) {
    std::error_code error;
    // Of a file inside an archive the archive is looked at.
    const std::string file = source.substr(0, source.find("!/"));
    const fs::path path = fs::canonical(file, error);
    return !error && std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// Trials do not go into a run that they are made from.
std::optional<Error> folderRefusal(const std::string& folder, const DriveOptions& options) {
    std::vector<std::string> given = options.good;
    given.insert(given.end(), options.bad.begin(), options.bad.end());
    if (!options.base.empty()) given.push_back(options.base);
    std::error_code error;
    const fs::path place = fs::weakly_canonical(folder, error);
    for (const std::string& path : given) {
        const fs::path run = fs::canonical(path, error);
        if (error || std::mismatch(run.begin(), run.end(), place.begin(), place.end()).first != run.end()) continue;
        return Error{"the trials would go into the run " + printable(path, 1000) + "; give another folder with --out"};
    }
    return std::nullopt;
}

// The database of a run that is made for it.
Result<std::string> recordedDatabase(const TrialSettings& settings, StatusLine& line, const std::stop_token& stop) {
    const std::string folder = settings.folder + "/recording";
    line.say("no run has a database: the program runs once to make one");
    const Result<RecordedRun> run = recordRun(settings.program, folder, {}, {}, stop);
    if (!run) return Error{run.errorMessage()};
    if (run.value().stopped) return Cancelled{};
    const std::string& database = run.value().diagnosis.databasePath;
    std::error_code error;
    if (fs::is_regular_file(database, error)) return database;
    std::string text = "no choice can be forced, for the program left no database.";
    for (const std::string& advice : recordingAdvice(run.value()))
        text += " " + advice;
    return Error{text};
}

}  // namespace

Result<Dataset> loadGiven(const std::vector<std::string>& paths, const std::stop_token& stop) {
    LoadOptions options;
    options.stop = stop;
    return loadRuns(paths, options);
}

std::vector<RunIndex> runsUnder(const Dataset& dataset, const std::vector<std::string>& paths) {
    std::vector<RunIndex> runs;
    for (const std::string& given : paths) {
        std::error_code error;
        const fs::path folder = fs::canonical(given, error);
        if (error) continue;
        for (std::uint32_t i = 0; i < dataset.runs.size(); ++i) {
            const std::vector<std::string>& sources = dataset.runs[i].sources;
            const bool isUnder = std::any_of(sources.begin(), sources.end(), [&folder](const std::string& source) {
                return liesUnder(source, folder);
            });
            if (isUnder && std::find(runs.begin(), runs.end(), RunIndex{i}) == runs.end()) runs.push_back(RunIndex{i});
        }
    }
    return runs;
}

Result<OutcomeReading> outcomeReading(const Options& options) {
    OutcomeReading reading;
    if (!options.drive.testWords.empty()) {
        Result<std::vector<std::string>> words = splitCommandWords(options.drive.testWords);
        if (!words) return Error{"--test: " + words.errorMessage()};
        reading.by = OutcomeReading::By::test;
        reading.test = std::move(words).value();
        const DriveOptions& drive = options.drive;
        reading.testLimit = limitOf(drive.testLimitSeconds > 0 ? drive.testLimitSeconds : drive.limitSeconds);
        if (reading.test.empty()) return Error{"--test names no program"};
        // It runs in the trial's folder.
        if (reading.test.front().find('/') != std::string::npos) {
            std::error_code error;
            reading.test.front() = fs::absolute(reading.test.front(), error).string();
        }
    } else if (options.exitStatus) {
        reading.by = OutcomeReading::By::exitStatus;
    } else if (!options.pattern.empty()) {
        reading.by = OutcomeReading::By::pattern;
        reading.pattern = {options.pattern, options.match, options.matchNumber};
    }
    return reading;
}

Result<TrialSettings> trialSettings(const Options& options, const Dataset& dataset, const std::vector<RunIndex>& runs,
                                    StatusLine& line, const std::stop_token& stop) {
    TrialSettings settings;
    Result<DrivenProgram> program = drivenProgram(options.drive);
    if (!program) return Error{program.errorMessage()};
    settings.program = std::move(program).value();
    settings.folder = resultFolder(options.drive);
    if (auto refusal = folderRefusal(settings.folder, options.drive)) return *refusal;
    if (settings.program.keepsFolder) {
        const Result<ProgramConfig> config = findProgramConfig(settings.program.folder);
        if (!config) return Error{config.errorMessage()};
        settings.program.humanLog = !configuredDecisionLog(config.value(), settings.program.folder).has_value();
    }
    Result<OutcomeReading> reading = outcomeReading(options);
    if (!reading) return Error{reading.errorMessage()};
    settings.reading = std::move(reading).value();
    for (const RunIndex run : runs) {
        settings.baseDatabase = databaseOf(runOf(dataset, run));
        if (!settings.baseDatabase.empty()) return settings;
    }
    Result<std::string> database = recordedDatabase(settings, line, stop);
    if (database.cancelled()) return Cancelled{};
    if (!database) return Error{database.errorMessage()};
    settings.baseDatabase = std::move(database).value();
    return settings;
}

}  // namespace flipscope::cli
