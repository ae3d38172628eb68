#include "core/handover/enclosed_rerun.h"

#include "core/process/command_words.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/request_runner.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

// Several sets of inputs where they cost little.
constexpr std::uint64_t kSmallProblem = std::uint64_t{1} << 25;
constexpr std::size_t kInputsOfSmall = 3;

std::uint64_t productsOf(const RerunProblem& problem) {
    const auto large = [](std::size_t side) { return std::min<std::uint64_t>(side, kMostEmulatedProducts + 1); };
    const std::uint64_t area = std::min(large(problem.m) * large(problem.n), kMostEmulatedProducts + 1);
    return std::min(area * large(problem.k), kMostEmulatedProducts + 1);
}

// rerun --shape takes burn 0.22's candidates, by index.
std::string shapeLine(const RerunTarget& target, const RerunPlan& plan, const std::string& card) {
    const RerunTarget known = knownMatmulTarget();
    std::string candidates;
    for (const RerunCandidate& winner : plan.candidates) {
        // By its name: the runs' set may be another one.
        const auto same = std::find_if(known.candidates.begin(), known.candidates.end(),
                                       [&](const RerunCandidate& each) { return each.name == winner.name; });
        if (same == known.candidates.end()) return {};
        candidates += (candidates.empty() ? "" : ",") + std::to_string(same->index->value);
    }
    const RerunProblem& problem = target.problem;
    std::string line = "flipscope-cli rerun --shape " + std::to_string(problem.m) + "x" + std::to_string(problem.n) +
                       "x" + std::to_string(problem.k) + " --dtype " + std::string(toString(problem.type));
    if (problem.lhsTransposed) line += " --lhs-transposed";
    if (problem.rhsTransposed) line += " --rhs-transposed";
    line += " --candidates " + candidates + " --inputs " + std::to_string(plan.inputs);
    return line + " --backend " + (card.empty() ? "cuda" : quotedForShell("emulate:" + card));
}

RerunReport emulate(const CardNumbers& card, const RerunPlan& plan, const std::stop_token& stop) {
    EmulateBackend backend({card});
    RerunReport report;
    report.hello = backend.hello();
    report.hello->name = "the emulator of Flipscope";
    const RequestRunner run = runnerOf(backend, stop);
    for (const RerunRequest& request : requestsOf(plan)) {
        WorkerClient::Answers answers = run(request);
        if (!answers.failure.empty()) report.failure = answers.failure;
        report.rounds.push_back({request, std::move(answers.results)});
    }
    return report;
}

}  // namespace

Result<EnclosedRerun> emulateWinners(const Dataset& dataset, const KeyVerdict& key, const std::string& card,
                                     const std::optional<CodeGenerator>& codeGenerator, const std::stop_token& stop) {
    EnclosedRerun made;
    made.key = key.key;
    made.keyId = keyOf(dataset, key.key).id;
    made.label = keyOf(dataset, key.key).label;
    const Result<RerunTarget> target = rerunTargetOf(dataset, key);
    if (!target || target.value().winners.empty()) {
        made.fault = target ? std::string("no winner of this key is known") : target.errorMessage();
        return made;
    }
    made.plan.problem = target.value().problem;
    made.plan.candidates = target.value().winners;
    made.plan.codeGenerator = codeGenerator.value_or(CodeGenerator::cudaCpp);
    made.plan.onlyDense = true;
    made.plan.inputs = productsOf(made.plan.problem) <= kSmallProblem ? kInputsOfSmall : 1;
    made.cardName = card;
    made.shapeLine = shapeLine(target.value(), made.plan, made.cardName);
    if (card.empty()) {
        made.fault = "no run tells its card, and none was named";
        return made;
    }
    const Result<CardNumbers> numbers = findCard(made.cardName);
    if (!numbers || productsOf(made.plan.problem) > kMostEmulatedProducts) {
        made.fault =
            numbers ? std::string("the problem is too large to be emulated for a report") : numbers.errorMessage();
        return made;
    }
    made.rerun.subject = target.value().subject;
    made.rerun.label = target.value().label;
    made.rerun.keyId = made.keyId;
    made.rerun.winners = target.value().winners;
    made.rerun.device = numbers.value().name;
    made.rerun.generation = numbers.value().generation;
    made.rerun.report = emulate(numbers.value(), made.plan, stop);
    if (stop.stop_requested()) return Cancelled{};
    made.findings = findingsOf(made.rerun.report, target.value().winners.front());
    return made;
}

}  // namespace flipscope
