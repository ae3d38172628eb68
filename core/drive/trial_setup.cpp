#include "core/drive/trial_setup.h"

#include "core/drive/kept_file.h"
#include "core/drive/program_setup.h"
#include "core/drive/trial_journal.h"
#include "core/process/command_words.h"
#include "core/read/choice_rows.h"
#include "core/read/file_names.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

// The database of a run that was made for trials of this folder: their journal says whose they are, and is no other
// command's when they go on. Empty without one.
std::string recordedBefore(const TrialSettings& settings, const std::string& recording) {
    std::error_code error;
    if (fs::is_empty(settings.folder + "/" + std::string(kJournalName), error) || error) return {};
    const std::optional<RecordedRun> run = completeRun(settings.program, recording);
    return run && run->diagnosis.hasDatabase ? run->diagnosis.databasePath : std::string();
}

}  // namespace

Result<OutcomeReading> readingByTest(const std::string& line, const std::string& from, double limitSeconds) {
    Result<std::vector<std::string>> words = splitCommandWords(line);
    if (!words) return Error{words.errorMessage()};
    OutcomeReading reading;
    reading.by = OutcomeReading::By::test;
    reading.test = std::move(words).value();
    reading.testLimit = limitOf(limitSeconds);
    if (reading.test.empty()) return Error{"names no program"};
    if (reading.test.front().find('/') != std::string::npos) {
        std::error_code error;
        reading.test.front() =
            (fs::absolute(from.empty() ? "." : from, error) / reading.test.front()).lexically_normal().string();
    }
    return reading;
}

std::optional<std::string> pathAround(const std::string& folder, const std::vector<std::string>& paths) {
    std::error_code unused;
    const fs::path place = fs::weakly_canonical(folder, unused);
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::path run = fs::canonical(path, error);
        if (!error && liesIn(place, run)) return path;
    }
    return std::nullopt;
}

std::vector<std::string> placesOf(const Run& run) {
    std::vector<std::string> places;
    for (const std::string& source : run.sources) {
        const std::size_t inArchive = source.find("!/");
        std::string place =
            inArchive == std::string::npos ? fs::path(source).parent_path().string() : source.substr(0, inArchive);
        if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(std::move(place));
    }
    return places;
}

Result<TrialSettings> setUpTrials(DrivenProgram program, std::string folder, OutcomeReading reading) {
    TrialSettings settings;
    settings.program = std::move(program);
    settings.folder = std::move(folder);
    settings.reading = std::move(reading);
    if (!settings.program.keepsFolder) return settings;
    const Result<ProgramConfig> config = findProgramConfig(settings.program.folder);
    if (!config) return Error{config.errorMessage()};
    settings.program.humanLog = !configuredDecisionLog(config.value(), settings.program.folder).has_value();
    return settings;
}

Result<std::optional<RecordedRun>> findBaseDatabase(TrialSettings& settings, TrialClaim& claim, const Dataset& dataset,
                                                    const std::vector<RunIndex>& runs,
                                                    const std::function<void()>& recording,
                                                    const std::stop_token& stop) {
    for (const RunIndex run : runs) {
        std::vector<std::string> databases = databasesOf(runOf(dataset, run));
        if (databases.empty()) continue;
        settings.baseDatabase = std::move(databases.front());
        return std::optional<RecordedRun>();
    }
    const std::string folder = settings.folder + "/recording";
    settings.baseDatabase = recordedBefore(settings, folder);
    if (!settings.baseDatabase.empty()) return std::optional<RecordedRun>();
    if (recording) recording();
    Result<RecordedRun> run = recordRun(settings.program, folder, {}, {}, stop);
    if (!run) return Error{run.errorMessage()};
    if (run.value().setAside) claim.remarks.push_back(setAsideRemark(*run.value().setAside));
    claim.remarks.insert(claim.remarks.end(), run.value().remarks.begin(), run.value().remarks.end());
    if (run.value().stopped) return Cancelled{};
    if (!run.value().diagnosis.hasDatabase) return std::optional<RecordedRun>(std::move(run).value());
    settings.baseDatabase = run.value().diagnosis.databasePath;
    return std::optional<RecordedRun>();
}

}  // namespace flipscope
