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

TEST_CASE("what was emulated and what was measured is not told as predicted from names") {
    auto [dataset, analysis] = testing::reportFixture();
    const auto text = [&, &dataset = dataset, &analysis = analysis](ClassBasis basis) {
        takeMeasured(analysis, {{KeyIndex{0}, {basis, "", "", {{{0}, 1}, {{1}, 1}}}}});
        return toText(summaryDocument(dataset, analysis, {false, "runs"}), {.width = 1000});
    };
    const std::string emulated = text(ClassBasis::emulated);
    CHECK(emulated.find(
              "\nPredicted by emulation, not measured: 1 flip is harmless (all winners compute the same bits).\n") !=
          std::string::npos);
    const std::string measured = text(ClassBasis::real);
    CHECK(measured.find("\nMeasured on what was tried: 1 flip is harmless (all winners compute the same bits).\n") !=
          std::string::npos);
    for (const std::string& words : {emulated, measured})
        CHECK(words.find("Predicted from the kernel names") == std::string::npos);
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

TEST_CASE("keys whose winner is not known are never said to be the same") {
    auto [dataset, unused] = testing::reportFixture();
    for (Run& run : dataset.runs) {
        Decision& flip = run.decisions.at(0);
        flip.usedWinner.reset();
        flip.source = WinnerSource::none_notProvable;
    }
    const Analysis analysis = analyse(dataset).value();
    const std::string text = toText(summaryDocument(dataset, analysis, {false, "runs"}), {.width = 1000});
    CHECK(text.find("4 runs, 3 tuning keys: no key is seen to flip, but for 1 key that cannot be told.\n"
                    "Whether 1 key flips (flip) cannot be told") == 0);
    CHECK(text.find("the same candidate") == std::string::npos);
}

TEST_CASE("a key whose candidates changed does not stand under keys that flip when none does") {
    auto [dataset, unused] = testing::reportFixture();
    dataset.candidateSets.push_back({{"other", "names"}, "abc"});
    for (Run& run : dataset.runs)
        run.decisions.at(0).usedWinner = CandidateIndex{0};
    dataset.runs.at(3).decisions.at(0).set.value = 1;
    const std::string text = toText(summaryDocument(dataset, analyse(dataset).value(), {}), {.width = 1000});
    CHECK(text.find("no key is seen to flip, but for 1 key that cannot be told") != std::string::npos);
    CHECK(text.find("Keys that flip") == std::string::npos);
    CHECK(text.find("Keys whose candidates changed") != std::string::npos);
}
