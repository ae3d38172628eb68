#pragma once

#include "core/analyse/card_mismatch.h"
#include "core/analyse/flip_groups.h"
#include "core/analyse/flip_verdict.h"
#include "core/analyse/measured_bits.h"
#include "core/analyse/numerical_class.h"
#include "core/analyse/proven_key.h"
#include "core/analyse/run_comparison.h"
#include "core/analyse/winner_matrix.h"
#include "core/model/result.h"

#include <map>
#include <stop_token>
#include <vector>

namespace flipscope {

struct AnalysisOptions {
    std::vector<RunIndex> runs;  // empty: all
    ClassAssumptions assumptions;
    std::stop_token stop;
};

// Everything that needs no outcome. Indices refer to the Dataset it was made from.
struct Analysis {
    WinnerMatrix matrix;
    std::vector<KeyVerdict> keys;               // by KeyIndex
    std::vector<ClassStatement> classes;        // by KeyIndex, over the key's winners
    std::map<KeyIndex, MeasuredBits> measured;  // keys whose candidates were re-run or forced: see takeMeasured
    std::map<KeyIndex, ProvenKey> proven;       // keys that forcing has proven to make the difference
    std::vector<FlipGroup> groups;
    std::vector<RunRegret> regret;  // by matrix column
    std::vector<Drift> drift;
    std::vector<EnvironmentDifference> environment;
    std::vector<PartialKey> partialKeys;
    std::optional<CardMismatch> cardMismatch;  // the runs were made on a later card than predictions assume
    // Set by whoever named the card: whose numbers stand in for it, a sentence; empty: its own.
    std::string cardNote;
    std::size_t flippingKeys = 0;
};

// Thread rule: any thread; may use several threads itself. Cancelled when stop was requested.
[[nodiscard]] Result<Analysis> analyse(const Dataset& dataset, const AnalysisOptions& options = {});

// Puts what re-runs and forced runs say in the place of predictions: analysis.measured, and the statement of each key
// whose winners they tell about. Keys out of range are left out.
void takeMeasured(Analysis& analysis, std::map<KeyIndex, MeasuredBits> measured);

}  // namespace flipscope
