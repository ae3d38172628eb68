#include "core/rerun/card_calibration.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"
#include "core/rerun/verdict.h"
#include "kernels/cuda_backend.h"

#include <map>
#include <random>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Names of every family of the real set.
const std::vector<RerunCandidate> kCandidates = {
    {CandidateIndex{0}, "matmul_naive"},
    {CandidateIndex{1}, "matmul_double_vecmat"},
    {CandidateIndex{3}, "gemm_None"},
    {CandidateIndex{5}, "matmul_simple_unit_max_tile_size"},
    {CandidateIndex{12}, "matmul_simple_cyclic_cmma"},
    {CandidateIndex{13}, "matmul_simple_cyclic_mma"},
    {CandidateIndex{24}, "matmul_specialized_cyclic_cmma"},
    {CandidateIndex{25}, "matmul_specialized_cyclic_mma"},
    {CandidateIndex{26}, "matmul_simple_tma_cmma"},
    {CandidateIndex{27}, "matmul_simple_tma_mma"},
};

std::map<std::string, RerunResult> run(WorkerBackend& backend, const RerunRequest& request) {
    std::map<std::string, RerunResult> results;
    RunSink sink;
    sink.result = [&](RerunResult result) { results[result.candidate.name] = std::move(result); };
    sink.progress = [](std::size_t, const std::string&) {};
    const auto failure = backend.run(request, sink, {});
    REQUIRE_MESSAGE(!failure, failure->message);
    return results;
}

// The emulated card that the GPU is.
std::string emulatedDevice(WorkerBackend& emulate, const WorkerDevice& gpu) {
    const CardNumbers* card = builtInCardOf(gpu.name, gpu.computeCapability);
    REQUIRE(card != nullptr);
    for (const WorkerDevice& device : emulate.hello().devices) {
        if (device.name == card->name) return device.id;
    }
    return "none";
}

// Candidates that copy rows by 16 bytes.
bool needsAlignedRows(const std::string& name) {
    return name.find("tma") != std::string::npos || name.find("specialized") != std::string::npos;
}

}  // namespace

TEST_CASE("replicas and emulation compute the same bits for random problems") {
    const auto cuda = makeCudaBackend();
    const WorkerHello hello = cuda->hello();
    REQUIRE(!hello.devices.empty());
    EmulateBackend emulate(builtInCards());
    const std::string card = emulatedDevice(emulate, hello.devices.front());
    std::mt19937 random(3);
    const auto upTo = [&](std::size_t most) { return 1 + random() % most; };
    std::size_t compared = 0;
    for (std::size_t round = 0; round < 40; ++round) {
        RerunRequest request;
        request.id = "1";
        request.problem.m = upTo(70);
        request.problem.n = upTo(70);
        request.problem.k = round % 3 == 0 ? upTo(300) : 32 * upTo(20);
        request.problem.type = std::array{ElementType::f32, ElementType::f16, ElementType::bf16}[round % 3];
        request.problem.rhsTransposed = random() % 2 == 0;
        request.problem.lhsTransposed = random() % 4 == 0;
        request.candidates = kCandidates;
        request.lhsSeed = random();
        const auto measured = run(*cuda, request);
        request.device = card;
        for (const auto& each : run(emulate, request)) {
            const auto& name = each.first;
            const auto& emulated = each.second;
            const RerunResult& replica = measured.at(name);
            if (emulated.status != RerunStatus::ok || replica.status != RerunStatus::ok) continue;
            ++compared;
            INFO(name, " ", request.problem.m, "x", request.problem.n, "x", request.problem.k);
            CHECK(checksumText(replica.checksum) == checksumText(emulated.checksum));
            CHECK(replica.unwritten == 0);
            CHECK(replica.guardBytesChanged == 0);
            CHECK(replica.differentRepeats == 0);
            CHECK(!replica.dependsOnFill);
            CHECK(replica.comparedRepeats == 1);
            CHECK(replica.gridFilled);
            REQUIRE(replica.errors.size() == emulated.errors.size());
            for (std::size_t i = 0; i < replica.errors.size(); ++i) {
                CHECK((replica.errors[i].model == emulated.errors[i].model));
                CHECK(replica.errors[i].largest == emulated.errors[i].largest);
                CHECK(replica.errors[i].ulpHistogram == emulated.errors[i].ulpHistogram);
            }
            const RerunVerdict verdict = judge(replica, request.problem);
            CHECK((verdict.kind == RerunVerdictKind::withinRounding));
        }
    }
    CHECK(compared > 150);
}

