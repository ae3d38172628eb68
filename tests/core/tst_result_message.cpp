#include "core/rerun/result_message.h"
#include "core/rerun/worker_messages.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

RerunResult sent(const RerunResult& result, RerunMeans means = RerunMeans::real) {
    const auto parsed = parseFromWorker(toLine(MessageFromWorker(WorkerAnswer{"r1", result})), means);
    REQUIRE_MESSAGE(parsed, parsed.errorMessage());
    const auto& answer = std::get<WorkerAnswer>(parsed.value());
    CHECK(answer.id == "r1");
    return answer.result;
}

RerunResult measured() {
    RerunResult result;
    result.candidate = {CandidateIndex{13}, "matmul_simple_cyclic_mma"};
    result.status = RerunStatus::ok;
    result.because = "a remark";
    result.means = RerunMeans::replica;
    result.classId = "tf32-rna/g8";
    result.checksum = 0xfedcba9876543210;
    result.repeats = 5;
    result.comparedRepeats = 3;
    result.differentRepeats = 1;
    result.gridFilled = true;
    result.dependsOnFill = true;
    result.unwritten = 17;
    result.guardBytesChanged = 4;
    ErrorSummary error{PrecisionModel::tf32Away, 3.25e-7, 2.5e-7, 12.5, {}};
    error.ulpHistogram[0] = 100;
    error.ulpHistogram[ErrorSummary::kUlpBins - 1] = 2;
    result.errors = {error};
    result.timing =
        TimingSummary{{41'000}, {41'900}, {47'000}, {41'300}, {42'800}, 30, false, ClockSummary{1905, 1980, 2}};
    result.patterns = {0, 1, 0xffffffff};
    result.operandChecksum = 0x0123456789abcdef;
    return result;
}

}  // namespace

TEST_CASE("a result comes back whole") {
    const RerunResult read = sent(measured());
    CHECK(read.candidate == measured().candidate);
    CHECK((read.status == RerunStatus::ok));
    CHECK(read.because == "a remark");
    CHECK((read.means == RerunMeans::replica));
    CHECK(read.classId == "tf32-rna/g8");
    CHECK(read.checksum == 0xfedcba9876543210);
    CHECK(read.repeats == 5);
    CHECK(read.comparedRepeats == 3);
    CHECK(read.differentRepeats == 1);
    CHECK(read.gridFilled);
    CHECK(read.dependsOnFill);
    CHECK(read.unwritten == 17);
    CHECK(read.guardBytesChanged == 4);
    REQUIRE(read.errors.size() == 1);
    CHECK((read.errors[0].model == PrecisionModel::tf32Away));
    CHECK(read.errors[0].largest == 3.25e-7);
    CHECK(read.errors[0].largestBeyondRounding == 2.5e-7);
    CHECK(read.errors[0].largestUlp == 12.5);
    CHECK(read.errors[0].ulpHistogram == measured().errors[0].ulpHistogram);
    REQUIRE(read.timing);
    CHECK(read.timing->median.value == 41'900);
    CHECK(read.timing->upperBand.value == 42'800);
    REQUIRE(read.timing->clock);
    CHECK(read.timing->clock->throttled == 2);
    CHECK(read.timing->clock->lowestMegahertz == 1905);
    CHECK(read.timing->clock->highestMegahertz == 1980);
    CHECK(!read.timing->cacheFlushed);
    CHECK(read.patterns == measured().patterns);
    CHECK(read.operandChecksum == measured().operandChecksum);
}

TEST_CASE("an error that is not finite survives JSON") {
    RerunResult result = measured();
    result.errors[0].largest = std::numeric_limits<double>::infinity();
    result.errors[0].largestBeyondRounding.reset();
    const ErrorSummary read = sent(result).errors.at(0);
    CHECK(std::isinf(read.largest));
    CHECK(!read.largestBeyondRounding);
}

TEST_CASE("a candidate that did not run carries its reason and no numbers") {
    RerunResult result;
    result.candidate.name = "matmul_simple_tma_mma";
    result.status = RerunStatus::refused;
    result.because = "its copies need rows aligned to 16 bytes";
    result.checksum = 99;
    const RerunResult read = sent(result);
    CHECK((read.status == RerunStatus::refused));
    CHECK(read.because == result.because);
    CHECK(!read.candidate.index);
    CHECK(read.checksum == 0);
    CHECK(read.repeats == 0);
}

TEST_CASE("a result that does not say its means has its worker's") {
    const auto parsed = parseFromWorker(
        R"({"type":"result","id":"1","name":"n","status":"ok","checksum":"00000000000000ff"})", RerunMeans::real);
    REQUIRE(parsed);
    const auto& result = std::get<WorkerAnswer>(parsed.value()).result;
    CHECK((result.means == RerunMeans::real));
    CHECK(result.checksum == 255);
    CHECK(result.repeats == 1);
}

TEST_CASE("what a failed launch did to memory is kept") {
    RerunResult result;
    result.candidate.name = "n";
    result.status = RerunStatus::failed;
    result.guardBytesChanged = 64;
    result.unwritten = 3;
    const RerunResult read = sent(result);
    CHECK((read.status == RerunStatus::failed));
    CHECK(read.guardBytesChanged == 64);
    CHECK(read.unwritten == 3);
}

TEST_CASE("a result with impossible numbers is damaged") {
    const auto fault = [](const std::string& members) {
        const std::string line = R"({"type":"result","id":"1","name":"n","status":"ok","checksum":"00000000000000ff",)";
        return parseFromWorker(line + members + "}", RerunMeans::real).errorMessage();
    };
    const auto timing = [&](const std::string& members) { return fault("\"timing\":{" + members + "}"); };
    const std::pair<std::string, const char*> faults[] = {
        {fault(R"("repeats":3,"comparedRepeats":1,"differentRepeats":7)"), "larger than \"comparedRepeats\""},
        {fault(R"("repeats":2,"comparedRepeats":2)"), "not smaller than \"repeats\""},
        {fault(R"("comparedRepeats":4000000000)"), "not smaller than \"repeats\""},
        {fault(R"("unwritten":9007199254740992)"), "\"unwritten\" is too large"},
        {fault(R"("unwritten":-1)"), "\"unwritten\" is no count"},
        {fault(R"("guardBytesChanged":18446744073709551615)"), "\"guardBytesChanged\" is too large"},
        {fault(R"("errors":[{"model":"f32","largest":-5,"largestUlp":1}])"), "\"errors\" is"},
        {fault(R"("errors":[{"model":"f32","largest":5,"largestUlp":-1}])"), "\"errors\" is"},
        {fault(R"("errors":[{"model":"f32","largest":5,"largestBeyondRounding":-1,"largestUlp":1}])"), "\"errors\" is"},
        {timing(R"("min":-5,"median":6,"max":7)"), "\"min\" is no count"},
        {timing(R"("min":5,"median":6)"), "\"max\" is missing"},
        {timing(R"("min":5,"median":6,"max":9223372036854775808)"), "\"max\" is too large"},
        {timing(R"("min":5,"median":4,"max":7)"), "median is not"},
        {timing(R"("min":5,"median":8,"max":7)"), "median is not"},
        {timing(R"("min":5,"median":6,"max":7,"lowerBand":4)"), "band is not"},
        {timing(R"("min":5,"median":6,"max":7,"lowerBand":7)"), "band is not"},
        {timing(R"("min":5,"median":6,"max":7,"upperBand":8)"), "band is not"},
        {timing(R"("min":5,"median":6,"max":7,"samples":0)"), "no samples"},
        {timing(R"("min":5,"median":6,"max":7,"samples":3,"throttled":4)"), "throttled"},
    };
    for (const auto& each : faults) {
        const auto& said = each.first;
        const auto& wanted = each.second;
        CHECK_MESSAGE(said.find(wanted) != std::string::npos, said, " for ", wanted);
    }
    CHECK(fault(R"("repeats":3,"comparedRepeats":2,"differentRepeats":2,"unwritten":9007199254740991)").empty());
    CHECK(timing(R"("min":5,"median":5,"max":5,"samples":1,"throttled":1)").empty());
}

TEST_CASE("a result says no more than its request can give") {
    RerunRequest request;
    request.problem = {2, 3, 4, ElementType::f32, false};
    request.repeats = 5;
    RerunResult result = measured();
    auto& bins = result.errors[0].ulpHistogram;
    bins[0] = 5;
    bins.back() = 1;
    result.unwritten = 6;
    CHECK(faultOf(result, request).empty());
    result.unwritten = 7;
    CHECK(faultOf(result, request).starts_with("\"unwritten\""));
    result.unwritten = 0;
    request.repeats = 2;
    CHECK(faultOf(result, request).starts_with("\"comparedRepeats\""));
    request.repeats = 3;
    CHECK(faultOf(result, request).empty());
    result.patterns.resize(7);
    CHECK(faultOf(result, request).starts_with("\"patterns\""));
    result.patterns.clear();
    for (const std::uint64_t last : {std::uint64_t{2}, ~std::uint64_t{0}}) {  // 7 elements, and a sum that wraps
        bins.back() = last;
        CHECK(faultOf(result, request).starts_with("\"ulpHistogram\""));
    }
    bins = {1, 1, 1, 1, 1, 1, 1};
    CHECK(faultOf(result, request.problem).starts_with("\"ulpHistogram\""));
}
