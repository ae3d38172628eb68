#include "core/report/text_report.h"
#include "core/report/text_width.h"

#include <sstream>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Table smallTable() {
    Table table;
    table.title = "Two keys";
    table.columns = {{"key", Align::left, true}, {"runs", Align::right}};
    table.rows = {{{"matmul"}, {"3"}}, {{"reduce"}, {"12"}}};
    table.note = "runs: how many.";
    return table;
}

std::size_t widestLine(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::size_t widest = 0;
    while (std::getline(lines, line))
        widest = std::max(widest, displayWidth(line));
    return widest;
}

}  // namespace

TEST_CASE("headings, paragraphs, lists, tables and commands follow each other") {
    Document document;
    document.heading("Answer");
    document.paragraph("2 keys flip.");
    document.list({"one", "two"});
    document.table(smallTable());
    document.command("flipscope-cli key --key a", "Next:");
    CHECK(toText(document) ==
          "Answer\n──────\n2 keys flip.\n• one\n• two\n\nTwo keys\nkey     runs\n────────────\nmatmul     3\n"
          "reduce    12\nruns: how many.\nNext:\n  flipscope-cli key --key a\n");
}

TEST_CASE("colours are written only when asked for") {
    Document document;
    document.paragraph("bad news", Tone::bad);
    CHECK(toText(document) == "bad news\n");
    CHECK(toText(document, {.width = 80, .colour = true}) == "\x1b[31mbad news\x1b[0m\n");
}

TEST_CASE("a wide table has its long names cut in the middle until it fits") {
    Table table = smallTable();
    table.rows[0][0].text = "matmul_" + std::string(200, 'x') + "_end";
    Document document;
    document.table(table);
    const std::string text = toText(document, {.width = 40});
    CHECK(widestLine(text) <= 40);
    CHECK(text.find("…") != std::string::npos);
    CHECK(text.find("_end") != std::string::npos);
}

TEST_CASE("columns that do not fit at all are left out and named") {
    Table table;
    for (int i = 0; i < 10; ++i)
        table.columns.push_back({"column" + std::to_string(i)});
    table.rows.push_back(std::vector<Cell>(10, Cell{"value"}));
    Document document;
    document.table(table);
    const std::string text = toText(document, {.width = 40});
    CHECK(widestLine(text) <= 40);
    CHECK(text.find("Too narrow for: ") != std::string::npos);
    CHECK(text.find("column9") != std::string::npos);
}

TEST_CASE("rows left out are counted") {
    Table table = smallTable();
    table.rowsLeftOut = 7;
    Document document;
    document.table(table);
    CHECK(toText(document).find("… and 7 more rows (--all shows them).") != std::string::npos);
}

TEST_CASE("a hostile name cannot break a line or reach the terminal as an escape sequence") {
    Document document;
    document.paragraph("evil \x1b[2J\nname");
    Table table = smallTable();
    table.rows[0][0].text = "a\x1b]0;title\x07\nb";
    document.table(table);
    const std::string text = toText(document);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\x07') == std::string::npos);
    CHECK(text.find("evil \\x1B[2J␤name") != std::string::npos);
}
