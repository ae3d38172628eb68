#include "core/rerun/output_errors.h"
#include "core/rerun/seeded_input.h"
#include "core/rerun/verdict.h"
#include "kernels/device_errors.h"
#include "tests/kernels/broken_kernels.h"

#include <optional>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

RerunVerdict verdictOn(Fault fault, unsigned repeats = 20) {
    RerunRequest request;
    request.problem = {96, 80, 256, ElementType::f32, false};
    auto operands = ReplicaOperands::make(request);
    REQUIRE(operands);
    RerunResult result;
    result.classId = "f32/ascending";
    std::optional<DeviceBuffer> output;
    const auto failure = launchRepeatedly(brokenLaunch(fault), operands.value(), repeats, {}, result, &output);
    REQUIRE_MESSAGE(!failure, failure->message);
    REQUIRE(output);
    const Operands inputs = seededOperands(request.problem);
    DeviceErrors deviceErrors(request.problem, inputs);
    OutputErrors errors(ElementType::f32, [&](const RerunResult&, PrecisionModel model) {
        return deviceErrors.of(output->data(), model);
    });
    REQUIRE(errors.measure(result));
    return judge(result, request.problem);
}

bool has(const RerunVerdict& verdict, RerunFinding finding) {
    return std::find(verdict.findings.begin(), verdict.findings.end(), finding) != verdict.findings.end();
}

}  // namespace

TEST_CASE("an honest kernel is not accused") {
    CHECK(verdictOn(Fault::none).findings.empty());
}

TEST_CASE("each fault is found and named") {
    const RerunVerdict race = verdictOn(Fault::race);
    CHECK((race.kind == RerunVerdictKind::nondeterministic));
    CHECK(!has(race, RerunFinding::readsUnwritten));
    CHECK((verdictOn(Fault::unwrittenTail).kind == RerunVerdictKind::leavesUnwritten));
    CHECK(verdictOn(Fault::unwrittenTail).unwritten == 3);
    CHECK((verdictOn(Fault::outOfBounds).kind == RerunVerdictKind::writesOutside));
    CHECK(verdictOn(Fault::outOfBounds).guardBytesChanged == 4);
    CHECK((verdictOn(Fault::truncatedK).kind == RerunVerdictKind::wrong));
    const RerunVerdict reads = verdictOn(Fault::readsOutput);
    CHECK((reads.kind == RerunVerdictKind::readsUnwritten));
    CHECK(!has(reads, RerunFinding::nondeterministic));
}

TEST_CASE("a race and a kernel that reads its output are told apart however few launches are asked for") {
    for (const unsigned repeats : {2U, 3U}) {
        const RerunVerdict reads = verdictOn(Fault::readsOutput, repeats);
        CHECK((reads.kind == RerunVerdictKind::readsUnwritten));
        CHECK(reads.repeats == 4);
        CHECK(reads.comparedRepeats == 2);
        CHECK((verdictOn(Fault::race, repeats).kind == RerunVerdictKind::nondeterministic));
        CHECK(verdictOn(Fault::none, repeats).repeats == repeats);
    }
}

TEST_CASE("success reported and nothing written is found") {
    const RerunVerdict verdict = verdictOn(Fault::nothing);
    CHECK((verdict.kind == RerunVerdictKind::leavesUnwritten));
    CHECK(verdict.unwritten == 96 * 80);
}
