#include "core/analyse/seeded_random.h"
#include "core/rerun/card_calibration.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/given_operands.h"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

using Outcome = InstructionNumbers::Outcome;
using End = WorkerClient::Answers::End;

CardNumbers randomCard(std::uint64_t seed) {
    SeededRandom random(seed);
    CardNumbers card;
    card.name = "random";
    card.generation = Card::hopper;
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        const TensorCore core{22 + random.below(8), 1 + random.below(32), 1 + random.below(32),
                              random.below(2) == 0 ? FinalRounding::towardZero : FinalRounding::nearestEven};
        card.operands.push_back({type, core, CardEvidence::publicationOnly, ""});
    }
    return card;
}

CardCalibration calibrated(const CardNumbers& card) {
    EmulateBackend backend({card});
    return calibrateCard(runnerOf(backend, {}), {"0", 6, 1});
}

}  // namespace

TEST_CASE("random cards are found whole and verified by checksums") {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        const CardNumbers card = randomCard(seed);
        const CardCalibration found = calibrated(card);
        CHECK(found.failure.empty());
        REQUIRE(found.isVerified());
        const CardNumbers written = calibratedCard(found, "Mine", Card::hopper, RerunMeans::emulated, "here");
        for (const CardOperands& operands : card.operands) {
            const TypeCalibration& type = *std::find_if(found.types.begin(), found.types.end(),
                                                        [&](const auto& one) { return one.type == operands.type; });
            CHECK((written.find(operands.type)->core == operands.core));
            CHECK((written.find(operands.type)->evidence == CardEvidence::emulatedDevice));
            CHECK(type.seeded.equal == 12);
            CHECK(type.cancelling.equal == 12);
        }
        CHECK((calibratedCard(found, "Mine", Card::hopper, RerunMeans::replica, "").operands.front().evidence ==
               CardEvidence::kernelChecksums));
    }
}

TEST_CASE("instructions and types that a card lacks are left out") {
    CardNumbers card = *builtInCardOf("V100", "7.0");
    const CardCalibration found = calibrated(card);
    CHECK(found.isVerified());
    CHECK(found.types.at(0).isAbsent());
    CHECK((found.types.at(1).core == card.find(ElementType::f16)->core));
    CHECK((found.types.at(1).mma.outcome == Outcome::notRun));
    CHECK(found.types.at(2).isAbsent());
    CHECK(calibratedCard(found, "Mine", Card::volta, RerunMeans::real, "").operands.size() == 1);
    card.operands.clear();
    CHECK(!calibrated(card).isVerified());
}

TEST_CASE("a device whose checksums are others than its probes foretold is not verified") {
    EmulateBackend backend({randomCard(1)});
    const auto run = [&](const RerunRequest& request) {
        auto answers = runnerOf(backend, {})(request);
        if (!request.operands && request.problem.type == ElementType::f16) answers.results.at(1).checksum += 1;
        return answers;
    };
    const CardCalibration found = calibrateCard(run, {"0", 4, 1});
    CHECK(!found.isVerified());
    CHECK(found.types.at(0).isVerified());
    CHECK(!found.types.at(1).isVerified());
    CHECK(found.types.at(1).core.has_value());
    CHECK(found.types.at(1).seeded.different == 4);
    CHECK(found.types.at(1).seeded.equal == 4);
    CHECK(found.types.at(1).seeded.firstContrary.find(", emulated ") != std::string::npos);
    CHECK(calibratedCard(found, "", Card::hopper, RerunMeans::real, "").operands.size() == 2);
}

TEST_CASE("a worker that ignores given operands never gives a card") {
    EmulateBackend backend({randomCard(1)});
    // One that says nothing, one that says it did, one that sends an echo of its own.
    for (const int kind : {0, 1, 2}) {
        const auto run = [&](const RerunRequest& request) {
            RerunRequest other = request;
            other.operands.reset();
            auto answers = runnerOf(backend, {})(other);
            for (RerunResult& result : answers.results) {
                if (!request.operands || kind == 0) continue;
                result.operandChecksum = kind == 1 ? operandChecksum(*request.operands, request.problem.type) : 7;
            }
            return answers;
        };
        const CardCalibration found = calibrateCard(run, {"0", 4, 1});
        CHECK(!found.isVerified());
        CHECK((found.types.at(0).mma.outcome == Outcome::operandsIgnored));
        CHECK(!found.failure.empty());
        CHECK(found.types.size() == 1);
    }
}

TEST_CASE("instructions that keep other bits have no common card") {
    EmulateBackend one({randomCard(1)});
    CardNumbers changed = randomCard(1);
    changed.operands[0].core.keptFractionBits += 1;
    EmulateBackend other({changed});
    const auto run = [&](const RerunRequest& request) {
        auto answers = runnerOf(one, {})(request);
        const auto second = runnerOf(other, {})(request);
        for (std::size_t i = 0; i < answers.results.size(); ++i) {
            if (answers.results[i].candidate.name.ends_with("cyclic_mma")) answers.results[i] = second.results[i];
        }
        return answers;
    };
    const CardCalibration found = calibrateCard(run, {"0", 4, 1});
    CHECK(!found.types.at(0).core.has_value());
    CHECK(found.types.at(0).because.find("a card file cannot hold") != std::string::npos);
    CHECK(found.types.at(1).isVerified());
    CHECK(!found.isVerified());
}

TEST_CASE("a request that the worker refuses costs its type, and is no missing instruction") {
    EmulateBackend backend({randomCard(1)});
    const auto run = [&](const RerunRequest& request) {
        if (request.problem.type != ElementType::bf16) return runnerOf(backend, {})(request);
        WorkerClient::Answers answers;
        answers.end = End::refused;
        answers.failure = "not this type";
        return answers;
    };
    const CardCalibration found = calibrateCard(run, {"0", 4, 1});
    CHECK(found.failure.empty());
    CHECK(found.types.at(0).isVerified());
    CHECK((found.types.at(2).mma.outcome == Outcome::failed));
    CHECK(!found.types.at(2).isAbsent());
    CHECK(found.types.at(2).because == "mma.sync: not this type; WMMA: not this type");
    CHECK(!found.isVerified());
}

TEST_CASE("a worker that is lost or stopped ends the calibration with what was found") {
    EmulateBackend backend({randomCard(1)});
    for (const End end : {End::lost, End::stopped}) {
        std::size_t requests = 0;
        const auto run = [&](const RerunRequest& request) {
            if (++requests < 20) return runnerOf(backend, {})(request);
            WorkerClient::Answers answers;
            answers.end = end;
            answers.failure = end == End::lost ? "it crashed" : "";
            return answers;
        };
        const CardCalibration found = calibrateCard(run, {"0", 4, 1});
        CHECK(!found.isVerified());
        CHECK(found.stopped == (end == End::stopped));
        CHECK(found.failure == (end == End::lost ? "it crashed" : ""));
        CHECK(found.types.size() == 1);
        CHECK(found.types.at(0).mma.group.has_value());
        CHECK(requests == 20);
    }
}
