#include "core/rerun/worker_messages.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

RerunRequest sent(const RerunRequest& request) {
    const auto parsed = parseToWorker(toLine(MessageToWorker(request)));
    REQUIRE_MESSAGE(parsed, parsed.errorMessage());
    return std::get<RerunRequest>(parsed.value());
}

std::string faultOf(const std::string& problem, const std::string& rest = "") {
    const auto parsed =
        parseToWorker(R"({"type":"run","id":"1","candidates":[{"name":"a"}],"problem":)" + problem + rest + "}");
    return parsed.errorMessage();
}

}  // namespace

TEST_CASE("a request comes back whole") {
    RerunRequest request;
    request.id = "r9";
    request.device = "1";
    request.problem = {512, 1024, 128, ElementType::bf16, true, true};
    request.placement = {515, 131, 1030, 3};
    request.codeGenerator = CodeGenerator::llvm;
    request.keyJson = R"({"definition":{"m":512}})";
    request.candidates = {{CandidateIndex{4}, "a"}, {std::nullopt, "b"}};
    request.lhsSeed = 7;
    request.rhsSeed = 0xffffffffffffffff;
    request.repeats = 20;
    request.measureErrors = false;
    request.timingSamples = 30;
    request.flushCache = false;
    request.returnPatterns = true;
    request.operands = Operands{std::vector<float>(512 * 128, 1.5F), std::vector<float>(128 * 1024, -0x1p-100F)};
    const RerunRequest read = sent(request);
    CHECK(read.id == "r9");
    REQUIRE(read.operands);
    CHECK(read.operands->lhs == request.operands->lhs);
    CHECK(read.operands->rhs == request.operands->rhs);
    CHECK(read.device == "1");
    CHECK(read.problem == request.problem);
    CHECK(read.placement == request.placement);
    CHECK((read.codeGenerator == CodeGenerator::llvm));
    CHECK(read.keyJson == request.keyJson);
    CHECK(read.candidates == request.candidates);
    CHECK(read.lhsSeed == 7);
    CHECK(read.rhsSeed == 0xffffffffffffffff);
    CHECK(read.repeats == 20);
    CHECK(!read.measureErrors);
    CHECK(read.timingSamples == 30);
    CHECK(!read.flushCache);
    CHECK(read.returnPatterns);
}

TEST_CASE("a short request has the defaults of the protocol") {
    const auto parsed = parseToWorker(
        R"({"type":"run","id":"1","problem":{"m":2,"n":3,"k":4,"type":"f32"},"candidates":[{"name":"a"}]})");
    REQUIRE(parsed);
    const auto& request = std::get<RerunRequest>(parsed.value());
    CHECK(request.placement == OperandPlacement{});
    CHECK(request.lhsSeed == kLhsSeed);
    CHECK(request.rhsSeed == kRhsSeed);
    CHECK(request.repeats == 3);
    CHECK(request.measureErrors);
    CHECK(request.timingSamples == 0);
    CHECK(request.keyJson.empty());
    CHECK(!request.operands);
}

TEST_CASE("a damaged request says what is wrong") {
    const std::string good = R"({"m":2,"n":3,"k":4,"type":"f32"})";
    CHECK(faultOf(good).empty());
    CHECK(faultOf("3").find("\"problem\" is no object") != std::string::npos);
    CHECK(faultOf(R"({"m":2,"n":3,"type":"f32"})").find("\"k\" is missing") != std::string::npos);
    CHECK(faultOf(R"({"m":0,"n":3,"k":4,"type":"f32"})").find("\"m\" is out of range") != std::string::npos);
    CHECK(faultOf(R"({"m":-1,"n":3,"k":4,"type":"f32"})").find("\"m\" is no count") != std::string::npos);
    CHECK(faultOf(R"({"m":1e9,"n":3,"k":4,"type":"f32"})").find("\"m\" is no count") != std::string::npos);
    CHECK(faultOf(R"({"m":2,"n":3,"k":4,"type":"f64"})").find("\"type\" is none of") != std::string::npos);
    CHECK(faultOf(good, R"(,"placement":{"lhsStride":3})").find("shorter than a row") != std::string::npos);
    CHECK(faultOf(good, R"(,"codeGenerator":"gcc")").find("neither cuda-cpp nor llvm") != std::string::npos);
    CHECK(faultOf(good, R"(,"operation":"conv")").find("\"operation\"") != std::string::npos);
    CHECK(faultOf(good, R"(,"lhsSeed":"one")").find("\"lhsSeed\" is no count") != std::string::npos);
}

TEST_CASE("operands that do not fit the problem are refused") {
    const std::string small = R"({"m":1,"n":1,"k":2,"type":"f16"})";
    const auto fault = [&](const std::string& operands, const std::string& problem) {
        return faultOf(problem, R"(,"operands":)" + operands);
    };
    CHECK(fault(R"({"lhs":"3c003c00","rhs":"3c003c00"})", small).empty());
    for (const char* damaged : {R"({"lhs":"3c003c00"})", R"({"lhs":"3c003c00","rhs":"3c00"})",
                                R"({"lhs":"3c003c00","rhs":"3c003C00"})", R"({"lhs":[1,2],"rhs":"3c003c00"})"}) {
        CAPTURE(damaged);
        CHECK(fault(damaged, small).find("\"operands\" is damaged: \"") != std::string::npos);
    }
    CHECK(fault("[]", small).find("\"operands\" is no object") != std::string::npos);
    const std::string large = R"({"m":2147483648,"n":2147483648,"k":2147483648,"type":"f16"})";
    CHECK(fault(R"({"lhs":"","rhs":""})", large).find("more than 262144 elements") != std::string::npos);
    CHECK(!fault(R"({"lhs":"","rhs":""})", R"({"m":0,"n":1,"k":1,"type":"f16"})").empty());
}

TEST_CASE("a transposed right operand has rows of k") {
    const auto fault =
        faultOf(R"({"m":2,"n":8,"k":4,"type":"f32","rhsTransposed":true})", R"(,"placement":{"rhsStride":5})");
    CHECK_MESSAGE(fault.empty(), fault);
}
