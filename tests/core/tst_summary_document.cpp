#include "core/report/documents.h"
#include "core/report/text_report.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the answer comes first: how many keys flip, what kind of flips, what went wrong") {
    const auto [dataset, analysis] = testing::reportFixture();
    const std::string text = toText(summaryDocument(dataset, analysis, {false, "runs"}), {.width = 1000});
    CHECK(text.find("4 runs, 3 tuning keys: 1 key flips (same candidates, different winner in different runs).\n"
                    "Of these, 1 is a coin flip") == 0);
    CHECK(text.find("Predicted from the kernel names, not measured: for 1 nothing is known.") != std::string::npos);
    CHECK(text.find("1 problem while reading") != std::string::npos);
    CHECK(text.find("flipscope-cli suspects runs\n") != std::string::npos);
    CHECK(text.find("flipscope-cli key runs --key flip\n") != std::string::npos);
}

TEST_CASE("only keys that flip are listed, all of them on demand") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(testing::rowsOfTable(summaryDocument(dataset, analysis, {false, ""}), "key").size() == 1);
    CHECK(testing::rowsOfTable(summaryDocument(dataset, analysis, {true, ""}), "key").size() == 3);
}

TEST_CASE("keys of some runs only and regrets have tables of their own") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Document document = summaryDocument(dataset, analysis, {false, ""});
    CHECK(testing::rowsOfTable(document, "run").size() == 2);  // only run3 and run4 chose something slower
    CHECK(toText(document).find("Keys that only some runs tuned") != std::string::npos);
}

TEST_CASE("without flips, and with one run only, it says so") {
    auto [dataset, analysis] = testing::reportFixture();
    AnalysisOptions options;
    options.runs = {RunIndex{0}, RunIndex{1}};
    CHECK(toText(summaryDocument(dataset, analyse(dataset, options).value(), {})).find("no key flips") !=
          std::string::npos);
    options.runs = {RunIndex{0}};
    CHECK(toText(summaryDocument(dataset, analyse(dataset, options).value(), {})).find("a flip needs two runs") !=
          std::string::npos);
}
