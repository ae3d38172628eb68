#include "core/report/data_table.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("values read back as the same value, null and infinity as nothing") {
    CHECK(toPlainText(DataValue{}) == "");
    CHECK(toPlainText(DataValue{true}) == "true");
    CHECK(toPlainText(DataValue{std::int64_t{-23500}}) == "-23500");
    CHECK(toPlainText(DataValue{0.1}) == "0.1");
    CHECK(toPlainText(DataValue{1e-20}) == "1e-20");
    CHECK(toPlainText(DataValue{std::numeric_limits<double>::infinity()}) == "");
    CHECK(toPlainText(DataValue{std::string("x")}) == "x");
}

TEST_CASE("shown to readers, numbers stand right and texts left") {
    const DataTable table{"runs", {"run", "n"}, {{std::string("a"), std::int64_t{1}}, {std::string("b"), DataValue{}}}};
    const Document document = toDocument(table);
    CHECK(document.title == "Flipscope: runs");
    REQUIRE(document.blocks.size() == 1);
    const auto& shown = std::get<Table>(document.blocks[0]);
    CHECK(shown.columns[0].align == Align::left);
    CHECK(shown.columns[1].align == Align::right);
    CHECK(shown.rows[0][1].text == "1");
    CHECK(shown.rows[1][1].text.empty());
}
