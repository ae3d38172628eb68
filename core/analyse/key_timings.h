#pragma once

#include "core/analyse/winner_matrix.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace flipscope {

// One candidate's timing in one run.
struct TimedRun {
    std::uint32_t column = 0;  // matrix column
    std::uint32_t rank = 0;    // place in the producer's order of that decision, best first
    Timing timing;
};

// How often a candidate was in which state, over the runs of the set.
struct CandidateStates {
    std::size_t measured = 0, failed = 0;
};

// All timings of one key inside one candidate set, by candidate and then by run. Memory is reused when filled again, so
// that an analysis over many keys allocates little.
class KeyTimings {
public:
    // Reads the cells of `key` whose set is `set`. A candidate listed twice in one decision counts once.
    void collect(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key, CandidateSetIndex set);

    void clear();

    // Runs of the set that tuned the key.
    [[nodiscard]] std::size_t runs() const { return m_runs; }
    // Number of candidate positions; every index of measured or failed candidates is below.
    [[nodiscard]] std::size_t candidateCount() const { return m_states.size(); }
    [[nodiscard]] CandidateStates states(CandidateIndex candidate) const;
    // Ascending by column; only timings with numbers. Valid until the next collect().
    [[nodiscard]] std::span<const TimedRun> of(CandidateIndex candidate) const;
    // Null when not measured there.
    [[nodiscard]] const Timing* at(CandidateIndex candidate, std::size_t column) const;

private:
    std::size_t m_runs = 0;
    std::vector<const Decision*> m_decisions;  // one a run of the set, with its column beside it
    std::vector<std::uint32_t> m_columns;
    std::vector<CandidateStates> m_states;
    std::vector<std::size_t> m_begin, m_end;  // candidate -> its part of m_entries
    std::vector<TimedRun> m_entries;
};

// The middle value over runs, the mean of the two middle ones of an even number (whole ns: rounded towards the
// smaller). Precondition: not empty. Reorders the values.
[[nodiscard]] std::int64_t medianOf(std::span<std::int64_t> values);
[[nodiscard]] double medianOf(std::span<double> values);

}  // namespace flipscope
