#include "core/report/self_check_report.h"
#include "core/report/text_report.h"
#include "tests/support/document_text.h"
#include "tests/support/self_check_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

std::string textOf(const SelfCheckView& view) {
    TextStyle style;
    style.width = 200;
    return toText(selfCheckDocument(view), style);
}

}  // namespace

TEST_CASE("all equal is said with its counts, device, driver and date") {
    const SelfCheckView view = equalCheck();
    CHECK(view.passed());
    const std::string text = textOf(view);
    CHECK(holds(text,
                "GPU against emulator: 12 checksums equal, 0 different, 0 failed, 0 refused or not run "
                "unexpectedly; 3 refused as expected."));
    CHECK(holds(text, "NVIDIA H200 (compute capability 9.0, driver CUDA 13.0), numbers of the card Hopper"));
    CHECK(holds(text, "2026-11-30T12:00:00Z"));
    CHECK(holds(text, "tf32-rna/g8"));
    CHECK(!holds(text, "skipped"));
    CHECK(!holds(text, "do not rely"));
}

TEST_CASE("a skipped GPU part has passed nothing, and fails where a GPU was there or asked for") {
    SelfCheckView view = skippedCheck();
    CHECK(view.passed());
    std::string text = textOf(view);
    CHECK(holds(text, "The GPU part was skipped, so nothing is said about a GPU: the worker has no device"));
    CHECK(!holds(text, "GPU against emulator"));
    view.mustRun = true;
    CHECK(!view.passed());
    CHECK(!holds(textOf(view), "do not rely"));
    view.mustRun = false;
    view.emulator = SelfCheckPart();
    CHECK(!view.passed());
}

TEST_CASE("a difference in any part fails and is shown, harmless") {
    for (const int part : {0, 1, 2}) {
        SelfCheckView view = equalCheck();
        (part == 0 ? view.emulator : part == 1 ? *view.deviceCells : *view.deviceShapes) = differentPart();
        CHECK(!view.passed());
        const std::string text = textOf(view);
        CHECK(holds(text, "12 checksums equal, 2 different"));
        CHECK(holds(text, "matmul_x\\x1B[31m, 3×4×5: aa, expected bb"));
        CHECK(holds(text, "do not rely on re-runs"));
    }
}

TEST_CASE("what was refused unexpectedly fails and is counted apart from what was refused as expected") {
    SelfCheckView view = equalCheck();
    view.deviceShapes->classes[2].unexpected = 4;
    CHECK(!view.passed());
    const std::string text = textOf(view);
    CHECK(holds(text, "0 failed, 4 refused or not run unexpectedly; 3 refused as expected."));
    CHECK(holds(text, "do not rely on re-runs"));
    CHECK(holds(text, "refused as expected"));
}

TEST_CASE("a part that ended early says so") {
    SelfCheckView view = equalCheck();
    view.deviceShapes->failure = "the worker crashed";
    CHECK(!view.passed());
    CHECK(holds(textOf(view), "Ended early: the worker crashed"));
}
