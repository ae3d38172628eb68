#include "app/flipscope-cli/driven_trials.h"

#include "core/drive/trial_setup.h"
#include "core/read/file_names.h"
#include "core/read/loader.h"
#include "core/report/drive_words.h"
#include "core/report/format.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace flipscope::cli {

namespace fs = std::filesystem;

namespace {

bool liesUnder(const std::string& source, const fs::path& folder) {
    std::error_code error;
    // Of a file inside an archive the archive is looked at.
    const std::string file = source.substr(0, source.find("!/"));
    const fs::path path = fs::canonical(file, error);
    return !error && liesIn(path, folder);
}

std::optional<Error> folderRefusal(const std::string& folder, const DriveOptions& options) {
    std::vector<std::string> given = options.good;
    given.insert(given.end(), options.bad.begin(), options.bad.end());
    if (!options.base.empty()) given.push_back(options.base);
    const std::optional<std::string> run = pathAround(folder, given);
    if (!run) return std::nullopt;
    return Error{"the trials would go into the run " + printable(*run, 1000) + "; give another folder with --out"};
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
    if (!options.drive.testWords.empty()) {
        const DriveOptions& drive = options.drive;
        Result<OutcomeReading> test = readingByTest(
            drive.testWords, {}, drive.testLimitSeconds > 0 ? drive.testLimitSeconds : drive.limitSeconds);
        if (!test) return Error{"--test: " + test.errorMessage()};
        return test;
    }
    OutcomeReading reading;
    if (options.exitStatus) {
        reading.by = OutcomeReading::By::exitStatus;
    } else if (!options.pattern.empty()) {
        reading.by = OutcomeReading::By::pattern;
        reading.pattern = {options.pattern, options.match, options.matchNumber};
    }
    return reading;
}

Result<TrialSettings> trialSettings(const Options& options) {
    Result<DrivenProgram> program = drivenProgram(options.drive);
    if (!program) return Error{program.errorMessage()};
    std::string folder = resultFolder(options.drive);
    if (auto refusal = folderRefusal(folder, options.drive)) return *refusal;
    Result<OutcomeReading> reading = outcomeReading(options);
    if (!reading) return Error{reading.errorMessage()};
    return setUpTrials(std::move(program).value(), std::move(folder), std::move(reading).value());
}

Result<TrialSettings> withBaseDatabase(TrialSettings settings, TrialClaim& claim, const Dataset& dataset,
                                       const std::vector<RunIndex>& runs, StatusLine& line,
                                       const std::stop_token& stop) {
    const Result<std::optional<RecordedRun>> without = findBaseDatabase(
        settings, claim, dataset, runs, [&line] { line.say(std::string(kRecordingRunWords)); }, stop);
    if (without.cancelled()) return Cancelled{};
    if (!without) return Error{without.errorMessage()};
    if (without.value()) return Error{noDatabaseWords(*without.value())};
    return settings;
}

}  // namespace flipscope::cli
