#pragma once

#include "core/rerun/rerun_findings.h"

namespace flipscope::test {

// Three candidates on one input: b has the bits of a, c others; d was refused, e writes outside.
inline RerunReport smallRerun() {
    RerunReport report;
    report.hello = WorkerHello{1,         "flipscope-worker",   "1",
                               "emulate", RerunMeans::emulated, {{"0", "Hopper", "", "", 0, "kernelChecksums"}},
                               {}};
    RerunRound round;
    round.request.id = "1";
    round.request.problem = {8, 8, 64, ElementType::f32, false};
    std::uint32_t index = 0;
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        RerunResult& result = round.results.emplace_back();
        result.candidate = {CandidateIndex{index++}, name};
        round.request.candidates.push_back(result.candidate);
        result.status = RerunStatus::ok;
        result.classId = "f32/ascending";
        result.checksum = 0xabcdef0123456789;
        result.repeats = 3;
        result.comparedRepeats = 1;
        result.errors = {ErrorSummary{PrecisionModel::f32, 1e-8, 1e-8, 1, {}}};
    }
    round.results[2].checksum = 1;
    round.results[3].status = RerunStatus::refused;
    round.results[3].because = "it does not like \x1b[31m this";
    round.results[4].guardBytesChanged = 12;
    report.rounds.push_back(std::move(round));
    return report;
}

// The same by the candidates themselves, with a member of the key's bucket behind it: b refuses that one, too.
inline RerunReport realRerun() {
    RerunReport report = smallRerun();
    report.hello->means = RerunMeans::real;
    for (RerunResult& result : report.rounds[0].results)
        result.means = RerunMeans::real;
    RerunRound member = report.rounds[0];
    member.request.id = "2";
    member.request.problem.k = 63;
    member.request.placement.lhsStride = 65;
    member.request.check = RerunCheck::bucketMember;
    member.request.place = BucketPlace::inside;
    member.results[1].status = RerunStatus::refused;
    member.results[1].because = "k must be even";
    member.results[4].guardBytesChanged = 0;
    report.rounds.push_back(std::move(member));
    return report;
}

}  // namespace flipscope::test
