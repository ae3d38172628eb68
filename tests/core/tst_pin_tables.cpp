#include "core/report/pin_report.h"
#include "tests/support/pin_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

std::string at(const DataTable& table, std::size_t row, const std::string& column) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i] == column) return toPlainText(table.rows.at(row).at(i));
    return "no such column";
}

}  // namespace

TEST_CASE("a row a pin, a written row, and a pin and run") {
    const PinFixture fixture;
    const DataTable pins = pinsTable(fixture.pins);
    REQUIRE(pins.rows.size() == 2);
    CHECK(at(pins, 0, "candidate") == "0");
    CHECK(at(pins, 0, "name") == "naive");
    CHECK(at(pins, 0, "of") == "3");
    CHECK(at(pins, 0, "rule") == "run:run1");
    CHECK(at(pins, 0, "error").empty());
    CHECK(at(pins, 0, "margin") == "0.05");
    const DataTable rows = pinsWrittenTable({fixture.pins, fixture.written, "", "out.db"});
    REQUIRE(rows.rows.size() == 2);
    CHECK(at(rows, 1, "candidate") == "2");
    const DataTable checks = pinCheckTable(fixture.pins, fixture.dataset, fixture.check());
    REQUIRE(checks.rows.size() == 4);
    CHECK(at(checks, 1, "run") == "run2");
    CHECK(at(checks, 1, "state") == "notObeyed");
    CHECK(at(checks, 1, "used") == "1");
    for (const DataTable& table : {pins, rows, checks})
        for (const auto& row : table.rows)
            CHECK(row.size() == table.columns.size());
}