TEST_CASE("strides and offsets change no bit, and copies that need 16-byte rows refuse others") {
    const auto cuda = makeCudaBackend();
    RerunRequest request;
    request.id = "1";
    request.problem = {33, 40, 64, ElementType::f32, false};
    request.candidates = kCandidates;
    const auto dense = run(*cuda, request);
    std::size_t compared = 0, refused = 0;
    for (const OperandPlacement& placement : {OperandPlacement{67, 43, 41, 0}, OperandPlacement{64, 40, 40, 1},
                                              OperandPlacement{68, 44, 44, 0}, OperandPlacement{65, 41, 47, 3}}) {
        request.placement = placement;
        const bool aligned = placement.offset == 0 && placement.lhsStride % 4 == 0;
        for (const auto& each : run(*cuda, request)) {
            const auto& name = each.first;
            const auto& result = each.second;
            INFO(name, " ", placement.lhsStride, " ", placement.offset);
            if (dense.at(name).status != RerunStatus::ok) continue;
            if (needsAlignedRows(name) && !aligned) {
                CHECK((result.status == RerunStatus::refused));
                CHECK(result.because.find("16 bytes") != std::string::npos);
                ++refused;
                continue;
            }
            REQUIRE((result.status == RerunStatus::ok));
            CHECK(result.checksum == dense.at(name).checksum);
            CHECK(result.guardBytesChanged == 0);
            ++compared;
        }
    }
    // Unit, cmma and mma everywhere, those with copies where rows are aligned; TMA is not on every card.
    CHECK(compared >= 3 * 4 + 2 * 1);
    CHECK(refused >= 2 * 3);
}

TEST_CASE("a product may have more rows than a grid has blocks") {
    const auto cuda = makeCudaBackend();
    EmulateBackend emulate(builtInCards());
    const std::string card = emulatedDevice(emulate, cuda->hello().devices.at(0));
    for (const ElementType type : {ElementType::f32, ElementType::bf16}) {
        for (const std::size_t m : {std::size_t{600'000}, (std::size_t{1} << 21U) + 100'000}) {
            RerunRequest request;
            request.id = "1";
            // The tensor-core kernels take 32 rows a block: 2^21 - 32 are what fits at once.
            request.problem = {m, 3, 32, type, true};
            request.candidates = kCandidates;
            request.repeats = 2;
            const auto measured = run(*cuda, request);
            request.device = card;
            std::size_t compared = 0;
            for (const auto& each : run(emulate, request)) {
                const auto& name = each.first;
                const auto& emulated = each.second;
                const RerunResult& replica = measured.at(name);
                INFO(name, " ", toString(type), " ", m, " ", replica.because);
                CHECK((replica.status != RerunStatus::failed));
                if (emulated.status != RerunStatus::ok || replica.status != RerunStatus::ok) continue;
                CHECK(checksumText(replica.checksum) == checksumText(emulated.checksum));
                CHECK(replica.unwritten == 0);
                REQUIRE(replica.errors.size() == emulated.errors.size());
                for (std::size_t i = 0; i < replica.errors.size(); ++i)
                    CHECK(replica.errors[i].ulpHistogram == emulated.errors[i].ulpHistogram);
                ++compared;
            }
            CHECK(compared >= 5);
        }
    }
}

TEST_CASE("a transposed left operand may have padded rows: its bits are those of the emulation") {
    const auto cuda = makeCudaBackend();
    EmulateBackend emulate(builtInCards());
    const std::string card = emulatedDevice(emulate, cuda->hello().devices.at(0));
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const bool rhsTransposed : {false, true}) {
            RerunRequest request;
            request.id = "1";
            request.problem = {48, 40, 96, type, rhsTransposed, true};
            request.candidates = kCandidates;
            request.device = card;
            const auto emulated = run(emulate, request);
            request.device.clear();
            std::size_t compared = 0;
            for (const OperandPlacement& placement :
                 {OperandPlacement{}, OperandPlacement{56, 0, 0, 0}, OperandPlacement{64, 104, 48, 0},
                  OperandPlacement{51, 99, 41, 1}}) {
                request.placement = placement;
                for (const auto& each : run(*cuda, request)) {
                    const auto& name = each.first;
                    const auto& result = each.second;
                    INFO(name, " ", toString(type), " ", rhsTransposed, " ", placement.lhsStride, " ", result.because);
                    if (emulated.at(name).status != RerunStatus::ok) continue;
                    if (needsAlignedRows(name) && placement.offset != 0) {
                        CHECK((result.status == RerunStatus::refused));
                        continue;
                    }
                    REQUIRE((result.status == RerunStatus::ok));
                    CHECK(checksumText(result.checksum) == checksumText(emulated.at(name).checksum));
                    CHECK(result.guardBytesChanged == 0);
                    CHECK(result.unwritten == 0);
                    ++compared;
                }
            }
            // Unit, cmma and mma four times; those with copies three times, of which TMA is not on every card.
            CHECK(compared >= 3 * 4 + 2 * 3);
        }
    }
}

