#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/self_check.h"
#include "core/rerun/worker_messages.h"

#include <set>
#include <utility>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

using End = WorkerClient::Answers::End;

const CardNumbers& hopper() {
    return *builtInCardOf("H200", "9.0");
}

std::set<std::string> classesOf(const SelfCheckPart& part) {
    std::set<std::string> classes;
    for (const ClassTally& tally : part.classes)
        classes.insert(tally.classId);
    return classes;
}

// A device that emulates: strides and offsets are taken as the kernels do, whose bits they do not change. It refuses
// what the kernels' launch checks decline.
RequestRunner device(EmulateBackend& backend, const CardNumbers& card = hopper()) {
    return [&backend, &card](RerunRequest request) {
        const OperandPlacement placement = std::exchange(request.placement, {});
        auto answers = runnerOf(backend, {})(request);
        for (RerunResult& result : answers.results) {
            const auto arithmetic =
                candidateArithmetic(result.candidate.name, request.problem, card, request.codeGenerator, placement);
            if (arithmetic.status == CandidateArithmetic::Status::refused) result.status = RerunStatus::refused;
        }
        return answers;
    };
}

}  // namespace

TEST_CASE("the emulator gives every measured checksum that comes with the program") {
    EmulateBackend backend({hopper()});
    const SelfCheckPart part = checkCells(builtInMeasuredCells(), runnerOf(backend, {}), "0");
    CHECK(part.allEqual());
    CHECK(part.contraries.empty());
    CHECK(part.total().equal == 239);
    CHECK(classesOf(part).contains("tf32-trunc/g8"));
    CHECK(classesOf(part).contains("bf16-tensor-core/g16"));
}

TEST_CASE("one wrong checksum is found and named") {
    EmulateBackend backend({hopper()});
    auto cells = builtInMeasuredCells();
    cells.at(7).checksum.back() = cells.at(7).checksum.back() == '0' ? '1' : '0';
    const SelfCheckPart part = checkCells(cells, runnerOf(backend, {}), "0");
    CHECK(!part.allEqual());
    CHECK(part.total().different == 1);
    CHECK(part.total().equal == 238);
    REQUIRE(part.contraries.size() == 1);
    CHECK(part.contraries[0].find(cells.at(7).name) == 0);
    CHECK(part.contraries[0].find("expected " + cells.at(7).checksum) != std::string::npos);
}

TEST_CASE("another card's numbers do not give the measured checksums") {
    EmulateBackend backend({*builtInCardOf("A100", "8.0")});
    const SelfCheckPart part = checkCells(builtInMeasuredCells(), runnerOf(backend, {}), "0");
    CHECK(!part.allEqual());
    CHECK(part.total().different > 20);
    CHECK(part.contraries.size() == SelfCheckPart::kMostContraries);
}

TEST_CASE("a device with the card's numbers is equal in every class") {
    EmulateBackend backend({hopper()});
    const SelfCheckPart part = checkDevice(hopper(), device(backend), {"0", 5, true, 2});
    CHECK(part.allEqual());
    CHECK(part.total().equal > 500);
    for (const char* id : {"f32/ascending", "f32/partial4", "f32/gemm4", "f32/rotated", "f32/vecmat",
                           "f32/vecmat-contracted", "tf32-rna/g4", "tf32-rna/g8", "tf32-trunc/g4", "tf32-trunc/g8",
                           "tf32-rne/g4", "tf32-rne/g8", "f16-tensor-core/g16", "bf16-tensor-core/g16"}) {
        CAPTURE(id);
        CHECK(classesOf(part).contains(id));
    }
}

TEST_CASE("a device with other numbers differs, and in its tensor-core classes only") {
    CardNumbers other = hopper();
    for (CardOperands& operands : other.operands)
        operands.core.keptFractionBits -= 1;
    EmulateBackend backend({other});
    const SelfCheckPart part = checkDevice(hopper(), device(backend), {"0", 5, true, 0});
    CHECK(!part.allEqual());
    for (const ClassTally& tally : part.classes) {
        CAPTURE(tally.classId);
        const bool isTensorCore =
            tally.classId.starts_with("tf32-") || tally.classId.find("tensor-core") != std::string::npos;
        CHECK((tally.different > 0) == isTensorCore);
    }
}

