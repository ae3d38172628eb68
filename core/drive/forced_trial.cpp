#include "core/drive/forced_trial.h"

#include "core/drive/kept_file.h"

namespace flipscope {

namespace {

// Why its status speaks against a trial that took its choices; empty when it does not.
std::string faultOfStatus(const TrialSettings& settings, const RunRecord& record) {
    using By = OutcomeReading::By;
    const By by = settings.reading.by;
    // Elsewhere the status is the outcome, or a test that can look at it judges; one that was ended has no outcome.
    if ((by != By::wholeOutput && by != By::pattern) || record.timedOut || record.signal != 0) return {};
    if (record.exitStatus == 0 || settings.usual.statuses.contains(record.exitStatus)) return {};
    return "it took the choices but failed: " + failureInWords(record) + "; of the given runs none " +
           (settings.usual.areAllKnown
                ? "ended so"
                : "is known to have ended so (a file exit_status in a run's folder tells how it ended)");
}

}  // namespace

const std::string& whyNoOutcome(const ForcedTrial& trial) {
    return trial.check.counts ? trial.outcome.because : trial.check.because;
}

UsualEnds usualEnds(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    UsualEnds usual;
    for (const RunIndex run : runs) {
        const std::optional<int> status = runOf(dataset, run).exitStatus;
        usual.areAllKnown = usual.areAllKnown && status;
        if (status) usual.statuses.insert(*status);
    }
    return usual;
}

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
    if (trial.check.counts) {
        trial.check.because = faultOfStatus(settings, trial.record);
        trial.check.counts = trial.check.because.empty();
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
