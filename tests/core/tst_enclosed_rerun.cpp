#include "core/analyse/analysis.h"
#include "core/handover/enclosed_rerun.h"
#include "core/read/loader.h"
#include "core/rerun/result_checksum.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Sample {
    Dataset dataset = loadRuns({FLIPSCOPE_TEST_DATA "/runs"}).value();
    Analysis analysis = analyse(dataset).value();

    [[nodiscard]] const KeyVerdict& key(const std::string& label) const {
        for (std::size_t i = 0; i < dataset.keys.size(); ++i)
            if (dataset.keys[i].label == label) return analysis.keys[i];
        FAIL("no key ", label);
        return analysis.keys.front();
    }
};

}  // namespace

TEST_CASE("the winners of a plain matmul give their checksums") {
    const Sample sample;
    const auto made = emulateWinners(sample.dataset, sample.key("matmul 512×1024×128 f32"), "hopper", {}, {});
    REQUIRE(made.hasValue());
    const EnclosedRerun& rerun = made.value();
    CHECK(rerun.fault.empty());
    CHECK(rerun.cardName == "hopper");
    CHECK(rerun.plan.inputs == 1);
    REQUIRE(rerun.rerun.report.rounds.size() == 1);
    // Measured on an H200, by the kernel itself: the output of run14, which used 19, says the same.
    bool isFound = false;
    for (const RerunResult& result : rerun.rerun.report.rounds[0].results) {
        CHECK((result.status == RerunStatus::ok));
        if (result.candidate.index == CandidateIndex{19}) isFound = checksumText(result.checksum) == "4e3a3f59fd737d6e";
    }
    CHECK(isFound);
    CHECK(rerun.shapeLine.starts_with("flipscope-cli rerun --shape 512x1024x128 --dtype f32 --candidates "));
    CHECK(rerun.shapeLine.ends_with(" --inputs 1 --backend emulate:hopper"));
}

TEST_CASE("what cannot be emulated says why") {
    const Sample sample;
    const KeyVerdict& matmul = sample.key("matmul 512×1024×128 f32");
    const auto noCard = emulateWinners(sample.dataset, matmul, {}, {}, {});
    CHECK(noCard.value().fault == "no run tells its card, and none was named");
    CHECK(noCard.value().shapeLine.ends_with("--backend cuda"));
    for (const KeyVerdict& key : sample.analysis.keys) {
        if ((keyOf(sample.dataset, key.key).operation == Operation::matmul)) continue;
        const auto made = emulateWinners(sample.dataset, key, "hopper", {}, {});
        CHECK(!made.value().fault.empty());
        CHECK(made.value().shapeLine.empty());
    }
    Dataset large = sample.dataset;
    large.keys[matmul.key.value].matmul->m = 8192;
    large.keys[matmul.key.value].matmul->n = 8192;
    CHECK(emulateWinners(large, matmul, "hopper", {}, {}).value().fault ==
          "the problem is too large to be emulated for a report");
}
