#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driven_trials.h"
#include "core/drive/forcing_setup.h"
#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/key_choice.h"
#include "core/report/names.h"
#include "core/report/trial_report.h"

namespace flipscope::cli {

namespace {

// KEY=INDEX or KEY=all.
Result<ForcedChoice> forcedChoice(const Dataset& dataset, RunIndex base, const std::string& words) {
    const std::size_t equals = words.rfind('=');
    const std::string candidate = equals == std::string::npos ? "" : words.substr(equals + 1);
    if (candidate.empty()) return Error{"--key takes KEY=INDEX or KEY=all, not “" + printable(words) + "”"};
    const Result<KeyIndex> key = chosenKey(dataset, words.substr(0, equals));
    if (!key) return Error{key.errorMessage()};
    return flipscope::forcedChoice(dataset, base, key.value(), candidate);
}

}  // namespace

Result<Answer> runForce(const Options& options, const std::stop_token& stop) {
    const DriveOptions& drive = options.drive;
    const Result<Dataset> loaded = loadGiven({drive.base}, stop);
    if (loaded.cancelled()) return Cancelled{};
    if (!loaded) return Error{loaded.errorMessage()};
    const Dataset& dataset = loaded.value();
    if (dataset.runs.size() != 1) {
        std::vector<RunIndex> all;
        for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
            all.push_back(RunIndex{i});
        return Error{printable(drive.base, 1000) + " holds " + plural(all.size(), "run", "runs") + ": " +
                     runNames(dataset, all, 10) + ". Give the path of one of them"};
    }
    constexpr RunIndex kBase{0};
    std::vector<ForcedChoice> choices;
    for (const std::string& words : drive.choices) {
        const Result<ForcedChoice> choice = forcedChoice(dataset, kBase, words);
        if (!choice) return Error{choice.errorMessage()};
        choices.push_back(choice.value());
    }
    Result<TrialSettings> settings = trialSettings(options);
    if (!settings) return Error{settings.errorMessage()};
    Result<ForcingPlan> planned = planForcing(dataset, kBase, choices, std::move(settings).value(), drive.repeats);
    if (!planned) return Error{planned.errorMessage()};
    ForcingPlan plan = std::move(planned).value();
    const bool asksClasses = plan.variants.size() > 1;
    StatusLine line;
    Result<TrialClaim> claim = claimTrials(plan.trials.folder);
    if (!claim) return Error{claim.errorMessage()};
    settings = withBaseDatabase(std::move(plan.trials), claim.value(), dataset, {kBase}, line, stop);
    if (settings.cancelled()) return Cancelled{};
    if (!settings) return Error{settings.errorMessage()};
    plan.trials = std::move(settings).value();
    line.say(forceEstimate(plan));
    const Result<Forcing> forcing = forceChoices(
        plan, claim.value(), [&line](const ForcingProgress& progress) { line.show(inWords(progress)); }, stop);
    if (!forcing) return Error{forcing.errorMessage()};
    const ForcingView view{plan, forcing.value(), dataset.runs.front().id, asksClasses};
    Answer answer;
    answer.text = options.format == Format::json ? forceJson(view) : renderRuns(options, forceDocument(view));
    if (forcing.value().stopped) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
