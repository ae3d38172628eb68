#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driven_trials.h"
#include "core/drive/bisect_cost.h"
#include "core/drive/bisection.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace flipscope::cli {

namespace {

std::vector<std::string> valuesOf(const OutcomeValues& values, std::size_t first, std::size_t count) {
    std::vector<std::string> texts;
    for (std::size_t i = first; i < first + count; ++i)
        if (values.values[i]) texts.push_back(*values.values[i]);
    return texts;
}

// How good is told from bad, from the runs whose side the user named.
Result<OutcomeRule> ruleOf(const Options& options, const Dataset& dataset, const std::vector<RunIndex>& good,
                           const std::vector<RunIndex>& bad, const std::stop_token& stop) {
    std::vector<RunIndex> all = good;
    all.insert(all.end(), bad.begin(), bad.end());
    Result<OutcomeValues> values =
        options.exitStatus ? Result<OutcomeValues>(valuesByExitStatus(dataset, all))
                           : valuesByPattern(dataset, all, {options.pattern, options.match, options.matchNumber}, stop);
    if (values.cancelled()) return Cancelled{};
    if (!values) return Error{values.errorMessage()};
    return OutcomeRule::from(valuesOf(values.value(), 0, good.size()),
                             valuesOf(values.value(), good.size(), bad.size()), options.grouping == Grouping::byGap,
                             options.threshold);
}

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

// An Error when a path gives no run, or a run is of both sides.
std::optional<Error> sideFault(const Dataset& dataset, const DriveOptions& drive, const std::vector<RunIndex>& good,
                               const std::vector<RunIndex>& bad) {
    if (auto fault = pathFault(dataset, "--good", drive.good)) return fault;
    if (auto fault = pathFault(dataset, "--bad", drive.bad)) return fault;
    for (const RunIndex run : good) {
        if (std::find(bad.begin(), bad.end(), run) != bad.end()) {
            return Error{"the run " + printable(runOf(dataset, run).id) + " is named as good and as bad"};
        }
    }
    return std::nullopt;
}

std::string outcomeWords(const Options& options, const std::optional<OutcomeRule>& rule) {
    if (!rule) return "Judged by the test " + options.drive.testWords;
    const std::string source = options.exitStatus ? "exit status" : "pattern " + options.pattern;
    return "Outcome by " + source + ": " + rule->inWords();
}

void show(StatusLine& line, const BisectionProgress& progress, std::size_t& told) {
    for (; told < progress.trials.size(); ++told) {
        const JournalTrial& trial = progress.trials[told];
        line.say("trial" + std::to_string(trial.number) + ": " + std::string(toString(trial.outcome)) +
                 (trial.value.empty() ? "" : " (" + printable(trial.value, 60) + ")") +
                 (trial.because.empty() ? "" : ", " + trial.because));
    }
    line.show("trial" + std::to_string(told + 1) + (progress.step.confirms ? " (confirms)" : " (searches)") + ": " +
              plural(progress.step.next.size(), "choice", "choices") + " of the bad run, " +
              roughTime(progress.seconds));
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
    if (auto fault = sideFault(dataset.value(), drive, good, bad)) return *fault;
    BisectionPlan plan;
    if (drive.testWords.empty()) {
        Result<OutcomeRule> rule = ruleOf(options, dataset.value(), good, bad, stop);
        if (rule.cancelled()) return Cancelled{};
        if (!rule) return Error{"the outcome does not tell good from bad: " + rule.errorMessage()};
        plan.rule = std::move(rule).value();
    }
    plan.outcomeInWords = outcomeWords(options, plan.rule);
    plan.choices = planChoices(dataset.value(), good, bad);
    if (drive.repeats > 0) plan.limits.repeats = drive.repeats;
    StatusLine line;
    std::vector<RunIndex> withDatabase{plan.choices.good, plan.choices.bad};
    withDatabase.insert(withDatabase.end(), good.begin(), good.end());
    withDatabase.insert(withDatabase.end(), bad.begin(), bad.end());
    Result<TrialSettings> settings = trialSettings(options, dataset.value(), withDatabase, line, stop);
    if (settings.cancelled()) return Cancelled{};
    if (!settings) return Error{settings.errorMessage()};
    plan.trials = std::move(settings).value();
    if (const std::size_t keys = plan.choices.differing.size(); keys > 0) {
        const ExpectedRuns runs = expectedRuns({keys, plan.choices.ranked, plan.limits});
        line.say((runs.least < runs.most ? std::to_string(runs.least) + " to " : "") +
                 plural(runs.most, "run", "runs") + " for one cause among " +
                 plural(keys, "differing choice", "differing choices") + ", in up to " +
                 plural(expectedConfigurations(keys), "configuration", "configurations") +
                 "; more where several choices act together or the outcome varies");
    }
    std::size_t told = 0;
    const Result<Bisection> bisection = bisect(
        plan, [&](const BisectionProgress& progress) { show(line, progress, told); }, stop);
    if (!bisection) return Error{bisection.errorMessage()};
    const BisectionView view{dataset.value(), plan, bisection.value(), {}, paths};
    Answer answer;
    answer.text = options.format == Format::json ? bisectJson(view) : renderRuns(options, bisectDocument(view));
    if (bisection.value().stopped) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
