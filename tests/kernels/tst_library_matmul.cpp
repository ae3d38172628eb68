#include "core/rerun/verdict.h"
#include "kernels/cuda_backend.h"
#include "kernels/library_matmul.h"

#include <map>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

RerunRequest requestOf(const RerunProblem& problem) {
    RerunRequest request;
    request.problem = problem;
    for (const std::string& name : libraryCandidateNames())
        request.candidates.push_back({std::nullopt, name});
    return request;
}

std::map<std::string, RerunResult> run(const RerunRequest& request) {
    std::map<std::string, RerunResult> results;
    RunSink sink;
    sink.result = [&](RerunResult result) { results[result.candidate.name] = std::move(result); };
    sink.progress = [](std::size_t, const std::string&) {};
    const auto failure = makeCudaBackend()->run(request, sink, {});
    REQUIRE_MESSAGE(!failure, failure->message);
    return results;
}

}  // namespace

TEST_CASE("names of library candidates are read back, others are none") {
    CHECK(libraryCandidateNames().size() == 2 * kAlgorithmsOffered);
    const auto plain = libraryCandidate("cublaslt_7");
    REQUIRE(plain);
    CHECK((plain->compute == LibraryCompute::f32));
    CHECK(plain->number == 7);
    const auto tf32 = libraryCandidate("cublaslt_tf32_0");
    REQUIRE(tf32);
    CHECK((tf32->compute == LibraryCompute::tf32));
    for (const char* name : {"matmul_naive", "cublaslt_", "cublaslt_x", "cublaslt_1x", "cublaslt_tf32_"}) {
        INFO(name);
        CHECK(!libraryCandidate(name));
    }
}

TEST_CASE("the library's algorithms run as candidates and none is accused") {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const auto& [lhsTransposed, rhsTransposed] :
             {std::pair{false, false}, std::pair{false, true}, std::pair{true, false}, std::pair{true, true}}) {
            const RerunProblem problem{192, 160, 256, type, rhsTransposed, lhsTransposed};
            std::size_t ran = 0;
            for (const auto& each : run(requestOf(problem))) {
                const auto& name = each.first;
                const auto& result = each.second;
                INFO(name, " ", result.because);
                if (result.status != RerunStatus::ok) {
                    CHECK((result.status == RerunStatus::refused));
                    continue;
                }
                ++ran;
                CHECK((result.means == RerunMeans::real));
                const RerunVerdict verdict = judge(result, problem);
                CHECK(verdict.findings.empty());
                CHECK((verdict.kind == RerunVerdictKind::withinRounding));
                if (name.starts_with("cublaslt_tf32"))
                    CHECK((type == ElementType::f32));
                else if (type == ElementType::f32)
                    CHECK((verdict.model == PrecisionModel::f32));
            }
            CHECK(ran > 0);
        }
    }
}

TEST_CASE("the library's algorithms obey strides and misaligned buffers") {
    for (const bool lhsTransposed : {false, true}) {
        RerunRequest request = requestOf({65, 48, 80, ElementType::f32, false, lhsTransposed});
        request.placement = {81, 51, 49, 1};
        std::size_t ran = 0;
        for (const auto& each : run(request)) {
            const auto& name = each.first;
            const auto& result = each.second;
            INFO(name, " ", result.because);
            if (result.status != RerunStatus::ok) continue;
            ++ran;
            CHECK(judge(result, request.problem).findings.empty());
        }
        CHECK(ran > 0);
    }
}

TEST_CASE("timed samples say at which clock they ran") {
    RerunRequest request = requestOf({512, 512, 512, ElementType::f32, false});
    request.candidates = {{std::nullopt, "matmul_naive"}, {std::nullopt, "cublaslt_0"}};
    request.timingSamples = 7;
    for (const auto& each : run(request)) {
        const auto& name = each.first;
        const auto& result = each.second;
        INFO(name, " ", result.because);
        REQUIRE(result.timing);
        CHECK(result.timing->samples == 7);
        CHECK(result.timing->lowerBand.value <= result.timing->median.value);
        CHECK(result.timing->median.value <= result.timing->upperBand.value);
        REQUIRE(result.timing->clock);
        CHECK(result.timing->clock->lowestMegahertz > 0);
        CHECK(result.timing->clock->lowestMegahertz <= result.timing->clock->highestMegahertz);
        CHECK(result.timing->clock->throttled <= 7);
    }
}
