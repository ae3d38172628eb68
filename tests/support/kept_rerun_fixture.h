#pragma once

#include "core/analyse/analysis.h"
#include "core/rerun/kept_rerun.h"
#include "tests/support/dataset_builder.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace flipscope::testing {

// Two matmul keys over four runs with real kernel names. The winners of "first" are 0 1 1 2, of "second" 1 1 2 2.
inline std::shared_ptr<const Dataset> matmulRuns() {
    DatasetBuilder builder;
    const auto set = builder.addSet(std::vector<std::string>{"matmul_simple_cyclic_cmma", "matmul_simple_cyclic_mma",
                                                             "matmul_double_cyclic_mma", "matmul_naive"});
    const std::vector<std::pair<KeyIndex, std::vector<std::uint32_t>>> keys = {
        {builder.addMatmulKey("first", matmulProblem(64, 64, 64)), {0, 1, 1, 2}},
        {builder.addMatmulKey("second", matmulProblem(16, 8, 32)), {1, 1, 2, 2}}};
    for (std::size_t run = 0; run < 4; ++run) {
        const RunIndex added = builder.addRun("run" + std::to_string(run + 1));
        for (const auto& [key, winners] : keys)
            builder.decide(added, key, set, winners[run], {{0, 100}, {1, 110}, {2, 120}, {3, 130}});
    }
    return std::make_shared<const Dataset>(builder.take());
}

inline RerunTarget targetOf(const Dataset& dataset, const Analysis& analysis, std::uint32_t key) {
    return rerunTargetOf(dataset, analysis.keys.at(key)).value();
}

// One round of the target's own problem in which the candidates, by index, gave these checksums.
inline KeptRerun keptRerun(const RerunTarget& target, const std::map<std::uint32_t, std::uint64_t>& checksums,
                           RerunMeans means = RerunMeans::emulated, const std::string& device = "Hopper") {
    KeptRerun kept;
    kept.subject = target.subject;
    kept.label = target.label;
    kept.keyId = target.keyId;
    kept.winners = target.winners;
    kept.device = device;
    if (means == RerunMeans::emulated) kept.generation = Card::hopper;
    WorkerHello& hello = kept.report.hello.emplace();
    hello.name = "worker";
    hello.means = means;
    hello.devices.emplace_back().id = "0";
    hello.devices.back().name = device;
    RerunRound& round = kept.report.rounds.emplace_back();
    round.request.id = "1";
    round.request.problem = target.problem;
    for (const auto& [index, checksum] : checksums) {
        RerunResult& result = round.results.emplace_back();
        result.candidate = target.candidates.at(index);
        round.request.candidates.push_back(result.candidate);
        result.status = RerunStatus::ok;
        result.means = means;
        result.checksum = checksum;
        result.repeats = 3;
    }
    return kept;
}

}  // namespace flipscope::testing
