#include "core/report/rerun_parts.h"
#include "tests/support/document_text.h"
#include "tests/support/matmul_keys.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using test::holds;
using test::textOf;

namespace {

// One round for each shape and check; candidate 0 and 1 are refused in all but the first.
RerunReport sweptReport() {
    RerunReport report = test::smallRerun();
    report.rounds[0].results.resize(2);
    const auto add = [&](std::size_t k, RerunCheck check, BucketPlace place) {
        RerunRound round = report.rounds.front();
        round.request.problem.k = k;
        round.request.check = check;
        round.request.place = place;
        for (RerunResult& result : round.results) {
            result.status = RerunStatus::refused;
            result.because = "odd";
        }
        report.rounds.push_back(std::move(round));
    };
    for (std::size_t k = 33; k < 41; ++k)
        add(k, RerunCheck::bucketMember, BucketPlace::inside);
    add(3, RerunCheck::narrow, BucketPlace::outside);
    add(2, RerunCheck::narrow, BucketPlace::unknown);
    return report;
}

}  // namespace

TEST_CASE("candidates that share what happened share a row; many shapes are cut, those of other keys told apart") {
    const RerunReport report = sweptReport();
    const RerunFindings findings = findingsOf(report, std::nullopt);
    Document document;
    RerunView view{"matmul", "H200", {}, report, findings};
    view.keyId = "1234";
    addIncidents(document, view);
    const std::string text = textOf(document);
    CHECK(holds(text, "0 and 1|refused|shapes of this key: 8×8×33, 8×8×34, 8×8×35, 8×8×36, 8×8×37 and 3 more|odd|"));
    CHECK(holds(text, "0 and 1|refused|shapes of other keys: all that were tried|odd|"));
    CHECK(holds(text, "0 and 1|refused|other shapes: all that were tried|odd|"));
    Document nothing;
    const RerunReport sound;
    const RerunFindings none = findingsOf(sound, std::nullopt);
    addIncidents(nothing, {"matmul", "H200", {}, sound, none});
    CHECK(nothing.blocks.empty());
}

TEST_CASE("where only some seeds of a shape went wrong, they are named; without a key no shape is called one of its") {
    RerunReport report = test::smallRerun();
    report.rounds[0].results.resize(2);
    for (std::uint64_t seed = 3; seed < 7; seed += 2) {
        RerunRound round = report.rounds.front();
        round.request.lhsSeed = seed;
        round.request.rhsSeed = seed + 1;
        round.results[1].status = RerunStatus::refused;
        report.rounds.push_back(std::move(round));
    }
    const auto text = [&](const std::string& key) {
        const RerunFindings findings = findingsOf(report, std::nullopt);
        RerunView view{"matmul", "H200", {}, report, findings};
        view.keyId = key;
        Document document;
        addIncidents(document, view);
        return textOf(document);
    };
    CHECK(holds(text("1234"), "1 b|refused|shapes of this key: 8×8×64 with seeds 3 and 4, 5 and 6|"));
    CHECK(holds(text({}), "1 b|refused|shapes tried: 8×8×64 with seeds 3 and 4, 5 and 6|"));
    report.rounds[0].results[1].status = RerunStatus::refused;
    CHECK(holds(text("1234"), "1 b|refused|shapes of this key: all that were tried|"));
    CHECK(holds(text({}), "1 b|refused|shapes tried: all that were tried|"));
}

TEST_CASE("the inputs are listed by what they were tried for") {
    const RerunReport report = sweptReport();
    const RerunFindings findings = findingsOf(report, std::nullopt);
    RerunPlan plan;
    plan.sweep = plan.standardChecks = plan.onlyDense = true;
    plan.bucket = bucketOfKey(test::keyOf({512, 1024, 128, 9, 10})).value();
    Document document;
    addInputs(document, {"matmul", "H200", {}, report, findings, &plan, {}, {}});
    const std::string text = textOf(document);
    CHECK(holds(text, "* 8×8×64 f32, seeds 1 and 2\n"));
    CHECK(holds(text, "* narrow: 8×8×3 and 8×8×2\n"));
    CHECK(holds(text, "* other shapes that the key stands for: 8×8×33, 8×8×34, "));
    CHECK(holds(text, "m from 257 to 512, n from 513 to 1024 and k from 65 to 128"));
    CHECK(holds(text, "an odd multiple of 512 bytes apart, of the right one a multiple of 1024 bytes"));
    CHECK(holds(text, "level balanced"));
    CHECK(holds(text, "Not tried: misaligned buffers and padded rows"));
    Document faulty;
    addInputs(faulty, {"matmul", "H200", {}, report, findings, &plan, "it cannot be told", {}});
    CHECK(holds(textOf(faulty), "No sweep: it cannot be told."));
}

TEST_CASE("a sweep without a member says so") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, std::nullopt);
    RerunPlan plan;
    plan.sweep = plan.onlyDense = true;
    plan.bucket = bucketOfKey(test::keyOf({128, 128, 128, 8, 8})).value();
    Document document;
    addInputs(document, {"matmul", "H200", {}, report, findings, &plan, {}, {}});
    CHECK(holds(textOf(document), "No sweep: the key stands for no other shape whose rows need no padding."));
}

TEST_CASE("inputs of which nothing was run are not called tried") {
    RerunReport report = sweptReport();
    for (RerunResult& result : report.rounds[1].results) {
        result.status = RerunStatus::notRun;
        result.because = "dense rows \x1b only";
    }
    const RerunFindings findings = findingsOf(report, std::nullopt);
    Document document;
    addInputs(document, {"matmul", "H200", {}, report, findings});
    const std::string text = textOf(document);
    CHECK(holds(text, "* other shapes that the key stands for: 8×8×34, "));
    CHECK(holds(text, "Not run: 8×8×33 – dense rows \\x1B only."));
}

TEST_CASE("sizes of a key that it does not stand for itself are said to be so") {
    RerunReport report = test::smallRerun();
    report.rounds[0].request.place = BucketPlace::outside;
    CHECK(!isOutside(report.rounds[0].request));
    const RerunFindings findings = findingsOf(report, std::nullopt);
    const RerunPlan plan;
    Document document;
    addInputs(document, {"matmul", "H200", {}, report, findings, &plan, {}, {}});
    CHECK(holds(textOf(document), "none of the problems that it stands for"));
}

TEST_CASE("remarks on results are shown once, hostile ones harmless") {
    RerunReport report = test::smallRerun();
    report.rounds[0].results[0].because = report.rounds[0].results[1].because = "not \x1b measured";
    const RerunFindings findings = findingsOf(report, std::nullopt);
    Document document;
    addRemarks(document, {"matmul", "H200", {}, report, findings});
    CHECK(textOf(document) == "Of 0 and 1: not \\x1B measured.\n");
}
