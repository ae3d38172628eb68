#include "core/report/markdown_report.h"

#include "core/report/format.h"

#include <limits>
#include <string_view>

namespace flipscope {

namespace {

// Characters that would end a cell or start markup are escaped, so that names from logs stay names.
std::string escaped(std::string_view text) {
    std::string markdown;
    for (const char c : printable(text, std::numeric_limits<std::size_t>::max())) {
        if (std::string_view("\\`*_[]<>|#!&@~").find(c) != std::string_view::npos) markdown += '\\';
        markdown += c;
    }
    return markdown;
}

struct MarkdownRenderer {
    std::string markdown;

    void operator()(const Heading& heading) { markdown += "## " + escaped(heading.text) + "\n\n"; }
    void operator()(const Paragraph& paragraph) { markdown += escaped(paragraph.text) + "\n\n"; }
    void operator()(const BulletList& list) {
        for (const std::string& item : list.items)
            markdown += "- " + escaped(item) + "\n";
        markdown += "\n";
    }
    void operator()(const CommandLine& command) {
        if (!command.meaning.empty()) markdown += escaped(command.meaning) + "\n\n";
        markdown += "    " + printable(command.line, std::numeric_limits<std::size_t>::max()) + "\n\n";
    }
    void operator()(const Table& table) {
        if (!table.title.empty()) markdown += "**" + escaped(table.title) + "**\n\n";
        markdown += toMarkdown(table) + "\n";
        if (table.rowsLeftOut > 0) {
            markdown += "… and " + plural(table.rowsLeftOut, "more row", "more rows") + ".\n\n";
        }
        if (!table.note.empty()) markdown += escaped(table.note) + "\n\n";
    }
};

}  // namespace

std::string toMarkdown(const Table& table) {
    std::string titles = "|";
    std::string rule = "|";
    for (const Column& column : table.columns) {
        titles += " " + escaped(column.title) + " |";
        rule += column.align == Align::right ? " ---: |" : " --- |";
    }
    std::string markdown = titles + "\n" + rule + "\n";
    for (const auto& row : table.rows) {
        markdown += "|";
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            markdown += " " + (c < row.size() ? escaped(row[c].text) : std::string()) + " |";
        }
        markdown += "\n";
    }
    return markdown;
}

std::string toMarkdown(const Document& document) {
    MarkdownRenderer renderer;
    if (!document.title.empty()) renderer.markdown = "# " + escaped(document.title) + "\n\n";
    for (const Block& block : document.blocks)
        std::visit(renderer, block);
    return renderer.markdown;
}

}  // namespace flipscope
