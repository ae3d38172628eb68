#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("suspects: a row a key with its winners in each outcome group") {
    const auto fixture = testing::suspectsFixture();
    const DataTable table = suspectsTable(fixture.report.dataset, fixture.outcome, fixture.result);
    REQUIRE(table.rows.size() == 1);
    CHECK(table.columns.back() == "winners in exploded");
    CHECK(toPlainText(table.rows[0][0]) == "1");
    CHECK(toPlainText(table.rows[0][3]) == "true");
    CHECK(toPlainText(table.rows[0][10]) == "0×2");
    CHECK(toPlainText(table.rows[0][11]) == "1×2");
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
          "id,label,difference,winner_a,winner_b,source_a,source_b\r\nflip,flip,flipped,0,1,log,log\r\n"
          "steady,steady,same,2,2,log,log\r\nlate,late,onlyInB,,0,keyAbsent,log\r\n");
}

TEST_CASE("names of differences and groupings are fixed") {
    CHECK(toString(DifferenceKind::setChanged) == "setChanged");
    CHECK(toString(DifferenceKind::onlyInA) == "onlyInA");
    CHECK(toString(DifferenceKind::unknown) == "unknown");
    CHECK(toString(Grouping::byGap) == "byGap");
    CHECK(toString(Grouping::byThreshold) == "byThreshold");
    CHECK(toString(Grouping::byText) == "byText");
}
