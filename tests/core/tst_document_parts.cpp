#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/text_report.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("an argument is quoted only when a shell would change it") {
    CHECK(quotedForShell("runs/run1") == "runs/run1");
    CHECK(quotedForShell("my runs") == "'my runs'");
    CHECK(quotedForShell("it's $HOME") == "'it'\\''s $HOME'");
    CHECK(quotedForShell("") == "''");
}

TEST_CASE("verdicts and predictions have words and a tone") {
    CHECK(verdictCell(Verdict::realWin).text == "real win");
    CHECK(verdictCell(Verdict::disturbed).tone == Tone::bad);
    ClassStatement statement;
    CHECK(bitsCell(statement).text == "not known");
    statement.answer = ClassAnswer::sameBits;
    CHECK(bitsCell(statement).text == "same");
    statement.answer = ClassAnswer::differentBits;
    CHECK(bitsCell(statement).text == "differ");
    statement.answer = ClassAnswer::dependsOnCard;
    CHECK(bitsCell(statement).text == "by card");
    statement.answer = ClassAnswer::sameBits;
    statement.basis = ClassBasis::emulated;
    CHECK(bitsCell(statement).text == "same, emulated");
    statement.answer = ClassAnswer::differentBits;
    statement.basis = ClassBasis::replica;
    CHECK(bitsCell(statement).text == "differ, measured");
}

TEST_CASE("the key table shows pair, margin and winners, and counts what it leaves out") {
    const auto [dataset, analysis] = testing::reportFixture();
    const Table table = keyTable(dataset, analysis, {KeyIndex{0}, KeyIndex{1}}, 1);
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rowsLeftOut == 1);
    std::vector<std::string> texts;
    for (const Cell& cell : table.rows[0])
        texts.push_back(cell.text);
    CHECK(texts == std::vector<std::string>{"flip", "flip", "coin flip", "0:1", "1.0 %", "not known", "0×2 1×2"});
    CHECK(keyTable(dataset, analysis, {KeyIndex{1}}, 1).rows[0][5].text == "–");
}

TEST_CASE("problems are told with file, line and reason") {
    const auto [dataset, analysis] = testing::reportFixture();
    Document document;
    addLoadSection(document, dataset.report, {});
    const std::string text = toText(document);
    CHECK(text.find("1 problem:") != std::string::npos);
    CHECK(text.find("• run1/log:7: not JSON\n") != std::string::npos);
    CHECK(text.find("worth knowing") != std::string::npos);
    CHECK(problemSentence(dataset.report).find("1 problem while reading (1 record skipped") == 0);
    CHECK(problemSentence(LoadReport()).empty());
}

TEST_CASE("many problems are cut and counted") {
    LoadReport report;
    for (std::uint64_t i = 1; i <= 30; ++i)
        report.problems.push_back({ProblemKind::damagedRecord, "log", i, "bad"});
    report.problemCount = 500;
    Document document;
    addLoadSection(document, report, {});
    const std::string text = toText(document);
    CHECK(text.find("log:10: bad") != std::string::npos);
    CHECK(text.find("log:11: bad") == std::string::npos);
    CHECK(text.find("and 490 more (--all shows those that were kept)") != std::string::npos);
}

TEST_CASE("differences of surroundings name the runs") {
    auto [dataset, analysis] = testing::reportFixture();
    Document document;
    addEnvironment(document, dataset, analysis);
    CHECK(document.blocks.empty());
    analysis.environment = {{"device", {{"cuda:0", {RunIndex{0}}}, {"cuda:1", {RunIndex{1}}}}, {}}};
    addEnvironment(document, dataset, analysis);
    CHECK(toText(document).find("device: cuda:0 (run1) and cuda:1 (run2)") != std::string::npos);
}

TEST_CASE("a found outcome comes with the command line that uses it") {
    auto fixture = testing::suspectsFixture();
    CHECK(commandFor(fixture.found[0], {false, "runs"}) ==
          "flipscope-cli suspects runs --outcome-pattern 'loss ([0-9]+)'");
    fixture.found[0].suggested = Grouping::byGap;
    CHECK(commandFor(fixture.found[0], {false, "runs"}).find(" --gap") != std::string::npos);
    CHECK(outcomeTable(fixture.found, 1).rows[0][1].text == "loss ‹1›");
    fixture.found[0].suggestedPattern.clear();
    CHECK(commandFor(fixture.found[0], {false, "runs"}).empty());
}