TEST_CASE("what differs between launches, writes elsewhere, fails, is refused or drops operands is no equality") {
    EmulateBackend backend({hopper()});
    const std::vector<std::pair<void (*)(RerunResult&), std::string>> faults = {
        {[](RerunResult& r) { r.unwritten = 3; }, "3 elements were not written"},
        {[](RerunResult& r) { r.guardBytesChanged = 4; }, "4 bytes were written outside"},
        {[](RerunResult& r) { r.differentRepeats = 1; }, "differ between launches"},
        {[](RerunResult& r) { r.dependsOnFill = true; }, "what the output held before"},
        {[](RerunResult& r) { r.status = RerunStatus::failed, r.because = "it hung"; }, "it hung"},
        {[](RerunResult& r) { r.candidate.name = "other"; }, "no result"}};
    std::size_t asked = 0;
    std::size_t given = 0;
    const auto run = [&](const RerunRequest& request) {
        auto answers = device(backend)(request);
        if (asked < faults.size()) faults[asked].first(answers.results.at(4));
        if (asked++ == faults.size()) answers.results.at(4).status = RerunStatus::refused;
        if (request.operands && ++given == 1) answers.results.at(4).operandChecksum.reset();
        return answers;
    };
    const SelfCheckPart part = checkDevice(hopper(), run, {"0", 5, true, 0});
    CHECK(!part.allEqual());
    CHECK(part.total().failed == 2);
    CHECK(part.total().different == 5);
    CHECK(part.total().unexpected == 1);
    REQUIRE(part.contraries.size() == 8);
    for (std::size_t i = 0; i < faults.size(); ++i)
        CHECK(part.contraries[i].find(faults[i].second) != std::string::npos);
    CHECK(part.contraries.back().find("operands that were given were not used") != std::string::npos);
}

TEST_CASE("a refusal counts as expected only where the kernels' launch checks decline") {
    EmulateBackend backend({hopper()});
    const SelfCheckPlan plan{"0", 5, true, 0};
    const auto honest = checkDevice(hopper(), device(backend), plan).total();
    CHECK(honest.unexpected == 0);
    SelfCheckPlan dense = plan;
    dense.placedOperands = false;
    const SelfCheckPart without = checkDevice(hopper(), device(backend), dense);
    CHECK(without.allEqual());
    CHECK(without.total().equal < honest.equal);
    CHECK(without.notTried == "misaligned and strided operands");
    CHECK(honest.refused > 100);
    // Refuses every tensor-core class.
    for (const RerunStatus status : {RerunStatus::refused, RerunStatus::notRun}) {
        const auto run = [&](const RerunRequest& request) {
            auto answers = device(backend)(request);
            for (RerunResult& result : answers.results) {
                const bool tensorCore = result.candidate.name.find("mma") != std::string::npos;
                if (tensorCore && result.status == RerunStatus::ok) result.status = status;
            }
            return answers;
        };
        const SelfCheckPart part = checkDevice(hopper(), run, plan);
        CHECK(!part.allEqual());
        CHECK(part.total().refused == honest.refused);
        CHECK(part.total().equal + part.total().unexpected == honest.equal);
        CHECK(part.total().unexpected > 200);
        REQUIRE(part.contraries.size() == SelfCheckPart::kMostContraries);
        CHECK(part.contraries.front().find(": " + std::string(toString(status)) + ", expected ") != std::string::npos);
    }
    // Refuses nothing: its bits are compared where there are some.
    const auto all = [&](RerunRequest request) {
        request.placement = {};
        return runnerOf(backend, {})(request);
    };
    CHECK(checkDevice(hopper(), all, plan).allEqual());
    // Runs what has no tensor memory accelerator.
    const auto more = [&](const RerunRequest& request) {
        auto answers = device(backend)(request);
        for (RerunResult& result : answers.results)
            result.status = RerunStatus::ok;
        return answers;
    };
    const SelfCheckPart part = checkDevice(hopper(), more, plan);
    CHECK(!part.allEqual());
    CHECK(part.contraries.front().find(", expected a refusal") != std::string::npos);
}

TEST_CASE("a measured cell that is refused is contrary to what was measured") {
    EmulateBackend backend({hopper()});
    const auto run = [&](const RerunRequest& request) {
        auto answers = runnerOf(backend, {})(request);
        answers.results.front().status = RerunStatus::refused;
        return answers;
    };
    const SelfCheckPart part = checkCells(builtInMeasuredCells(), run, "0");
    CHECK(!part.allEqual());
    CHECK(part.total().refused == 0);
    CHECK(part.total().unexpected > 0);
}

TEST_CASE("a device that is lost, stopped or empty has passed nothing") {
    for (const End end : {End::lost, End::stopped, End::done}) {
        WorkerClient::Answers answers;
        answers.end = end;
        answers.failure = end == End::lost ? "it crashed" : "";
        const auto run = [&](const RerunRequest&) { return answers; };
        const SelfCheckPart part = checkDevice(hopper(), run, {});
        CHECK(!part.allEqual());
        CHECK(part.failure == answers.failure);
        CHECK(part.stopped == (end == End::stopped));
    }
    CHECK(!checkCells(
               {}, [](const RerunRequest&) { return WorkerClient::Answers(); }, "0")
               .allEqual());
}
