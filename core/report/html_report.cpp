#include "core/report/html_report.h"

#include "core/report/format.h"

#include <limits>

namespace flipscope {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1c1f24; --paper: #ffffff; --line: #d4d8de; --dim: #626a75; --head: #f2f4f7;
  --good: #14713a; --warn: #8a5300; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --paper: #16181c; --line: #3a3f47; --dim: #9aa3af;
  --head: #22262c; --good: #6fd08c; --warn: #f0b95a; --bad: #ff8a80; } }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
p, li { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { background: var(--head); } .right { text-align: right; font-variant-numeric: tabular-nums; }
pre { background: var(--head); padding: .6rem .8rem; overflow-x: auto; }
.strong { font-weight: 600; } .dim { color: var(--dim); } .good { color: var(--good); } .warn { color: var(--warn); }
.bad { color: var(--bad); }
)css";

std::string_view styleClass(Tone tone) {
    switch (tone) {
        case Tone::plain:
            return "";
        case Tone::strong:
            return "strong";
        case Tone::good:
            return "good";
        case Tone::warn:
            return "warn";
        case Tone::bad:
            return "bad";
        case Tone::dim:
            return "dim";
    }
    return "";
}

std::string element(std::string_view name, std::string_view classes, std::string_view text) {
    std::string html = "<" + std::string(name);
    if (!classes.empty()) html += " class=\"" + std::string(classes) + "\"";
    return html + ">" + escapeHtml(text) + "</" + std::string(name) + ">";
}

struct HtmlRenderer {
    std::string html;

    void operator()(const Heading& heading) { html += element("h2", "", heading.text) + "\n"; }
    void operator()(const Paragraph& paragraph) {
        html += element("p", styleClass(paragraph.tone), paragraph.text) + "\n";
    }
    void operator()(const BulletList& list) {
        html += "<ul>\n";
        for (const std::string& item : list.items)
            html += element("li", "", item) + "\n";
        html += "</ul>\n";
    }
    void operator()(const CommandLine& command) {
        if (!command.meaning.empty()) html += element("p", "", command.meaning) + "\n";
        html += "<pre>" + escapeHtml(command.line) + "</pre>\n";
    }
    void operator()(const Table& table) {
        html += "<div class=\"table\"><table>\n";
        if (!table.title.empty()) html += element("caption", "", table.title) + "\n";
        html += "<thead><tr>";
        for (const Column& column : table.columns) {
            html += element("th", column.align == Align::right ? "right" : "", column.title);
        }
        html += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows)
            tableRow(table, row);
        html += "</tbody></table></div>\n";
        if (table.rowsLeftOut > 0) {
            html += element("p", "", "… and " + plural(table.rowsLeftOut, "more row", "more rows") + ".") + "\n";
        }
        if (!table.note.empty()) html += element("p", "dim", table.note) + "\n";
    }

private:
    void tableRow(const Table& table, const std::vector<Cell>& row) {
        html += "<tr>";
        for (std::size_t c = 0; c < table.columns.size() && c < row.size(); ++c) {
            std::string classes(table.columns[c].align == Align::right ? "right" : "");
            const std::string_view tone = styleClass(row[c].tone);
            if (!tone.empty()) classes += (classes.empty() ? "" : " ") + std::string(tone);
            html += element("td", classes, row[c].text);
        }
        html += "</tr>\n";
    }
};

}  // namespace

std::string escapeHtml(std::string_view text) {
    std::string html;
    for (const char c : printable(text, std::numeric_limits<std::size_t>::max())) {
        switch (c) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            case '\'':
                html += "&#39;";
                break;
            default:
                html += c;
        }
    }
    return html;
}

std::string toHtml(const Document& document) {
    HtmlRenderer renderer;
    for (const Block& block : document.blocks)
        std::visit(renderer, block);
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
           element("title", "", document.title) + "\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n" +
           element("h1", "", document.title) + "\n" + renderer.html + "</body>\n</html>\n";
}

}  // namespace flipscope
