#include "core/report/documents.h"
#include "core/report/text_report.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a difference counts flips, agreement and what cannot be compared") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Document document = diffDocument(dataset, analysis, compareRuns(dataset, analysis, 0, 2), {false, "runs"});
    const std::string text = toText(document, {.width = 1000});
    CHECK(text.find("A = run1, B = run3: 1 key flips, 1 key has the same winner, 1 key cannot be compared.") == 0);
    CHECK(testing::rowsOfTable(document, "key").size() == 2);
    CHECK(text.find("• flip: Coin flip by ") != std::string::npos);
    CHECK(text.find("flipscope-cli key runs --key flip") != std::string::npos);
}

TEST_CASE("keys with the same winner are listed on demand") {
    const auto [dataset, analysis] = testing::reportFixture();
    const RunDifference difference = compareRuns(dataset, analysis, 0, 1);
    CHECK(testing::rowsOfTable(diffDocument(dataset, analysis, difference, {false, ""}), "key").empty());
    CHECK(testing::rowsOfTable(diffDocument(dataset, analysis, difference, {true, ""}), "key").size() == 2);
}
