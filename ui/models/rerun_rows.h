#pragma once

#include "ui/rerun_values.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A candidate in the table of a re-run, and what re-runs found out about it.
struct RerunRow {
    RerunCandidate candidate;
    bool isOfSet = true;    // of the target's set, else the worker's own
    bool isOffered = true;  // can be run: of the set, or of the worker that is chosen
    bool isChecked = true;
    std::size_t won = 0;  // runs that used it

    std::optional<RerunResult> result;  // of the round that the verdict is of
    RerunVerdict verdict;
    std::optional<std::size_t> measuredClass;
    std::string bits;                       // its class in words
    std::optional<std::uint64_t> checksum;  // of the first input on which it gave a result
    std::string incidents;                  // on how many of several requests what went wrong, in words
    std::size_t incidentCount = 0;
    std::optional<double> largestError;  // over all requests
    std::string error = "–";             // the same in words
    std::string judged;                  // the verdict over all requests in words
    std::string where;                   // the input that the verdict is of, where it is not the first
};

// The set of a target, the winners first, all checked. won: by position in the target; may be shorter.
[[nodiscard]] std::vector<RerunRow> rowsOf(const RerunTarget& target, const std::vector<std::size_t>& won);

// Behind the rows of the set those of the worker's own candidates, in the order of names, each once; names that the set
// has are the set's. New ones are unchecked, others keep checks and results. What is offered no longer stays, behind
// the others, as long as it has a result.
[[nodiscard]] std::vector<RerunRow> withOwn(std::vector<RerunRow> rows, const std::vector<std::string>& names);

// The rows with what a report found out in place of what they had. Candidates of the report that no row offers stand
// behind all others.
[[nodiscard]] std::vector<RerunRow> withReport(std::vector<RerunRow> rows, const RerunReport& report,
                                               const RerunFindings& findings);

}  // namespace flipscope
