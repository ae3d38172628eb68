#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/driven_trials.h"
#include "app/flipscope-cli/key_choice.h"
#include "core/analyse/winner_matrix.h"
#include "core/drive/choice_plan.h"
#include "core/drive/forced_choices.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <charconv>

namespace flipscope::cli {

namespace {

// KEY=INDEX or KEY=all.
struct Wanted {
    KeyIndex key;
    CandidateSetIndex set;
    std::optional<CandidateIndex> candidate;  // null: all
};

Result<Wanted> wantedChoice(const Dataset& dataset, const WinnerMatrix& base, const std::string& words) {
    const std::size_t equals = words.rfind('=');
    const std::string index = equals == std::string::npos ? "" : words.substr(equals + 1);
    if (index.empty()) return Error{"--key takes KEY=INDEX or KEY=all, not “" + printable(words) + "”"};
    const Result<KeyIndex> key = chosenKey(dataset, words.substr(0, equals));
    if (!key) return Error{key.errorMessage()};
    const WinnerCell& cell = base.at(key.value(), 0);
    if (!cell.set) return Error{"the base run has no choice for " + keyLabel(dataset, key.value())};
    if (index == "all") return Wanted{key.value(), *cell.set, std::nullopt};
    const std::size_t count = setOf(dataset, *cell.set).names.size();
    std::uint32_t candidate = 0;
    const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), candidate);
    if (error != std::errc() || end != index.data() + index.size() || candidate >= count) {
        return Error{"“" + printable(index) + "” is no candidate of " + keyLabel(dataset, key.value()) +
                     ": they go from 0 to " + std::to_string(count - 1)};
    }
    return Wanted{key.value(), *cell.set, CandidateIndex{candidate}};
}

// One variant with all named choices, or one a candidate.
Result<std::vector<std::vector<Pin>>> variantsOf(const Dataset& dataset, const WinnerMatrix& base,
                                                 const std::vector<std::string>& choices) {
    std::vector<Pin> together;
    std::vector<std::vector<Pin>> single;
    for (const std::string& words : choices) {
        const Result<Wanted> wanted = wantedChoice(dataset, base, words);
        if (!wanted) return Error{wanted.errorMessage()};
        const auto [key, set, candidate] = wanted.value();
        if (candidate) {
            together.push_back(pinOf(dataset, key, set, *candidate));
            continue;
        }
        if (choices.size() > 1) return Error{"KEY=all stands alone: every candidate is forced by itself"};
        for (std::uint32_t i = 0; i < setOf(dataset, set).names.size(); ++i)
            single.push_back({pinOf(dataset, key, set, CandidateIndex{i})});
    }
    if (!together.empty()) single.push_back(std::move(together));
    return single;
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
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    Result<std::vector<std::vector<Pin>>> variants = variantsOf(dataset, matrix, drive.choices);
    if (!variants) return Error{variants.errorMessage()};
    ForcingPlan plan;
    plan.variants = std::move(variants).value();
    plan.base = choicesOf(dataset, RunIndex{0});
    if (plan.base.empty()) return Error{"the base run tells no choice"};
    const bool asksClasses = plan.variants.size() > 1;
    plan.repeats = drive.repeats > 0 ? drive.repeats : (asksClasses ? 1 : 3);
    plan.baseRepeats = std::max<std::size_t>(2, plan.repeats);
    StatusLine line;
    Result<TrialSettings> settings = trialSettings(options, dataset, {RunIndex{0}}, line, stop);
    if (settings.cancelled()) return Cancelled{};
    if (!settings) return Error{settings.errorMessage()};
    plan.trials = std::move(settings).value();
    line.say(plural(forcingOrder(plan).size(), "run", "runs") + " in all: " +
             (asksClasses ? plural(plan.variants.size(), "candidate", "candidates") : "the forced choice") + ", " +
             plural(plan.repeats, "time", "times") + (asksClasses ? " each" : "") +
             ", with the base run's choices before and behind, and after every eight; one more where a key is tuned "
             "that was "
             "not forced");
    const Result<Forcing> forcing = forceChoices(
        plan,
        [&line](const ForcingProgress& progress) {
            line.show(std::to_string(progress.done) + " of " + plural(progress.total, "trial", "trials") + " done, " +
                      roughTime(progress.seconds));
        },
        stop);
    if (!forcing) return Error{forcing.errorMessage()};
    const ForcingView view{plan, forcing.value(), dataset.runs.front().id, asksClasses};
    Answer answer;
    answer.text = options.format == Format::json ? forceJson(view) : renderRuns(options, forceDocument(view));
    if (forcing.value().stopped) answer.exitStatus = kFailed;
    return answer;
}

}  // namespace flipscope::cli
