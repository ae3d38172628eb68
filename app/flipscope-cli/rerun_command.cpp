#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/key_choice.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/worker_choice.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/rerun_report.h"
#include "core/rerun/card_file.h"
#include "core/rerun/key_problem.h"
#include "core/rerun/rerun_plan.h"

#include <algorithm>
#include <charconv>

namespace flipscope::cli {

namespace {

ChildCommand workerOf(const Options& options) {
    if (!options.workerCommand.empty()) return {options.workerCommand};
    ChildCommand command{{ownWorker(), "--backend", options.useGpu ? "cuda" : "emulate"}};
    if (!options.cardFile.empty()) {
        command.arguments.emplace_back("--card");
        command.arguments.push_back(options.cardFile);
    }
    return command;
}

// Whose card is emulated: no log names its card.
Result<std::string> emulatedCard(const Options& options) {
    if (!options.cardFile.empty()) {
        const auto card = findCard(options.cardFile);
        return card ? Result<std::string>(card.value().name) : Result<std::string>(Error{card.errorMessage()});
    }
    if (options.assumptions.card) return std::string(toString(*options.assumptions.card));
    return Error{"whose card is to be emulated? Name it with --card or --card-file, or give --gpu to run here"};
}

std::vector<RerunCandidate> winnersOf(const CandidateSet& set, const KeyVerdict& key) {
    std::vector<RerunCandidate> winners;
    for (const WinnerCount& count : key.winners)
        winners.push_back({count.winner, set.names.at(count.winner.value)});
    return winners;
}

// "all", "winners", or indices separated by commas.
Result<std::vector<RerunCandidate>> chosenCandidates(const std::string& words, const CandidateSet& set,
                                                     const KeyVerdict& key) {
    std::vector<RerunCandidate> all;
    for (std::uint32_t i = 0; i < set.names.size(); ++i)
        all.push_back({CandidateIndex{i}, set.names[i]});
    if (words == "all") return all;
    if (words == "winners") return winnersOf(set, key);
    std::vector<RerunCandidate> chosen;
    for (const char* at = words.data(); at <= words.data() + words.size();) {
        std::uint32_t index = 0;
        const auto [end, error] = std::from_chars(at, words.data() + words.size(), index);
        const bool ends = end == words.data() + words.size() || *end == ',';
        if (error != std::errc() || !ends || index >= all.size()) {
            return Error{"--candidates takes all, winners, or indices from 0 to " + std::to_string(all.size() - 1) +
                         " separated by commas, not “" + printable(words) + "”"};
        }
        chosen.push_back(all[index]);
        at = end + 1;
    }
    return chosen;
}

// The device of the worker that is asked for; empty: its first.
std::string deviceId(const WorkerHello& hello, const std::string& wanted) {
    for (const WorkerDevice& device : hello.devices) {
        if (device.name == wanted) return device.id;
    }
    return {};
}

std::string deviceName(const RerunReport& report, const std::string& id) {
    if (!report.hello) return "no device";
    for (const WorkerDevice& device : report.hello->devices) {
        if (id.empty() || device.id == id) {
            return device.name + (device.evidence.empty() ? "" : " (numbers: " + device.evidence + ")");
        }
    }
    return "no device";
}

}  // namespace

Result<Answer> runRerun(const Options& options, const std::stop_token& stop) {
    Result<Loaded> loaded = loadAndAnalyse(options, stop);
    if (loaded.cancelled()) return Cancelled();
    if (!loaded) return Error{loaded.errorMessage()};
    const auto& [dataset, analysis] = loaded.value();
    const Result<KeyIndex> key = chosenKey(dataset, options.key);
    if (!key) return Error{key.errorMessage()};
    const TuningKey& tuningKey = keyOf(dataset, key.value());
    const KeyVerdict& verdict = analysis.keys[key.value().value];
    const std::string subject = keyLabel(dataset, key.value()) + " (" + tuningKey.id + ")";
    const Result<RerunProblem> problem = problemOfKey(tuningKey);
    if (!problem) return Error{subject + " cannot be re-run: " + problem.errorMessage()};
    if (!verdict.set) return Error{subject + " cannot be re-run: its candidates are not known"};
    const CandidateSet& set = setOf(dataset, *verdict.set);

    RerunPlan plan;
    plan.problem = problem.value();
    Result<std::vector<RerunCandidate>> candidates = chosenCandidates(options.candidates, set, verdict);
    if (!candidates) return Error{candidates.errorMessage()};
    plan.candidates = std::move(candidates).value();
    plan.codeGenerator = options.assumptions.codeGenerator.value_or(CodeGenerator::cudaCpp);
    plan.keyJson = tuningKey.canonicalJson;
    plan.inputs = options.inputs;
    plan.repeats = options.repeats;
    plan.timingSamples = options.timingSamples;

    const ChildCommand worker = workerOf(options);
    if (options.workerCommand.empty() && !options.useGpu) {
        const Result<std::string> card = emulatedCard(options);
        if (!card) return Error{card.errorMessage()};
        const auto client = WorkerClient::start(worker, {}, stop);
        if (!client) return client.cancelled() ? Result<Answer>(Cancelled{}) : Error{client.errorMessage()};
        plan.device = deviceId(client.value().hello(), card.value());
    }
    const RerunReport report = runRequests(worker, requestsOf(plan), {}, {}, stop);
    const std::vector<RerunCandidate> winners = winnersOf(set, verdict);
    const auto baseline = winners.empty() ? std::nullopt : std::optional(winners.front());
    const RerunFindings findings = findingsOf(report, baseline);
    const RerunView view{subject, tuningKey.id, deviceName(report, plan.device), winners, report, findings};
    Answer answer;
    answer.text = options.format == Format::json ? rerunJson(view) : render(options, rerunDocument(view));
    return answer;
}

}  // namespace flipscope::cli
