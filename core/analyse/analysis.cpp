#include "core/analyse/analysis.h"

#include "core/analyse/drift.h"
#include "core/analyse/group_threads.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace flipscope {

namespace {

// Below this a second thread costs more than it saves.
constexpr std::size_t kCellsPerThread = 20'000;

std::vector<CandidateIndex> winnersOf(const KeyVerdict& verdict) {
    std::vector<CandidateIndex> winners;
    winners.reserve(verdict.winners.size());
    for (const WinnerCount& count : verdict.winners)
        winners.push_back(count.winner);
    return winners;
}

// What one thread keeps between the keys it judges.
struct KeyWorker {
    KeyTimings timings;
    DriftSearch drift;
};

void judgeOne(const Dataset& dataset, const AnalysisOptions& options, Analysis& analysis, KeyIndex key,
              KeyWorker& worker) {
    KeyVerdict& verdict = analysis.keys[key.value];
    verdict = judgeKey(dataset, analysis.matrix, key, worker.timings);
    worker.drift.look(key, worker.timings);
    static const CandidateSet kNoSet;
    const CandidateSet& set = verdict.set ? setOf(dataset, *verdict.set) : kNoSet;
    analysis.classes[key.value] = compareClasses(keyOf(dataset, key), set, winnersOf(verdict), options.assumptions);
}

void judgeKeys(const Dataset& dataset, const AnalysisOptions& options, Analysis& analysis) {
    const std::size_t useful = 1 + analysis.matrix.cells.size() / kCellsPerThread;
    const std::size_t threads = std::min<std::size_t>(useful, std::max(1U, std::thread::hardware_concurrency()));
    std::vector<KeyWorker> workers(threads);
    forEachGroup(analysis.keys.size(), static_cast<unsigned>(threads), options.stop,
                 [&](std::size_t row, std::size_t worker) {
                     const KeyIndex key{static_cast<std::uint32_t>(row)};
                     judgeOne(dataset, options, analysis, key, workers[worker]);
                     return true;
                 });
    for (std::size_t i = 1; i < threads; ++i)
        workers.front().drift.add(std::move(workers[i].drift));
    analysis.drift = std::move(workers.front().drift).significant();
}

}  // namespace

Result<Analysis> analyse(const Dataset& dataset, const AnalysisOptions& options) {
    Analysis analysis;
    analysis.matrix = buildWinnerMatrix(dataset, options.runs);
    analysis.keys.resize(dataset.keys.size());
    analysis.classes.resize(dataset.keys.size());
    judgeKeys(dataset, options, analysis);
    if (options.stop.stop_requested()) return Cancelled{};
    analysis.groups = findFlipGroups(analysis.matrix, analysis.keys);
    analysis.regret = computeRegret(dataset, analysis.matrix, analysis.keys);
    analysis.environment = environmentDifferences(dataset, analysis.matrix);
    analysis.partialKeys = findPartialKeys(dataset, analysis.matrix);
    analysis.cardMismatch = cardMismatchOf(dataset, analysis.keys, options.assumptions);
    analysis.flippingKeys = static_cast<std::size_t>(
        std::count_if(analysis.keys.begin(), analysis.keys.end(), [](const KeyVerdict& key) { return key.flips; }));
    if (options.stop.stop_requested()) return Cancelled{};
    return analysis;
}

void takeMeasured(Analysis& analysis, std::map<KeyIndex, MeasuredBits> measured) {
    std::erase_if(measured, [&](const auto& entry) { return entry.first.value >= analysis.keys.size(); });
    for (const auto& [key, bits] : measured) {
        ClassStatement statement = measuredStatement(bits, winnersOf(analysis.keys[key.value]));
        if (statement.answer != ClassAnswer::unknown) analysis.classes[key.value] = std::move(statement);
    }
    analysis.measured = std::move(measured);
}

}  // namespace flipscope
