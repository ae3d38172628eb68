#include "core/rerun/rerun_target.h"

#include "core/rerun/key_problem.h"

#include <array>

namespace flipscope {

namespace {

// By index, as burn 0.22.0 registers them; names repeat.
constexpr std::array kMatmulSet = {"matmul_naive",
                                   "matmul_double_vecmat",
                                   "matmul_simple_vecmat",
                                   "gemm_None",
                                   "vecmat_unit_perpendicular_None",
                                   "matmul_simple_unit_max_tile_size",
                                   "matmul_double_unit_max_tile_size",
                                   "matmul_simple_unit_min_tile_size",
                                   "matmul_double_unit_min_tile_size",
                                   "gemm_None",
                                   "gemm_cpu_general",
                                   "cpu_gemm_a0.5",
                                   "matmul_simple_cyclic_cmma",
                                   "matmul_simple_cyclic_mma",
                                   "matmul_simple_cyclic_cmma_multi_rows",
                                   "matmul_simple_cyclic_mma_multi_rows",
                                   "matmul_ordered_double_cmma_partition_k2_row_count4_rows_per_plane2",
                                   "matmul_ordered_double_mma_partition_k2_row_count4_rows_per_plane2",
                                   "matmul_ordered_double_cmma_partition_k2_row_count8_rows_per_plane2",
                                   "matmul_ordered_double_mma_partition_k2_row_count8_rows_per_plane2",
                                   "matmul_double_cyclic_cmma",
                                   "matmul_double_cyclic_mma",
                                   "matmul_double_cyclic_cmma_specialized",
                                   "matmul_double_cyclic_mma_specialized",
                                   "matmul_specialized_cyclic_cmma",
                                   "matmul_specialized_cyclic_mma",
                                   "matmul_simple_tma_cmma",
                                   "matmul_simple_tma_mma",
                                   "matmul_simple_tma_cmma_multi_rows",
                                   "matmul_simple_tma_mma_multi_rows",
                                   "matmul_specialized_tma_cmma",
                                   "matmul_specialized_tma_mma",
                                   "cmma"};

}  // namespace

bool isSameTarget(const RerunSubject& a, const std::string& aLabel, const RerunSubject& b, const std::string& bLabel) {
    return a == b && (!a.keyJson.empty() || aLabel == bLabel);
}

std::vector<RerunCandidate> candidatesOf(const CandidateSet& set) {
    std::vector<RerunCandidate> candidates;
    for (std::uint32_t i = 0; i < set.names.size(); ++i)
        candidates.push_back({CandidateIndex{i}, set.names[i]});
    return candidates;
}

std::vector<RerunCandidate> winnersOf(const CandidateSet& set, const KeyVerdict& key) {
    std::vector<RerunCandidate> winners;
    for (const WinnerCount& count : key.winners) {
        if (count.winner.value < set.names.size()) winners.push_back({count.winner, set.names[count.winner.value]});
    }
    return winners;
}

RerunSubject subjectOf(const Dataset& dataset, const KeyVerdict& key) {
    const TuningKey& tuningKey = keyOf(dataset, key.key);
    return {tuningKey.canonicalJson, tuningKey.tuner, setOf(dataset, *key.set).checksum};
}

Result<RerunTarget> rerunTargetOf(const Dataset& dataset, const KeyVerdict& key) {
    const TuningKey& tuningKey = keyOf(dataset, key.key);
    const Result<RerunProblem> problem = problemOfKey(tuningKey);
    if (!problem) return Error{problem.errorMessage()};
    if (!key.set) return Error{"its candidates are not known"};
    const CandidateSet& set = setOf(dataset, *key.set);
    RerunTarget target;
    target.subject = subjectOf(dataset, key);
    target.label = tuningKey.label + " (" + tuningKey.id + ")";
    target.keyId = tuningKey.id;
    target.candidates = candidatesOf(set);
    target.winners = winnersOf(set, key);
    target.problem = problem.value();
    return target;
}

RerunTarget knownMatmulTarget() {
    RerunTarget target;
    target.candidates = candidatesOf({{kMatmulSet.begin(), kMatmulSet.end()}, {}});
    return target;
}

std::vector<RerunTarget> reportedRepro() {
    std::vector<RerunTarget> targets;
    for (const RerunProblem& problem : {RerunProblem{64, 64, 64}, {512, 1024, 128}, {10, 64, 512}}) {
        RerunTarget& target = targets.emplace_back(knownMatmulTarget());
        target.label = "reported repro " + std::to_string(problem.m) + "×" + std::to_string(problem.k) + "×" +
                       std::to_string(problem.n) + " (m×k×n)";
        target.problem = problem;
    }
    return targets;
}

}  // namespace flipscope
