#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/rerun_choice.h"
#include "app/flipscope-cli/worker_choice.h"
#include "core/report/format.h"
#include "core/report/rerun_report.h"
#include "core/rerun/device_choice.h"
#include "core/rerun/product_names.h"
#include "core/rerun/rerun_plan.h"
#include "core/rerun/rerun_session.h"
#include "core/write/whole_file.h"

#include <algorithm>

namespace flipscope::cli {

namespace {

// The worker that runs the candidates. Without --backend: of --gpu, --worker, or else the emulating one.
Result<WorkerChoice> workerOf(const Options& options) {
    const bool emulates =
        options.backend.empty() ? !options.useGpu && options.workerCommand.empty() : options.backend == "emulate";
    if (!emulates) return chosenWorker(options);
    // Whose card is emulated: no log names its card.
    std::string card = options.cardFile;
    if (card.empty()) card = options.cardWords;
    if (card.empty()) {
        return Error{
            "whose card is to be emulated? Name it with --backend emulate:CARD or --card, or give "
            "--backend cuda to run here"};
    }
    Options named = options;
    named.backend = "emulate:" + card;
    return chosenWorker(named);
}

// The device that ran, or would have. An Error where another one was asked for than the worker has.
Result<std::string> deviceOf(const WorkerHello& hello, const RerunPlan& plan) {
    const Result<WorkerDevice> device = chosenDevice(hello, plan.device, plan.deviceName);
    if (device) return describedDevice(device.value());
    if (hello.devices.empty()) return std::string("no device");
    return Error{device.errorMessage()};
}

bool hasResult(const RerunReport& report) {
    return std::any_of(report.rounds.begin(), report.rounds.end(), [](const RerunRound& round) {
        return std::any_of(round.results.begin(), round.results.end(),
                           [](const RerunResult& result) { return result.status == RerunStatus::ok; });
    });
}

// Whether any candidate answered with something that a blocklist can rest on, be it a refusal.
bool hasAnswer(const RerunReport& report) {
    return std::any_of(report.rounds.begin(), report.rounds.end(), [](const RerunRound& round) {
        return std::any_of(round.results.begin(), round.results.end(), [](const RerunResult& result) {
            return result.status != RerunStatus::notRun && !result.byAsker;
        });
    });
}

// Whose numbers stand in for those of the product that was named, or whose they are when a file gave them.
std::string cardNoteOf(const Options& options, const WorkerChoice& worker) {
    if (!worker.emulated) return {};
    if (!worker.cardFile.empty()) return "The card's name and numbers are those of the file " + worker.cardFile + ".";
    constexpr std::string_view kEmulate = "emulate:";
    const bool byBackend = options.backend.starts_with(kEmulate);
    return kinshipInWords(*worker.emulated, byBackend ? options.backend.substr(kEmulate.size()) : options.cardWords);
}

// The requests of every problem, numbered through.
std::vector<RerunRequest> requestsFor(RerunPlan plan, const std::vector<RerunProblem>& problems) {
    std::vector<RerunRequest> all;
    for (const RerunProblem& problem : problems) {
        plan.problem = problem;
        for (RerunRequest& request : requestsOf(plan)) {
            request.id = std::to_string(all.size() + 1);
            all.push_back(std::move(request));
        }
    }
    return all;
}

RerunPlan planOf(const Options& options, const RerunChoice& choice, const WorkerChoice& worker) {
    RerunPlan plan;
    plan.problem = choice.problems.front();
    plan.candidates = choice.candidates;
    plan.codeGenerator = options.assumptions.codeGenerator.value_or(CodeGenerator::cudaCpp);
    plan.keyJson = choice.target.subject.keyJson;
    plan.inputs = options.inputs;
    plan.repeats = options.repeats;
    plan.timingSamples = options.timingSamples;
    plan.standardChecks = options.standardChecks.value_or(!worker.emulated);
    plan.sweep = options.sweep;
    plan.onlyDense = worker.emulated.has_value();
    if (choice.bucket) plan.bucket = choice.bucket.value();
    plan.device = options.device;
    if (worker.emulated) {
        plan.device.clear();
        plan.deviceName = worker.emulated->name;
    }
    return plan;
}

}  // namespace

Result<Answer> runRerun(const Options& options, const std::stop_token& stop) {
    const Result<WorkerChoice> worker = workerOf(options);
    if (!worker) return Error{worker.errorMessage()};
    const Result<RerunChoice> choice = chosenRerun(options, stop);
    if (choice.cancelled()) return Cancelled();
    if (!choice) return Error{choice.errorMessage()};
    const RerunTarget& target = choice.value().target;
    const RerunPlan plan = planOf(options, choice.value(), worker.value());
    const RerunReport report =
        runRequests(worker.value().command, requestsFor(plan, choice.value().problems), {}, {}, stop);
    if (!report.hello && report.stopped) return Cancelled();
    if (!report.hello) return Error{"no worker could be started: " + report.failure};
    const Result<std::string> device = deviceOf(*report.hello, plan);
    if (!device) return Error{device.errorMessage()};
    const auto baseline = target.winners.empty() ? std::nullopt : std::optional(target.winners.front());
    const RerunFindings findings = findingsOf(report, baseline);
    const bool leavesBlocklist = !options.blocklist.empty() && !hasAnswer(report);
    const RerunView view{target.label,
                         device.value(),
                         target.winners,
                         report,
                         findings,
                         &plan,
                         options.sweep ? choice.value().bucket.errorMessage() : std::string(),
                         leavesBlocklist ? std::string() : options.blocklist,
                         target.keyId,
                         cardNoteOf(options, worker.value()),
                         leavesBlocklist};
    if (!view.blocklistFile.empty()) {
        const BlocklistKey listed{target.keyId, target.label, target.subject.keyJson, target.subject.setChecksum};
        if (auto failure = writeWholeFile(options.blocklist, blocklistJson(view, listed))) return std::move(*failure);
    }
    Answer answer;
    if (report.stopped || !report.failure.empty() || !hasResult(report)) answer.exitStatus = kFailed;
    answer.text = inFormat(
        options, [&] { return rerunJson(view); }, [&] { return rerunTable(view); },
        [&] { return rerunDocument(view); });
    return answer;
}

}  // namespace flipscope::cli
