#include "ui/drive_plan.h"

#include "core/drive/collection_setup.h"
#include "core/process/command_words.h"
#include "core/report/drive_words.h"
#include "ui/text.h"

#include <algorithm>
#include <utility>

namespace flipscope {
namespace {

Result<RunJudging> byPattern(const OutcomePattern& pattern) {
    RunJudging judging;
    judging.reading.by = OutcomeReading::By::pattern;
    judging.reading.pattern = pattern;
    return judging;
}

Result<RunJudging> ofChoice(const OutcomeChoice& choice, const std::vector<FoundOutcome>& found) {
    switch (choice.kind) {
        case OutcomeKind::pattern:
            if (choice.pattern.regex.empty()) return Error{"Give a pattern on the page Runs."};
            return byPattern(choice.pattern);
        case OutcomeKind::exitStatus: {
            RunJudging judging;
            judging.reading.by = OutcomeReading::By::exitStatus;
            return judging;
        }
        case OutcomeKind::labels:
            return Error{
                "Labels by hand cannot judge a new run: choose a pattern on the page Runs, or give a test program "
                "here."};
        case OutcomeKind::best:
        case OutcomeKind::found: {
            const auto chosen = chosenOf(found, choice);
            if (!chosen) break;
            if (!found[*chosen].suggestedPattern.empty()) return byPattern({found[*chosen].suggestedPattern});
            return Error{
                "This outcome was found by comparing the outputs, and no pattern gives it: choose a pattern on the "
                "page Runs, or give a test program here."};
        }
        case OutcomeKind::none:
            break;
    }
    return Error{"Choose an outcome above, or give a test program: a new run must be told good or bad."};
}

// A path that the trials must not lie in.
std::vector<std::string> placesOfRuns(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    std::vector<std::string> places;
    for (const RunIndex run : runs)
        for (std::string& place : placesOf(runOf(dataset, run)))
            places.push_back(std::move(place));
    return places;
}

// Program, folder and reading together; the problem when that cannot be run yet.
TrialSettings trialsOf(const DriveSettings& settings, const QString& folder, const OutcomeReading& reading,
                       const Dataset& dataset, const std::vector<RunIndex>& runs, QStringList& cautions,
                       QString& problem) {
    TrialSettings unready;
    unready.reading = reading;
    Result<DriveStart> start = driveStartOf(settings, folder);
    if (!start) {
        problem = shown(start.errorMessage(), 2000);
        return unready;
    }
    cautions = start.value().cautions;
    if (const auto run = pathAround(start.value().folder, placesOfRuns(dataset, runs))) {
        problem =
            QStringLiteral("The trials would go into the run %1: give another folder for them.").arg(shown(*run, 1000));
        return unready;
    }
    Result<TrialSettings> trials =
        setUpTrials(std::move(start.value().program), std::move(start.value().folder), reading);
    if (trials) return std::move(trials).value();
    problem = shown(trials.errorMessage(), 2000);
    return unready;
}

}  // namespace

Result<RunJudging> judgingOf(const DriveSettings& settings, const OutcomeChoice& choice,
                             const std::vector<FoundOutcome>& found, const Outcome* outcome) {
    if (!settings.test.trimmed().isEmpty()) {
        Result<OutcomeReading> reading =
            readingByTest(settings.test.toStdString(), settings.folder.toStdString(), settings.limitSeconds);
        if (!reading) return Error{"The test program: " + reading.errorMessage() + "."};
        RunJudging judging;
        judging.reading = std::move(reading).value();
        return judging;
    }
    Result<RunJudging> judging = ofChoice(choice, found);
    if (!judging || outcome == nullptr) return judging;
    if (outcome->grouping == Grouping::ungrouped)
        return Error{"The numbers are not grouped: choose groups (a threshold, a gap) on the page Runs first."};
    RunJudging grouped = std::move(judging).value();
    grouped.byGap = outcome->grouping == Grouping::byGap;
    if (outcome->grouping == Grouping::byThreshold) grouped.threshold = outcome->cut;
    return grouped;
}

Result<DriveStart> driveStartOf(const DriveSettings& settings, const QString& folder) {
    Result<std::vector<std::string>> words = splitCommandWords(settings.command.toStdString());
    if (!words) return Error{"The command: " + words.errorMessage() + "."};
    if (words.value().empty()) return Error{"Type the command that starts your program."};
    Result<ProgramSetup> setup = setUpProgram({std::move(words).value(),
                                               settings.folder.toStdString(),
                                               settings.keepsFolder,
                                               {settings.triton, settings.xla, settings.inductor},
                                               settings.limitSeconds});
    if (!setup) return Error{setup.errorMessage()};
    DriveStart start;
    start.program = std::move(setup.value().program);
    start.folder = resultFolderFrom(settings.folder.toStdString(), folder.toStdString());
    for (const std::string& sentence : setup.value().ignored)
        start.cautions += shown(sentence, 1000);
    for (const std::string& file : setup.value().notFound)
        start.cautions += QStringLiteral(
                              "The program runs in a folder of its own and will not find %1 there: give "
                              "%2, or let it run in its own folder.")
                              .arg(shown(file, 1000), shown(start.program.folder + "/" + file, 1000));
    return start;
}

Result<std::shared_ptr<const ProofPlan>> planProof(const ProofRequest& request, const std::stop_token& stop) {
    const DriveSettings& settings = request.settings;
    ProofPlan proof;
    proof.dataset = request.dataset;
    proof.wish = {request.good,
                  request.bad,
                  request.judging.byGap,
                  request.judging.threshold,
                  settings.test.trimmed().toStdString(),
                  static_cast<std::size_t>(std::max(0, settings.repeats))};
    std::vector<RunIndex> runs = request.good;
    runs.insert(runs.end(), request.bad.begin(), request.bad.end());
    TrialSettings trials = trialsOf(settings, settings.trialFolder.isEmpty() ? kTrialFolder : settings.trialFolder,
                                    request.judging.reading, *request.dataset, runs, proof.cautions, proof.problem);
    Result<BisectionPlan> plan = planBisection(*request.dataset, proof.wish, std::move(trials), stop);
    if (plan.cancelled()) return Cancelled{};
    if (!plan) return Error{plan.errorMessage()};
    proof.plan = std::move(plan).value();
    return std::shared_ptr<const ProofPlan>(std::make_shared<ProofPlan>(std::move(proof)));
}

Result<std::shared_ptr<const ForcePlan>> planForce(const ForceRequest& request) {
    const DriveSettings& settings = request.settings;
    ForcePlan force{request.dataset, request.base, {}, {}, {}};
    TrialSettings trials = trialsOf(settings, settings.forceFolder.isEmpty() ? kForceFolder : settings.forceFolder,
                                    request.judging ? request.judging->reading : OutcomeReading(), *request.dataset,
                                    {request.base}, force.cautions, force.problem);
    Result<ForcingPlan> plan = planForcing(*request.dataset, request.base, {request.choice}, std::move(trials),
                                           static_cast<std::size_t>(std::max(0, settings.repeats)));
    if (!plan) return Error{plan.errorMessage()};
    force.plan = std::move(plan).value();
    return std::shared_ptr<const ForcePlan>(std::make_shared<ForcePlan>(std::move(force)));
}

Result<CollectPlan> planCollection(const DriveSettings& settings) {
    Result<DriveStart> start = driveStartOf(settings, settings.runFolder.isEmpty() ? kRunFolder : settings.runFolder);
    if (!start) return Error{start.errorMessage()};
    CollectPlan collect;
    collect.plan.program = std::move(start.value().program);
    collect.plan.folder = std::move(start.value().folder);
    collect.cautions = std::move(start.value().cautions);
    collect.plan.runs = static_cast<std::size_t>(std::max(1, settings.runs));
    collect.plan.parallel = static_cast<unsigned>(std::max(1, settings.parallel));
    Result<std::vector<std::string>> launcher = splitCommandWords(settings.launcher.toStdString());
    if (!launcher) return Error{"The launcher: " + launcher.errorMessage() + "."};
    collect.plan.launcher = std::move(launcher).value();
    if (!collect.plan.launcher.empty()) collect.plan.task = collectTaskWords(collect.plan, ownCommandLine());
    if (collect.plan.parallel > 1 && collect.plan.launcher.empty()) {
        QString caution = shown(kParallelCaution, 1000);
        caution[0] = caution[0].toUpper();
        collect.cautions += caution + QLatin1Char('.');
    }
    return collect;
}

}  // namespace flipscope
