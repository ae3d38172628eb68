#include "core/analyse/key_timings.h"

#include <algorithm>
#include <numeric>

namespace flipscope {

namespace {

// Far above any real set; only keeps a damaged index from asking for gigabytes.
constexpr std::uint32_t kMostCandidates = 1U << 20U;

template <class Value>
Value middleOf(std::span<Value> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

// The decisions of one key lie in as many places as there are runs: fetched ahead, or the walk waits for memory.
void prefetchAfter(const std::vector<const Decision*>& decisions, std::size_t row) {
    constexpr std::size_t kAhead = 8;
    constexpr std::size_t kLine = 64;
    if (row + 2 * kAhead < decisions.size()) {
        const auto* next = reinterpret_cast<const char*>(decisions[row + 2 * kAhead]);
        for (std::size_t byte = 0; byte < sizeof(Decision); byte += kLine)
            __builtin_prefetch(next + byte);
    }
    if (row + kAhead >= decisions.size()) return;
    const auto& measured = decisions[row + kAhead]->measured;
    const auto* begin = reinterpret_cast<const char*>(measured.data());
    const std::size_t bytes = measured.size() * sizeof(MeasuredCandidate);
    for (std::size_t byte = 0; byte < bytes; byte += kLine)
        __builtin_prefetch(begin + byte);
    __builtin_prefetch(decisions[row + kAhead]->failed.data());
}

}  // namespace

void KeyTimings::clear() {
    m_runs = 0;
    m_decisions.clear();
    m_columns.clear();
    m_states.clear();
}

void KeyTimings::collect(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key, CandidateSetIndex set) {
    clear();
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        if (matrix.at(key, column).set != set) continue;
        const Decision* decision = decisionOf(dataset, matrix, key, column);
        if (decision == nullptr) continue;
        m_decisions.push_back(decision);
        m_columns.push_back(static_cast<std::uint32_t>(column));
    }
    m_runs = m_decisions.size();

    std::size_t timed = 0;
    const auto stateOf = [this](CandidateIndex index) -> CandidateStates* {
        if (index.value >= kMostCandidates) return nullptr;
        if (index.value >= m_states.size()) m_states.resize(index.value + std::size_t{1});
        return &m_states[index.value];
    };
    for (std::size_t row = 0; row < m_decisions.size(); ++row) {
        prefetchAfter(m_decisions, row);
        const Decision* decision = m_decisions[row];
        for (const MeasuredCandidate& measured : decision->measured) {
            if (auto* state = stateOf(measured.index)) ++state->measured;
        }
        for (const FailedCandidate& failed : decision->failed) {
            if (auto* state = stateOf(failed.index)) ++state->failed;
        }
    }
    m_begin.resize(m_states.size());
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        m_begin[i] = timed;
        timed += m_states[i].measured;
    }
    m_end = m_begin;
    m_entries.resize(timed);
    for (std::size_t row = 0; row < m_decisions.size(); ++row) {
        std::uint32_t rank = 0;
        for (const MeasuredCandidate& measured : m_decisions[row]->measured) {
            ++rank;
            if (measured.index.value >= m_states.size()) continue;
            std::size_t& end = m_end[measured.index.value];
            const bool repeated = end > m_begin[measured.index.value] && m_entries[end - 1].column == m_columns[row];
            if (repeated) --m_states[measured.index.value].measured;
            if (measured.hasTiming && !repeated) m_entries[end++] = {m_columns[row], rank, measured.timing};
        }
    }
}

CandidateStates KeyTimings::states(CandidateIndex candidate) const {
    return candidate.value < m_states.size() ? m_states[candidate.value] : CandidateStates{};
}

std::span<const TimedRun> KeyTimings::of(CandidateIndex candidate) const {
    if (candidate.value >= m_states.size()) return {};
    const std::size_t begin = m_begin[candidate.value];
    return std::span(m_entries).subspan(begin, m_end[candidate.value] - begin);
}

const Timing* KeyTimings::at(CandidateIndex candidate, std::size_t column) const {
    const auto timed = of(candidate);
    const auto found = std::lower_bound(timed.begin(), timed.end(), column,
                                        [](const TimedRun& run, std::size_t wanted) { return run.column < wanted; });
    return found != timed.end() && found->column == column ? &found->timing : nullptr;
}

std::int64_t medianOf(std::span<std::int64_t> values) {
    return middleOf(values);
}
double medianOf(std::span<double> values) {
    return middleOf(values);
}

}  // namespace flipscope
