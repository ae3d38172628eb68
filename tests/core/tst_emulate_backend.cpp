#include "core/rerun/emulate_backend.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/result_checksum.h"

#include <map>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string hopperDevice(EmulateBackend& backend) {
    for (const WorkerDevice& device : backend.hello().devices) {
        if (device.name == "Hopper") return device.id;
    }
    return "none";
}

std::map<std::string, RerunResult> run(const RerunRequest& request, EmulateBackend& backend) {
    std::map<std::string, RerunResult> results;
    RunSink sink;
    sink.result = [&](RerunResult result) { results[result.candidate.name] = std::move(result); };
    sink.progress = [](std::size_t, const std::string&) {};
    const auto failure = backend.run(request, sink, {});
    REQUIRE(!failure);
    return results;
}

RerunRequest smallRequest(EmulateBackend& backend) {
    RerunRequest request;
    request.id = "1";
    request.device = hopperDevice(backend);
    request.problem = {64, 64, 64, ElementType::f32, false};
    return request;
}

}  // namespace

TEST_CASE("the bits are those measured on the card") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    // Measured on an H200 (candidates-h200.jsonl); the names decide, in any order.
    request.candidates = {{CandidateIndex{0}, "matmul_simple_tma_mma"}, {std::nullopt, "matmul_naive"}};
    const auto results = run(request, backend);
    CHECK(results.size() == 2);
    CHECK(checksumText(results.at("matmul_naive").checksum) == "08b9a4b8cb0ae6fd");
    CHECK((results.at("matmul_naive").status == RerunStatus::ok));
    CHECK(results.at("matmul_simple_tma_mma").classId == "tf32-rne/g8");
    CHECK(results.at("matmul_simple_tma_mma").checksum != results.at("matmul_naive").checksum);
}

TEST_CASE("errors are measured against the class's model and the most exact one") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    request.candidates = {{std::nullopt, "matmul_simple_tma_mma"}};
    const auto errors = run(request, backend).begin()->second.errors;
    REQUIRE(errors.size() == 2);
    CHECK((errors[0].model == PrecisionModel::f32));
    CHECK((errors[1].model == PrecisionModel::tf32Even));
    // Measured on an H200: 2.230e-4 and 1.802e-7.
    CHECK(errors[0].largest == doctest::Approx(2.230e-4).epsilon(1e-3));
    CHECK(errors[1].largest == doctest::Approx(1.802e-7).epsilon(1e-3));
    request.measureErrors = false;
    CHECK(run(request, backend).begin()->second.errors.empty());
}

TEST_CASE("what cannot be computed is told apart from what the launch refuses") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    request.candidates = {{std::nullopt, "matmul_double_vecmat"}, {std::nullopt, "some_new_kernel"}};
    const auto results = run(request, backend);
    CHECK((results.at("matmul_double_vecmat").status == RerunStatus::refused));
    CHECK((results.at("some_new_kernel").status == RerunStatus::notRun));
    CHECK(!results.at("some_new_kernel").because.empty());
}

TEST_CASE("patterns are sent when asked for") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    request.problem = {2, 3, 4, ElementType::f16, false};
    request.candidates = {{std::nullopt, "matmul_simple_unit_max_tile_size"}};
    request.returnPatterns = true;
    const auto results = run(request, backend);
    const auto& result = results.begin()->second;
    REQUIRE(result.patterns.size() == 6);
    CHECK(resultChecksum(result.patterns) == result.checksum);
}

TEST_CASE("given operands are used in place of the seeds, and the answer says so") {
    EmulateBackend backend(builtInCards());
    CHECK(backend.hello().givenOperands);
    RerunRequest request = smallRequest(backend);
    request.problem = {2, 1, 2, ElementType::f16, false};
    request.candidates = {{std::nullopt, "matmul_simple_cyclic_mma"}};
    request.returnPatterns = true;
    CHECK(!run(request, backend).begin()->second.operandChecksum);
    request.operands = Operands{{1, 2, 3, 4}, {0.5F, -1}};
    const auto result = run(request, backend).begin()->second;
    CHECK(result.patterns == std::vector<std::uint32_t>{0xbe00, 0xc100});  // -1.5 and -2.5
    CHECK(result.operandChecksum == operandChecksum(*request.operands, ElementType::f16));
    request.operands->rhs.pop_back();
    CHECK((run(request, backend).begin()->second.status == RerunStatus::notRun));
}

TEST_CASE("a device that is not there and a placement are errors") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    const RunSink sink{[](const RerunResult&) {}, [](std::size_t, const std::string&) {}};
    request.device = "99";
    CHECK(backend.run(request, sink, {}));
    request.device = "0";
    request.placement.offset = 1;
    CHECK(backend.run(request, sink, {}));
    EmulateBackend none({});
    CHECK(none.hello().devices.empty());
    CHECK(none.run(smallRequest(none), sink, {}));
}

TEST_CASE("a stop leaves the other candidates out") {
    EmulateBackend backend(builtInCards());
    RerunRequest request = smallRequest(backend);
    request.candidates = {{std::nullopt, "matmul_naive"}, {std::nullopt, "gemm_None"}};
    std::stop_source stop;
    std::size_t results = 0;
    const RunSink sink{[&](const RerunResult&) {
                           ++results;
                           stop.request_stop();
                       },
                       [](std::size_t, const std::string&) {}};
    CHECK(!backend.run(request, sink, stop.get_token()));
    CHECK(results == 1);
}

TEST_CASE("what is computed is said again and again, during the sums and during the references") {
    EmulateBackend backend(builtInCards(), std::chrono::milliseconds(0));
    RerunRequest request = smallRequest(backend);
    request.problem = {256, 96, 64, ElementType::f32, false};
    request.candidates = {{std::nullopt, "matmul_naive"}, {std::nullopt, "matmul_simple_tma_mma"}};
    const auto heardOf = [&](bool measureErrors) {
        request.measureErrors = measureErrors;
        std::map<std::string, std::size_t> heard;
        std::size_t results = 0;
        const RunSink sink{[&](const RerunResult&) { ++results; },
                           [&](std::size_t done, const std::string& text) {
                               CHECK(done == results);
                               ++heard[text];
                           }};
        CHECK(!backend.run(request, sink, {}));
        CHECK(results == 2);
        return heard;
    };
    const auto sums = heardOf(false), both = heardOf(true);
    CHECK(sums.size() == 2);
    for (const auto& each : sums) {
        const auto& name = each.first;
        const auto& times = each.second;
        INFO(name, " ", times, " ", both.at(name));
        CHECK(times > 4);
        CHECK(both.at(name) > times + 2);
    }
}

TEST_CASE("work that goes on for long is said now and then only") {
    EmulateBackend backend(builtInCards(), std::chrono::hours(1));
    RerunRequest request = smallRequest(backend);
    request.candidates = {{std::nullopt, "matmul_naive"}, {std::nullopt, "matmul_simple_tma_mma"}};
    std::string heard;
    const RunSink sink{[](const RerunResult&) {}, [&](std::size_t, const std::string& text) { heard += text + " "; }};
    CHECK(!backend.run(request, sink, {}));
    CHECK(heard == "matmul_naive matmul_simple_tma_mma ");
}
