#pragma once

#include "core/rerun/seeded_input.h"
#include "kernels/replica_run.h"
#include "tests/kernels/broken_kernels.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace flipscope::test {

// A request whose candidates are launches of the test's own, by name.
struct LaunchedRequest {
    RerunRequest request;
    std::optional<RerunProblem> measured;  // what errors are measured against in place of the request's
    std::map<std::string, Launch> launches;
    std::vector<RerunResult> results;  // in the order in which they were given
    std::size_t said = 0;              // progress

    explicit LaunchedRequest(std::vector<std::pair<std::string, Launch>> candidates) {
        request.problem = {96, 80, 64, ElementType::f32, false};
        for (auto& [name, launch] : candidates) {
            request.candidates.push_back({std::nullopt, name});
            launches.emplace(name, std::move(launch));
        }
    }

    std::optional<Error> run(const std::stop_token& stop = {}) {
        results.clear();
        auto operands = ReplicaOperands::make(request);
        REQUIRE_MESSAGE(operands, operands.errorMessage());
        const Operands inputs = seededOperands(request.problem);
        const RerunProblem reference = measured.value_or(request.problem);
        DeviceErrors errors(reference, inputs);
        const ClockWatch clock(0);
        const RunSink sink{[&](RerunResult result) { results.push_back(std::move(result)); },
                           [&](std::size_t, const std::string&) { ++said; }};
        const auto launchOf = [&](RerunResult& result, const DeviceMatmul&) -> std::optional<Launch> {
            result.classId = "f32/ascending";
            return launches.at(result.candidate.name);
        };
        return ReplicaRun(request, sink, stop, std::move(operands).value(), launchOf, inputs, errors, clock).run();
    }

    // The results as name:status, timed ones with a star.
    [[nodiscard]] std::string states() const {
        std::string states;
        for (const RerunResult& result : results) {
            if (!states.empty()) states += ' ';
            states += result.candidate.name + ":" + std::string(toString(result.status)) + (result.timing ? "*" : "");
        }
        return states;
    }
};

}  // namespace flipscope::test
