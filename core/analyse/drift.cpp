#include "core/analyse/drift.h"

#include "core/analyse/flip_verdict.h"
#include "core/analyse/mann_kendall.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

namespace flipscope {

namespace {

constexpr double kSignificant = 0.05;
constexpr std::size_t kShortestSeries = 5;  // four values: p is at least 2 / 4! > 0.05

// Reorders each half.
double relativeChangeOf(std::span<std::int64_t> series) {
    const std::size_t half = series.size() / 2;
    const auto before = static_cast<double>(medianOf(series.first(half)));
    const auto after = static_cast<double>(medianOf(series.subspan(series.size() - half)));
    return before > 0.0 ? (after - before) / before : 0.0;
}

}  // namespace

void DriftSearch::look(KeyIndex key, const KeyTimings& timings) {
    for (std::size_t i = 0; i < timings.candidateCount(); ++i) {
        const CandidateIndex candidate{static_cast<std::uint32_t>(i)};
        const auto timed = timings.of(candidate);
        if (timed.size() < kShortestSeries) continue;
        ++m_lookedAt;
        m_series.clear();
        for (const TimedRun& run : timed)
            m_series.push_back(run.timing.median.value);
        const Trend trend = mannKendall(m_series, m_scratch);
        if (trend.p >= kSignificant) continue;
        m_candidates.push_back({key, candidate, timed.size(), relativeChangeOf(m_series), trend.p});
    }
}

void DriftSearch::add(DriftSearch&& other) {
    m_lookedAt += other.m_lookedAt;
    m_candidates.insert(m_candidates.end(), other.m_candidates.begin(), other.m_candidates.end());
    other.m_candidates.clear();
    other.m_lookedAt = 0;
}

std::vector<Drift> DriftSearch::significant() && {
    const double limit = kSignificant / static_cast<double>(std::max<std::size_t>(1, m_lookedAt));
    std::erase_if(m_candidates, [limit](const Drift& drift) { return drift.trendP >= limit; });
    std::sort(m_candidates.begin(), m_candidates.end(), [](const Drift& a, const Drift& b) {
        const auto rank = [](const Drift& d) {
            return std::tuple(d.trendP, -std::abs(d.relativeChange), d.key, d.candidate);
        };
        return rank(a) < rank(b);
    });
    return std::move(m_candidates);
}

}  // namespace flipscope
