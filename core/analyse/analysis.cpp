#include "core/analyse/analysis.h"

#include "core/analyse/drift.h"

#include <algorithm>
#include <atomic>
#include <system_error>
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

// Judges keys until none is left; several may work on one analysis, each on its own keys.
class KeyWorker {
public:
    KeyWorker(const Dataset& dataset, const AnalysisOptions& options, Analysis& analysis,
              std::atomic<std::uint32_t>& next)
        : m_dataset(dataset), m_options(options), m_analysis(analysis), m_next(next) {}

    void work() {
        for (std::uint32_t row = m_next++; row < m_analysis.keys.size(); row = m_next++) {
            if (m_options.stop.stop_requested()) return;
            judge({row});
        }
    }
    [[nodiscard]] DriftSearch& drift() { return m_drift; }

private:
    void judge(KeyIndex key) {
        KeyVerdict& verdict = m_analysis.keys[key.value];
        verdict = judgeKey(m_dataset, m_analysis.matrix, key, m_timings);
        m_drift.look(key, m_timings);
        static const CandidateSet kNoSet;
        const CandidateSet& set = verdict.set ? setOf(m_dataset, *verdict.set) : kNoSet;
        m_analysis.classes[key.value] =
            compareClasses(keyOf(m_dataset, key), set, winnersOf(verdict), m_options.assumptions);
    }

    const Dataset& m_dataset;
    const AnalysisOptions& m_options;
    Analysis& m_analysis;
    std::atomic<std::uint32_t>& m_next;
    KeyTimings m_timings;
    DriftSearch m_drift;
};

void judgeKeys(const Dataset& dataset, const AnalysisOptions& options, Analysis& analysis) {
    const std::size_t useful = 1 + analysis.matrix.cells.size() / kCellsPerThread;
    const std::size_t threads = std::min<std::size_t>(useful, std::max(1U, std::thread::hardware_concurrency()));
    std::atomic<std::uint32_t> next = 0;
    std::vector<KeyWorker> workers(threads, KeyWorker(dataset, options, analysis, next));
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i) {
            try {
                others.emplace_back([&worker = workers[i]] { worker.work(); });
            } catch (const std::system_error&) {
                break;  // no more threads to be had: the others do the work
            }
        }
        workers.front().work();
    }
    for (std::size_t i = 1; i < threads; ++i)
        workers.front().drift().add(std::move(workers[i].drift()));
    analysis.drift = std::move(workers.front().drift()).significant();
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
    analysis.flippingKeys = static_cast<std::size_t>(
        std::count_if(analysis.keys.begin(), analysis.keys.end(), [](const KeyVerdict& key) { return key.flips; }));
    if (options.stop.stop_requested()) return Cancelled{};
    return analysis;
}

}  // namespace flipscope
