#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("suspects: a row a key with its winners in each outcome group") {
    const auto fixture = testing::suspectsFixture();
    const DataTable table =
        suspectsTable(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result);
    REQUIRE(table.rows.size() == 1);
    CHECK(table.columns.back() == "winners in exploded");
    CHECK(toPlainText(table.rows[0][0]) == "1");
    CHECK(toPlainText(table.rows[0][3]) == "true");
    CHECK(table.columns[10] == "predicted_bits");
    CHECK(toPlainText(table.rows[0][10]) == "unknown");
    CHECK(toPlainText(table.rows[0][11]) == "0 red");
    CHECK(toPlainText(table.rows[0][12]) == "1 green");
    CHECK(toPlainText(table.rows[0][13]) == "coinFlip");
    CHECK(toPlainText(table.rows[0][14]) == "0.01");
    CHECK(toPlainText(table.rows[0][15]) == "0×2");
    CHECK(toPlainText(table.rows[0][16]) == "1×2");
}

TEST_CASE("suspects: bits that were measured are not predicted") {
    auto fixture = testing::suspectsFixture();
    takeMeasured(fixture.report.analysis, {{KeyIndex{0}, {ClassBasis::real, "", "", {{{0}, 1}, {{1}, 2}}}}});
    const DataTable table =
        suspectsTable(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result);
    CHECK(toPlainText(table.rows[0][10]).empty());
}

TEST_CASE("suspects of ungrouped numbers: winners with their medians, nothing that needs groups") {
    auto fixture = testing::suspectsFixture();
    fixture.outcome.grouping = Grouping::ungrouped;
    fixture.outcome.groups.clear();
    fixture.result.suspects[0].winners[0].winners = {{CandidateIndex{0}, {}, 2, 7.25}, {CandidateIndex{1}, {}, 2, 9.0}};
    const DataTable table =
        suspectsTable(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result);
    CHECK(toPlainText(table.rows[0][3]).empty());
    CHECK(table.columns.back() == "winners and medians");
    CHECK(toPlainText(table.rows[0].back()) == "0×2: 7.25, 1×2: 9");
}

TEST_CASE("outcomes: what was found, best first") {
    const auto fixture = testing::suspectsFixture();
    CHECK(toCsv(outcomesTable(fixture.found)) ==
          "rank,description,source,distinct,support,grouping,pattern\r\n"
          "1,loss ‹1›,line 1,2,0.5,byText,loss ([0-9]+)\r\n");
}

TEST_CASE("differences: a row a key with both winners") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(toCsv(differenceTable(dataset, compareRuns(dataset, analysis, 0, 2))) ==
          "id,label,difference,winner_a,winner_b,source_a,source_b,name_a,name_b,predicted_bits,verdict,"
          "margin_relative\r\nflip,flip,flipped,0,1,log,log,red,green,unknown,coinFlip,0.01\r\n"
          "steady,steady,same,2,2,log,log,blue,blue,,,\r\nlate,late,onlyInB,,0,keyAbsent,log,,red,,,\r\n");
}

TEST_CASE("names of differences and groupings are fixed") {
    CHECK(toString(DifferenceKind::setChanged) == "setChanged");
    CHECK(toString(DifferenceKind::onlyInA) == "onlyInA");
    CHECK(toString(DifferenceKind::unknown) == "unknown");
    CHECK(toString(Grouping::byGap) == "byGap");
    CHECK(toString(Grouping::byThreshold) == "byThreshold");
    CHECK(toString(Grouping::byText) == "byText");
    CHECK(toString(Grouping::byFinite) == "byFinite");
    CHECK(toString(Grouping::ungrouped) == "ungrouped");
}
