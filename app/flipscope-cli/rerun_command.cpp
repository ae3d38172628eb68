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
#include "core/rerun/own_worker.h"
#include "core/rerun/rerun_plan.h"
#include "core/rerun/rerun_target.h"

#include <algorithm>
#include <charconv>

namespace flipscope::cli {

namespace {

ChildCommand workerOf(const Options& options) {
    if (!options.workerCommand.empty()) return {options.workerCommand};
    return ownWorkerCommand(ownWorker(), options.useGpu ? "cuda" : "emulate", options.cardFile);
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

// "all", "winners", or indices separated by commas.
Result<std::vector<RerunCandidate>> chosenCandidates(const std::string& words, const CandidateSet& set,
                                                     const KeyVerdict& key) {
    std::vector<RerunCandidate> all = candidatesOf(set);
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

// The worker's device of this name; empty: its first.
std::string describedDevice(const RerunReport& report, const std::string& name) {
    if (!report.hello) return "no device";
    const auto& devices = report.hello->devices;
    auto device = devices.begin();
    for (auto other = devices.begin(); !name.empty() && other != devices.end(); ++other) {
        if (other->name == name) device = other;
    }
    if (device == devices.end()) return "no device";
    return device->name + (device->evidence.empty() ? "" : " (numbers: " + device->evidence + ")");
}

bool isEmulated(const Options& options) {
    return options.workerCommand.empty() && !options.useGpu;
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

    plan.standardChecks = options.standardChecks.value_or(!isEmulated(options));
    plan.sweep = options.sweep;
    plan.onlyDense = isEmulated(options);
    Result<KeyBucket> bucket = bucketOfKey(tuningKey);
    if (bucket) plan.bucket = bucket.value();
    if (isEmulated(options)) {
        const Result<std::string> card = emulatedCard(options);
        if (!card) return Error{card.errorMessage()};
        plan.deviceName = card.value();
    }
    const RerunReport report = runRequests(workerOf(options), requestsOf(plan), {}, {}, stop);
    if (!report.hello && report.stopped) return Cancelled();
    if (!report.hello) return Error{"no worker could be started: " + report.failure};
    const std::vector<RerunCandidate> winners = winnersOf(set, verdict);
    const auto baseline = winners.empty() ? std::nullopt : std::optional(winners.front());
    const RerunFindings findings = findingsOf(report, baseline);
    const RerunView view{subject,
                         describedDevice(report, plan.deviceName),
                         winners,
                         report,
                         findings,
                         &plan,
                         options.sweep ? bucket.errorMessage() : std::string(),
                         options.blocklist,
                         tuningKey.id};
    if (!options.blocklist.empty()) {
        const BlocklistKey listed{tuningKey.id, keyLabel(dataset, key.value()), tuningKey.canonicalJson, set.checksum};
        if (auto failure = writeFile(options.blocklist, blocklistJson(view, listed))) return std::move(*failure);
    }
    Answer answer;
    answer.text = options.format == Format::json ? rerunJson(view) : render(options, rerunDocument(view));
    return answer;
}

}  // namespace flipscope::cli
