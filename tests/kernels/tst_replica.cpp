#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/result_checksum.h"
#include "kernels/replica.h"
#include "kernels/replica_launches.h"
#include "tests/kernels/skipped_test.h"
#include "tests/support/measured_cells.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

struct Tally {
    std::size_t equal = 0, different = 0, notKnown = 0;
};

// The replica of every cell that ran on the card against the checksum of the real candidate. Measured on an H200: on
// another generation other bits are right.
Tally compare(const std::string& path, CodeGenerator generator) {
    const auto hopper = findCard("hopper");
    REQUIRE(hopper);
    Tally tally;
    for (const MeasuredCell& cell : readMeasuredCells(path, generator)) {
        if (cell.status != "ok" || !cell.deterministic) continue;
        const auto arithmetic = candidateArithmetic(cell.name, cell.problem, hopper.value(), cell.generator);
        if (arithmetic.status != CandidateArithmetic::Status::known) {
            ++tally.notKnown;
            continue;
        }
        RerunRequest request;
        request.problem = cell.problem;
        auto operands = ReplicaOperands::make(request);
        REQUIRE(operands);
        RerunResult result;
        const auto failure = launchRepeatedly(
            [&](const DeviceMatmul& matmul) {
                return launchReplica(familyOf(cell.name), arithmetic.code, matmul, nullptr);
            },
            operands.value(), 3, {}, result);
        REQUIRE_MESSAGE(!failure, cell.label(), ": ", failure->message);
        const bool equal = result.status == RerunStatus::ok && checksumText(result.checksum) == cell.checksum;
        CHECK_MESSAGE(equal, cell.label(), ": ", checksumText(result.checksum), " ", result.because);
        ++(equal ? tally.equal : tally.different);
    }
    MESSAGE(path, ": ", tally.equal, " equal, ", tally.different, " different, ", tally.notKnown, " not known");
    return tally;
}

bool isHopper() {
    int device = 0, major = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    return major == 9;
}

}  // namespace

TEST_CASE("replicas compute the checksums of the real candidates") {
    if (!isHopper()) return skipTest("the checksums were measured on a card of another generation");
    CHECK(compare(FLIPSCOPE_SOURCE_DIR "/resources/checksums/measured-h200.jsonl", CodeGenerator::cudaCpp).equal > 200);
    const std::string folder = FLIPSCOPE_SHARED_DATA "/candidates/";
    if (!std::filesystem::exists(folder)) return;
    compare(folder + "candidates-h200.jsonl", CodeGenerator::cudaCpp);
    compare(folder + "candidates-h200-llvm.jsonl", CodeGenerator::llvm);
    compare(folder + "candidates-h200-f16.jsonl", CodeGenerator::cudaCpp);
    compare(folder + "candidates-h200-bf16.jsonl", CodeGenerator::cudaCpp);
}
