#include "core/drive/forced_trial.h"

#include "core/drive/kept_file.h"

namespace flipscope {

std::string trialFolder(const TrialSettings& settings, std::size_t number) {
    return settings.folder + "/trial" + std::to_string(number);
}

Result<ForcedTrial> runForcedTrial(const TrialSettings& settings, const std::vector<Pin>& pins, std::size_t number,
                                   const std::function<void(std::chrono::milliseconds)>& tick,
                                   const std::stop_token& stop) {
    ForcedTrial trial;
    trial.folder = trialFolder(settings, number);
    std::vector<WrittenPin> rows;
    const auto place = [&](const std::string& path) -> std::optional<Error> {
        WriteOptions options;
        options.dropRecords = true;
        options.stop = stop;
        Result<WrittenPins> written = writePins(pins, settings.baseDatabase, path, options);
        if (!written) return Error{"the choices cannot be forced: " + written.errorMessage()};
        rows = std::move(written.value().rows);
        return std::nullopt;
    };
    Result<RecordedRun> run = recordRun(settings.program, trial.folder, place, tick, stop);
    if (!run && stop.stop_requested()) {
        trial.stopped = true;
        return trial;
    }
    if (!run) return Error{run.errorMessage()};
    trial.record = run.value().record;
    trial.remarks = run.value().remarks;
    if (run.value().setAside) trial.remarks.push_back(setAsideRemark(*run.value().setAside));
    trial.stopped = run.value().stopped;
    if (trial.stopped) return trial;
    trial.check = checkTrial(trial.folder, trial.record, run.value().diagnosis.databasePath, pins, rows, stop);
    // A check that was cut short says nothing: the trial is made again.
    if (stop.stop_requested()) {
        trial.stopped = true;
        return trial;
    }
    trial.outputDigest = outputDigest(trial.folder + "/stdout.log", stop);
    if (!trial.check.counts) return trial;
    Result<OutcomeText> outcome = readOutcome(settings.reading, trial.folder, trial.record, stop);
    if (outcome.cancelled() || stop.stop_requested()) {
        trial.stopped = true;
        return trial;
    }
    if (!outcome) return Error{outcome.errorMessage()};
    trial.outcome = std::move(outcome).value();
    return trial;
}

}  // namespace flipscope
