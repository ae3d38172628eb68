#pragma once

#include "core/model/candidate_set.h"
#include "core/model/load_report.h"
#include "core/model/run.h"
#include "core/model/tuning_key.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Everything read from the given paths. A plain value: built once by loadRuns, then never changed, so it can be shared
// between threads through shared_ptr<const Dataset>. Order and ids depend only on the input, not on timing or threads:
// runs are in natural order of their ids, keys in order of first appearance over those runs.
struct Dataset {
    std::vector<CandidateSet> candidateSets;
    std::vector<TuningKey> keys;
    std::vector<Run> runs;
    std::vector<std::string> texts;  // interned failure reasons; [0] is empty
    LoadReport report;
};

[[nodiscard]] inline const TuningKey& keyOf(const Dataset& d, KeyIndex i) {
    return d.keys[i.value];
}
[[nodiscard]] inline const Run& runOf(const Dataset& d, RunIndex i) {
    return d.runs[i.value];
}
[[nodiscard]] inline const CandidateSet& setOf(const Dataset& d, CandidateSetIndex i) {
    return d.candidateSets[i.value];
}

// The key or run a user names: a key by id, unique id prefix (4 digits or more), alias or label; a run by id.
[[nodiscard]] std::optional<KeyIndex> findKey(const Dataset& dataset, std::string_view name);
[[nodiscard]] std::optional<RunIndex> findRun(const Dataset& dataset, std::string_view id);

}  // namespace flipscope
