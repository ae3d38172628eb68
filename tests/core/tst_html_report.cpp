#include "core/report/html_report.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("hostile names cannot become markup") {
    CHECK(escapeHtml("<script>alert(\"1\")</script> & 'x'") ==
          "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;");
    CHECK(escapeHtml("a\x1b\xff") == "a\\x1B\xEF\xBF\xBD");
}

TEST_CASE("a page holds every block, escaped, and nothing from elsewhere") {
    Document document;
    document.title = "Report <1>";
    document.heading("Keys & runs");
    document.paragraph("Careful", Tone::warn);
    document.list({"<li>"});
    Table table;
    table.title = "Table";
    table.columns = {{"name"}, {"n", Align::right}};
    table.rows = {{{"<b>", Tone::bad}, {"1"}}};
    table.rowsLeftOut = 2;
    table.note = "note";
    document.table(table);
    document.command("run <x>", "Next:");
    const std::string html = toHtml(document);
    CHECK(html.find("<!DOCTYPE html>") == 0);
    CHECK(html.find("<h1>Report &lt;1&gt;</h1>") != std::string::npos);
    CHECK(html.find("<h2>Keys &amp; runs</h2>") != std::string::npos);
    CHECK(html.find("<p class=\"warn\">Careful</p>") != std::string::npos);
    CHECK(html.find("<li>&lt;li&gt;</li>") != std::string::npos);
    CHECK(html.find("<th class=\"right\">n</th>") != std::string::npos);
    CHECK(html.find("<td class=\"bad\">&lt;b&gt;</td><td class=\"right\">1</td>") != std::string::npos);
    CHECK(html.find("… and 2 more rows.") != std::string::npos);
    CHECK(html.find("<pre>run &lt;x&gt;</pre>") != std::string::npos);
    for (const char* external : {"http:", "https:", "<script", "url(", "@import", "<link", "<img"}) {
        CHECK(html.find(external) == std::string::npos);
    }
    CHECK(html.find("prefers-color-scheme: dark") != std::string::npos);
}