TEST_CASE("a transposed left operand gives the bits of the same operand row by row") {
    const auto cuda = makeCudaBackend();
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        RerunRequest rows;
        rows.problem = {53, 24, 40, type, false, false};
        rows.candidates = kCandidates;
        rows.operands = seededOperands(rows.problem, 5, 6);
        RerunRequest columns = rows;
        columns.problem.lhsTransposed = true;
        columns.placement.lhsStride = 72;
        for (std::size_t row = 0; row < rows.problem.m; ++row) {
            for (std::size_t l = 0; l < rows.problem.k; ++l)
                columns.operands->lhs[l * rows.problem.m + row] = rows.operands->lhs[row * rows.problem.k + l];
        }
        const auto wanted = run(*cuda, rows);
        std::size_t compared = 0;
        for (const auto& each : run(*cuda, columns)) {
            const auto& name = each.first;
            const auto& result = each.second;
            INFO(name, " ", toString(type), " ", result.because);
            if (result.status != RerunStatus::ok) continue;
            REQUIRE((wanted.at(name).status == RerunStatus::ok));
            CHECK(checksumText(result.checksum) == checksumText(wanted.at(name).checksum));
            ++compared;
        }
        CHECK(compared >= 5);
    }
}

TEST_CASE("times come with their band") {
    const auto cuda = makeCudaBackend();
    RerunRequest request;
    request.id = "1";
    request.problem = {256, 256, 256, ElementType::f32, false};
    request.candidates = kCandidates;
    request.timingSamples = 11;
    std::size_t timed = 0;
    for (const auto& each : run(*cuda, request)) {
        const auto& name = each.first;
        const auto& result = each.second;
        if (result.status != RerunStatus::ok) continue;
        INFO(name);
        REQUIRE(result.timing);
        CHECK(result.timing->samples == 11);
        CHECK(result.timing->min.value > 0);
        CHECK(result.timing->min.value <= result.timing->lowerBand.value);
        CHECK(result.timing->lowerBand.value <= result.timing->median.value);
        CHECK(result.timing->median.value <= result.timing->upperBand.value);
        CHECK(result.timing->upperBand.value <= result.timing->max.value);
        ++timed;
    }
    CHECK(timed >= 5);  // unit, cmma and mma with and without copies
}

TEST_CASE("outputs are returned when asked for, and not otherwise") {
    const auto cuda = makeCudaBackend();
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        RerunRequest request;
        request.id = "1";
        request.problem = {5, 7, 32, type, false};
        request.candidates = {{CandidateIndex{5}, "matmul_simple_unit_max_tile_size"}};
        CHECK(run(*cuda, request).begin()->second.patterns.empty());
        request.returnPatterns = true;
        const RerunResult result = run(*cuda, request).begin()->second;
        CHECK(result.patterns.size() == 35);
        CHECK(checksumText(resultChecksum(result.patterns)) == checksumText(result.checksum));
    }
}

