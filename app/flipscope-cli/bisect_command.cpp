#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driven_trials.h"
#include "core/drive/bisection_setup.h"
#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace flipscope::cli {

namespace {

// A path that gives no run must not hide behind the others of its side.
std::optional<Error> pathFault(const Dataset& dataset, const char* side, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        if (runsUnder(dataset, {path}).empty()) {
            return Error{std::string(side) + " " + printable(path, 1000) + " holds no run with choices"};
        }
    }
    return std::nullopt;
}

std::optional<Error> missingFault(const DriveOptions& drive) {
    for (const auto& [side, paths] : {std::pair("--good", &drive.good), std::pair("--bad", &drive.bad)}) {
        for (const std::string& path : *paths) {
            std::error_code error;
            if (!std::filesystem::exists(path, error)) {
                return Error{std::string(side) + " " + printable(path, 1000) + " does not exist"};
            }
        }
    }
    return std::nullopt;
}

void show(StatusLine& line, const BisectionProgress& progress, std::size_t& told) {
    for (; told < progress.trials.size(); ++told)
        line.say(inWords(progress.trials[told]));
    line.show(inWords(progress));
}

}  // namespace

Result<Answer> runBisect(const Options& options, const std::stop_token& stop) {
    const DriveOptions& drive = options.drive;
    if (auto fault = missingFault(drive)) return *fault;
    std::vector<std::string> paths = drive.good;
    paths.insert(paths.end(), drive.bad.begin(), drive.bad.end());
    const Result<Dataset> dataset = loadGiven(paths, stop);
    if (dataset.cancelled()) return Cancelled{};
    if (!dataset) return Error{dataset.errorMessage()};
    const std::vector<RunIndex> good = runsUnder(dataset.value(), drive.good);
    const std::vector<RunIndex> bad = runsUnder(dataset.value(), drive.bad);
    if (auto fault = pathFault(dataset.value(), "--good", drive.good)) return *fault;
    if (auto fault = pathFault(dataset.value(), "--bad", drive.bad)) return *fault;
    Result<TrialSettings> settings = trialSettings(options);
    if (!settings) return Error{settings.errorMessage()};
    const BisectionWish wish{good,         bad, options.grouping == Grouping::byGap, options.threshold, drive.testWords,
                             drive.repeats};
    Result<BisectionPlan> planned = planBisection(dataset.value(), wish, std::move(settings).value(), stop);
    if (planned.cancelled()) return Cancelled{};
    if (!planned) return Error{planned.errorMessage()};
    BisectionPlan plan = std::move(planned).value();
    StatusLine line;
    for (const std::string& warning : plan.warnings)
        line.say("flipscope-cli: warning: " + warning);
    Result<TrialClaim> claim = claimTrials(plan.trials.folder);
    if (!claim) return Error{claim.errorMessage()};
    settings =
        withBaseDatabase(std::move(plan.trials), claim.value(), dataset.value(), runsForBase(plan, wish), line, stop);
    if (settings.cancelled()) return Cancelled{};
    if (!settings) return Error{settings.errorMessage()};
    plan.trials = std::move(settings).value();
    if (const std::string estimate = bisectEstimate(plan); !estimate.empty()) line.say(estimate);
    std::size_t told = 0;
    const Result<Bisection> bisection = bisect(
        plan, claim.value(), [&](const BisectionProgress& progress) { show(line, progress, told); }, stop);
    if (!bisection) return Error{bisection.errorMessage()};
    const BisectionView view{dataset.value(), plan, bisection.value(), {}, paths};
    Answer answer;
    answer.text = options.format == Format::json ? bisectJson(view) : renderRuns(options, bisectDocument(view));
    if (bisection.value().stopped) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
