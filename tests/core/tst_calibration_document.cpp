#include "core/report/calibration_report.h"
#include "core/report/text_report.h"
#include "tests/support/calibration_fixture.h"
#include "tests/support/document_text.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

std::string textOf(const CalibrationView& view) {
    TextStyle style;
    style.width = 200;
    return toText(calibrationDocument(view), style);
}

}  // namespace

TEST_CASE("a verified calibration says what was written and what it is worth") {
    CalibrationCase found;
    found.makeVerified();
    std::string text = textOf(found.view(true));
    CHECK(holds(text, "The model fits, and the emulator gives every checksum of the device."));
    CHECK(holds(text, "The device is itself emulated"));
    CHECK(holds(text, "Written: my card.json"));
    CHECK(holds(text, "--card-file 'my card.json'"));
    CHECK(holds(text, "not run there"));
    CHECK(holds(text, "toward zero"));
    found.hello.means = RerunMeans::replica;
    text = textOf(found.view(true));
    CHECK(!holds(text, "itself emulated"));
}

TEST_CASE("a contradiction is shown, harmless, with the numbers that were found before it") {
    const std::string text = textOf(CalibrationCase().view(false));
    CHECK(holds(text, "The emulator's model does not fit this device"));
    CHECK(holds(text, "f16: mma.sync: a probe \\x1B[31m gave 3"));
    CHECK(holds(text, "does not fit"));
    CHECK(holds(text, "not reached"));
    CHECK(!holds(text, "\x1b"));
    CHECK(!holds(text, "Written"));
}

TEST_CASE("checksums that contradict are shown with the first of them") {
    CalibrationCase found;
    found.makeVerified();
    ChecksumTally& tally = found.calibration.types[0].seeded;
    tally.different = 1;
    tally.firstContrary = "matmul 3×4×5: aa, emulated bb";
    const std::string text = textOf(found.view(false));
    CHECK(holds(text, "No card file was written"));
    CHECK(holds(text, "TF32: the checksums below do not confirm the numbers"));
    CHECK(holds(text, "matmul 3×4×5: aa, emulated bb"));
}

TEST_CASE("a calibration that ended early says why") {
    CalibrationCase found;
    found.calibration.failure = "the worker crashed";
    CHECK(holds(textOf(found.view(false)), "The calibration could not be done: the worker crashed"));
}

TEST_CASE("a device is named with what is known of it") {
    CHECK(deviceInWords({"0", "H200", "9.0", "CUDA 13.0", 0, ""}) == "H200 (compute capability 9.0, driver CUDA 13.0)");
    CHECK(deviceInWords({"0", "H200", "", "13", 0, ""}) == "H200 (driver 13)");
    CHECK(deviceInWords({"0", "H200", "", "", 0, ""}) == "H200");
}