TEST_CASE("a device that is not there is an error") {
    const auto cuda = makeCudaBackend();
    RerunRequest request;
    request.device = "77";
    request.problem = {8, 8, 8, ElementType::f32, false};
    const RunSink sink{[](const RerunResult&) {}, [](std::size_t, const std::string&) {}};
    CHECK(cuda->run(request, sink, {}));
}

TEST_CASE("given operands are what is computed with, at any placement") {
    const auto cuda = makeCudaBackend();
    CHECK(cuda->hello().givenOperands);
    for (const OperandPlacement& placement : {OperandPlacement{}, OperandPlacement{11, 9, 7, 1}}) {
        RerunRequest request;
        request.problem = {2, 3, 4, ElementType::f16, false};
        request.placement = placement;
        request.candidates = {kCandidates[0], kCandidates[5]};
        request.operands = Operands{{1, 2, 3, 4, 0, 0, 0, -1}, {1, 0, 5, 0, 1, 5, 1, 0, 5, 1, 2, 5}};
        request.returnPatterns = true;
        const auto results = run(*cuda, request);
        CHECK(results.size() == 2);
        for (const auto& each : results) {
            const auto& name = each.first;
            const auto& result = each.second;
            INFO(name, " ", result.because);
            REQUIRE((result.status == RerunStatus::ok));
            CHECK(result.operandChecksum == operandChecksum(*request.operands, ElementType::f16));
            // 8 10 50 and -1 -2 -5
            CHECK(result.patterns == std::vector<std::uint32_t>{0x4800, 0x4900, 0x5240, 0xbc00, 0xc000, 0xc500});
        }
    }
    RerunRequest damaged;
    damaged.problem = {2, 3, 4, ElementType::f16, false};
    damaged.operands = Operands{{1}, {1}};
    const RunSink sink{[](const RerunResult&) {}, [](std::size_t, const std::string&) {}};
    CHECK(cuda->run(damaged, sink, {}));
}

TEST_CASE("calibration finds the numbers of a card that is known") {
    const auto cuda = makeCudaBackend();
    const WorkerDevice gpu = cuda->hello().devices.at(0);
    const CardNumbers* card = builtInCardOf(gpu.name, gpu.computeCapability);
    REQUIRE(card != nullptr);
    const CardCalibration found = calibrateCard(runnerOf(*cuda, {}), {gpu.id, 6, 1});
    CHECK_MESSAGE(found.isVerified(), found.failure);
    for (const TypeCalibration& type : found.types) {
        INFO(toString(type.type), " ", type.because, " ", type.seeded.firstContrary, " ",
             type.cancelling.firstContrary);
        REQUIRE(type.core.has_value());
        CHECK((*type.core == card->find(type.type)->core));
    }
}

TEST_CASE("a problem that does not fit into the card's memory is an error, and the next one runs") {
    const auto cuda = makeCudaBackend();
    RerunRequest request;
    request.id = "1";
    // An output of 4 TB; the operands are small.
    request.problem = {std::size_t{1} << 20, std::size_t{1} << 20, 1, ElementType::f32, false};
    request.candidates = {{CandidateIndex{5}, "matmul_simple_unit_max_tile_size"}};
    RunSink sink;
    std::size_t results = 0;
    sink.result = [&](const RerunResult& result) { results += result.status == RerunStatus::ok ? 1U : 0U; };
    sink.progress = [](std::size_t, const std::string&) {};
    const auto failure = cuda->run(request, sink, {});
    REQUIRE(failure);
    CHECK(failure->message.find("memory") != std::string::npos);
    CHECK(results == 0);
    request.problem = {64, 64, 64, ElementType::f32, false};
    CHECK((run(*cuda, request).at("matmul_simple_unit_max_tile_size").status == RerunStatus::ok));
}
