#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/run_difference.h"
#include "core/analyse/suspects.h"
#include "core/report/document.h"
#include "core/report/forcing.h"

#include <string>
#include <vector>

namespace flipscope {

// The reports for readers, one a command of the command line; the answer comes first, then the tables, then what was
// read.

struct DocumentOptions {
    bool all = false;  // every row of every table, keys that agree as well
    // The input as the user would type it again, paths and options, for the commands suggested at the end.
    std::string paths;
    // Of suspects only. The input without a choice of runs, for commands that choose their own.
    std::string pathsOfAllRuns = {};
    // How the outcome was named ("--outcome-pattern '…'", "--labels …"), which match was asked for ("--match last") and
    // how it was grouped ("--gap"); empty where the user said nothing.
    std::string outcome = {}, match = {}, grouping = {};
};

[[nodiscard]] Document summaryDocument(const Dataset& dataset, const Analysis& analysis,
                                       const DocumentOptions& options);
[[nodiscard]] Document diffDocument(const Dataset& dataset, const Analysis& analysis, const RunDifference& difference,
                                    const DocumentOptions& options);
// places: where databases of the runs keep their choices for the key.
[[nodiscard]] Document keyDocument(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                   const DocumentOptions& options, const std::vector<ChoicePlace>& places = {});
// found: the outcomes offered when the user named none, best first, the first of them used; empty otherwise.
[[nodiscard]] Document suspectsDocument(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                                        const SuspectsResult& result, const std::vector<FoundOutcome>& found,
                                        const DocumentOptions& options);
[[nodiscard]] Document outcomesDocument(const Dataset& dataset, const std::vector<FoundOutcome>& found,
                                        const DocumentOptions& options);

}  // namespace flipscope
