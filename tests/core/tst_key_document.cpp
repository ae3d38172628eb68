#include "core/report/documents.h"
#include "core/report/text_report.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a key shows its verdict, its candidates best first and who won where") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Document document = keyDocument(dataset, analysis, KeyIndex{0}, {false, "runs"});
    const std::string text = toText(document, {.width = 1000});
    CHECK(text.find("flip (flip) flips: 2 different winners in 4 runs.") == 0);
    CHECK(text.find(" between 0 red and 1 green") != std::string::npos);
    const auto candidates = testing::rowsOfTable(document, "candidate");
    REQUIRE(candidates.size() == 3);
    CHECK(candidates[0][0].text == "0 red");
    CHECK(candidates[1][3].text == "1");  // failed in run1
    const auto runs = testing::rowsOfTable(document, "run");
    REQUIRE(runs.size() == 4);
    CHECK(runs[2][1].text == "1 green");
    CHECK(runs[2][2].text == "1.01 µs");
    CHECK(runs[2][3].text == "900 ns … 1.20 µs");
    CHECK(runs[2][4].text == "0 1.00 µs");
    CHECK(text.find("1 green in 1 run: no reason given") != std::string::npos);
}

TEST_CASE("runs that never tuned the key say why they have no winner") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Document document = keyDocument(dataset, analysis, KeyIndex{2}, {false, ""});
    CHECK(toText(document, {.width = 1000}).find("In 2 runs the winner is not known.") != std::string::npos);
    CHECK(testing::rowsOfTable(document, "run")[0][5].text == "keyAbsent");
}

TEST_CASE("runs with other candidates are counted beside those that are compared") {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet(2), other = builder.addSet(3);
    const KeyIndex key = builder.addKey("key");
    for (std::uint32_t i = 0; i < 5; ++i)
        builder.decide(builder.addRun("run" + std::to_string(i + 1)), key, i < 3 ? set : other, 0);
    const Dataset dataset = builder.take();
    const Result<Analysis> analysis = analyse(dataset);
    REQUIRE(analysis.hasValue());
    const std::string text = toText(keyDocument(dataset, analysis.value(), key, {false, ""}), {.width = 1000});
    CHECK(text.find("only the most frequent set is compared: 2 runs have another one.") != std::string::npos);
}

TEST_CASE("a coin flip of the two leaders and a disturbed choice of another are told apart in one line") {
    const auto [dataset, analysis] = testing::twoVerdicts();
    const std::string text = toText(keyDocument(dataset, analysis, KeyIndex{0}, {false, "runs"}), {.width = 1000});
    CHECK(text.find("Coin flip by median between 0 red and 1 green") != std::string::npos);
    CHECK(text.find("Disturbed: 0 red beats 2 blue") != std::string::npos);
    CHECK(
        text.find("\nEach verdict is about one pair, and they need not agree: coin flip for 0 against 1 (the two most "
                  "frequent winners); disturbed for 0 against 2.\n") != std::string::npos);
    const auto agreeing = testing::reportFixture();
    const Document other = keyDocument(agreeing.dataset, agreeing.analysis, KeyIndex{0}, {false, "runs"});
    CHECK(toText(other, {.width = 1000}).find("Each verdict") == std::string::npos);
}

TEST_CASE("forcing a choice is done by commands that change nothing of the user's") {
    auto [dataset, analysis] = testing::reportFixture();
    dataset.runs[0].sources = {"runs/my run/decisions.jsonl", "runs/my run/env/default.db"};
    const std::vector<ChoicePlace> places{
        {dataset.runs[0].id, "runs/my run/env/default.db", "cache_entries", "42", "autotune/x", CandidateIndex{0}}};
    const Document document = keyDocument(dataset, analysis, KeyIndex{0}, {false, "runs"}, places);
    const std::string text = toText(document, {.width = 1000});
    const std::string force = "flipscope-cli force --base 'runs/my run' --key flip=";
    CHECK(text.find(force + "1 --out flipscope-forced-flip-1 -- YOUR PROGRAM") != std::string::npos);
    CHECK(text.find(force + "0 ") == std::string::npos);  // what the run used anyway
    CHECK(text.find(force + "all --out flipscope-forced-flip-all -- YOUR PROGRAM") != std::string::npos);
    CHECK(text.find("flipscope-cli pin write pins.json --base 'runs/my run/env/default.db' --out forced.db") !=
          std::string::npos);
    CHECK(text.find("UPDATE") == std::string::npos);
    CHECK(testing::rowsOfTable(document, "run").size() == 4);
}

TEST_CASE(
    "without a database a choice is forced all the same, on a run whose winner is known and whose files can be a "
    "base") {
    auto fixture = testing::reportFixture();
    Dataset& dataset = fixture.dataset;
    const Analysis& analysis = fixture.analysis;
    for (Run& run : dataset.runs)
        run.sources = {"all.zip!/" + run.id + "/decisions.jsonl"};
    const auto textOf = [&] {
        return toText(keyDocument(dataset, analysis, KeyIndex{0}, {false, ""}), {.width = 1000});
    };
    CHECK(textOf().find("To force a choice") == std::string::npos);
    const std::size_t column = 1;
    const RunIndex run = analysis.matrix.runs[column];
    REQUIRE(analysis.matrix.at(KeyIndex{0}, column).winner.has_value());
    dataset.runs[run.value].sources = {"runs/b/decisions.jsonl"};
    const std::string used = std::to_string(analysis.matrix.at(KeyIndex{0}, column).winner->value);
    CHECK(textOf().find("flipscope-cli force --base runs/b/decisions.jsonl --key flip=all --out") != std::string::npos);
    CHECK(textOf().find("--key flip=" + used + " ") == std::string::npos);
    CHECK(textOf().find("pin make") == std::string::npos);
}
