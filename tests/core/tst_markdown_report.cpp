#include "core/report/markdown_report.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a table becomes a GitHub table whose cells cannot break out") {
    Table table;
    table.columns = {{"name"}, {"n", Align::right}};
    table.rows = {{{"a|b\nc_d"}, {"1"}}, {{"<b>*x*"}}};
    CHECK(toMarkdown(table) == "| name | n |\n| --- | ---: |\n| a\\|b␤c\\_d | 1 |\n| \\<b\\>\\*x\\* |  |\n");
}

TEST_CASE("a document keeps its order") {
    Document document;
    document.title = "Title";
    document.heading("Part");
    document.paragraph("Text.");
    document.list({"one"});
    document.command("cmd --x", "Next:");
    Table table;
    table.title = "T";
    table.columns = {{"c"}};
    table.rows = {{{"v"}}};
    table.rowsLeftOut = 1;
    table.note = "note";
    document.table(table);
    CHECK(toMarkdown(document) ==
          "# Title\n\n## Part\n\nText.\n\n- one\n\nNext:\n\n    cmd --x\n\n**T**\n\n| c |\n| --- |\n| v |\n\n"
          "… and 1 more row.\n\nnote\n\n");
}
