#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/run_difference.h"
#include "core/analyse/suspects.h"
#include "core/report/data_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The analysis as tables for scripts, one a question; column names are fixed. Runs are those of the matrix.
// predicted_bits is empty where bits were measured (see isMeasured).

// A row a key: id, label, operation, flips, set_changed, verdict, reason, margin_relative, margin_ns, pairs,
// sign_test_p, distinct_winners, predicted_bits, then a column a run (its name) with the index of the used winner,
// empty when unknown.
[[nodiscard]] DataTable keysTable(const Dataset& dataset, const Analysis& analysis);
// A row a key: id, label, the used winners by index and name ("15 matmul_…; 19 matmul_…", with the checksum of their
// set where the runs have several), then a column a run with the index of the used winner, empty when unknown.
[[nodiscard]] DataTable winnersTable(const Dataset& dataset, const Analysis& analysis);
// A row a key, a column a run: where the winner comes from, or why there is none.
[[nodiscard]] DataTable winnerSourcesTable(const Dataset& dataset, const Analysis& analysis);

enum class TimingField : std::uint8_t { median, mean, minimum, maximum };
// A row a (key, candidate set, candidate), a column a run with that timing in ns; empty when it was not measured there.
[[nodiscard]] DataTable timingsTable(const Dataset& dataset, const Analysis& analysis, TimingField field);

// A row a candidate of the key: index, name, runs_won, runs_measured, runs_failed, runs_skipped and its medians over
// the runs.
[[nodiscard]] DataTable candidatesTable(const Dataset& dataset, const Analysis& analysis,
                                        const std::vector<KeyIndex>& keys);
[[nodiscard]] DataTable runsTable(const Dataset& dataset, const Analysis& analysis);
[[nodiscard]] DataTable driftTable(const Dataset& dataset, const Analysis& analysis);
// A row a run and thing that it states about its environment, by name, and whether that differs between the runs. The
// note says so when nothing does.
[[nodiscard]] DataTable environmentTable(const Dataset& dataset, const Analysis& analysis);
[[nodiscard]] DataTable problemsTable(const Dataset& dataset);

// A row a key of a flip group, strongest suspect first; verdict and margin are about candidate_a and candidate_b (see
// suspect_pair.h), predicted_bits about all winners of the key.
[[nodiscard]] DataTable suspectsTable(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                                      const SuspectsResult& result);
[[nodiscard]] DataTable outcomesTable(const std::vector<FoundOutcome>& found);
// verdict, margin and predicted_bits are about the two winners; empty where the key does not flip between the runs.
[[nodiscard]] DataTable differenceTable(const Dataset& dataset, const RunDifference& difference);

// Fixed names for scripts.
[[nodiscard]] std::string_view toString(DifferenceKind kind);
[[nodiscard]] std::string_view toString(Grouping grouping);
// The option of the command line that asks for it: "--gap"; empty for automatic. "--threshold" takes a number.
[[nodiscard]] std::string_view groupingOption(Grouping grouping);

}  // namespace flipscope
