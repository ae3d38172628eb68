#include "core/report/text_report.h"

#include "core/report/format.h"
#include "core/report/text_width.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>

namespace flipscope {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kSmallestShrunk = 10;
constexpr std::size_t kLongestWholeWord = 24;
constexpr std::size_t kMostLines = 4;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

std::string_view colourCode(Tone tone) {
    switch (tone) {
        case Tone::plain:
            return "";
        case Tone::strong:
            return "\x1b[1m";
        case Tone::good:
            return "\x1b[32m";
        case Tone::warn:
            return "\x1b[33m";
        case Tone::bad:
            return "\x1b[31m";
        case Tone::dim:
            return "\x1b[2m";
    }
    return "";
}

std::string harmless(const std::string& text) {
    return printable(text, kNoLimit);
}

class TextRenderer {
public:
    explicit TextRenderer(const TextStyle& style) : m_style(style) {}

    void operator()(const Heading& heading) {
        blankLine();
        const std::string text = harmless(heading.text);
        line(text, Tone::strong);
        if (!m_style.colour) line(repeated("─", displayWidth(text)), Tone::plain);
    }

    void operator()(const Paragraph& paragraph) {
        for (const std::string& text : wrapWords(harmless(paragraph.text), m_style.width))
            line(text, paragraph.tone);
    }

    void operator()(const BulletList& list) {
        for (const std::string& item : list.items) {
            std::string_view lead = "• ";
            for (const std::string& text : wrapWords(harmless(item), m_style.width - 2)) {
                line(std::string(lead) + text, Tone::plain);
                lead = "  ";
            }
        }
    }

    void operator()(const CommandLine& command) {
        if (!command.meaning.empty()) (*this)(Paragraph{command.meaning, Tone::plain});
        line("  " + harmless(command.line), Tone::strong);
    }

    void operator()(const Table& table) {
        if (!table.title.empty()) {
            blankLine();
            line(harmless(table.title), Tone::strong);
        }
        const Layout layout = fit(table);
        if (!table.rows.empty() && !layout.widths.empty()) {
            header(table, layout);
            for (const auto& row : table.rows)
                tableRow(table, layout, row);
        }
        if (layout.widths.size() < table.columns.size()) {
            std::vector<std::string> names;
            for (std::size_t c = layout.widths.size(); c < table.columns.size(); ++c)
                names.push_back(table.columns[c].title);
            (*this)(Paragraph{"Too narrow for: " + joinList(names, names.size()) + ".", Tone::dim});
        }
        if (table.rowsLeftOut > 0) {
            (*this)(Paragraph{"… and " + plural(table.rowsLeftOut, "more row", "more rows") + " (--all shows them)."});
        }
        if (!table.note.empty()) (*this)(Paragraph{table.note, Tone::dim});
    }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    // Widths of the columns that are shown, from the first on.
    struct Layout {
        std::vector<std::size_t> widths;
    };

    static std::string repeated(std::string_view piece, std::size_t times) {
        std::string text;
        for (std::size_t i = 0; i < times; ++i)
            text += piece;
        return text;
    }

    static std::size_t totalOf(const std::vector<std::size_t>& widths) {
        const std::size_t gaps = widths.empty() ? 0 : (widths.size() - 1) * kGap;
        return std::accumulate(widths.begin(), widths.end(), gaps);
    }

    // The longest word of a column: down to it a cell can be wrapped without cutting a word.
    static std::size_t longestWord(const Table& table, std::size_t column) {
        std::size_t longest = 0;
        const auto look = [&longest](const std::string& text) {
            for (const std::string& word : wrapWords(harmless(text), 1))
                longest = std::max(longest, displayWidth(word));
        };
        look(table.columns[column].title);
        for (const auto& row : table.rows) {
            if (column < row.size()) look(row[column].text);
        }
        return longest;
    }

    // Takes from the widest shrinking column first, so that short ones stay whole, but not below the floors.
    void shrink(const Table& table, std::vector<std::size_t>& widths, const std::vector<std::size_t>& floors) const {
        while (totalOf(widths) > m_style.width) {
            std::size_t widest = widths.size();
            for (std::size_t c = 0; c < widths.size(); ++c) {
                if (!table.columns[c].shrinks || widths[c] <= floors[c]) continue;
                if (widest == widths.size() || widths[c] > widths[widest]) widest = c;
            }
            if (widest == widths.size()) return;
            --widths[widest];
        }
    }

    [[nodiscard]] Layout fit(const Table& table) const {
        std::vector<std::size_t> widths, floors;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            widths.push_back(displayWidth(harmless(table.columns[c].title)));
            floors.push_back(std::max(kSmallestShrunk, std::min(longestWord(table, c), kLongestWholeWord)));
        }
        for (const auto& row : table.rows) {
            for (std::size_t c = 0; c < widths.size() && c < row.size(); ++c) {
                widths[c] = std::max(widths[c], displayWidth(harmless(row[c].text)));
            }
        }
        shrink(table, widths, floors);
        shrink(table, widths, std::vector<std::size_t>(widths.size(), kSmallestShrunk));
        while (widths.size() > 1 && totalOf(widths) > m_style.width)
            widths.pop_back();
        if (!widths.empty()) widths.front() = std::min(widths.front(), m_style.width);
        return {std::move(widths)};
    }

    void header(const Table& table, const Layout& layout) {
        std::vector<Cell> titles;
        for (const Column& column : table.columns)
            titles.push_back({column.title, Tone::strong});
        tableRow(table, layout, titles);
        line(repeated("─", totalOf(layout.widths)), Tone::dim);
    }

    // The lines of one cell; words that are longer than the column lose their middle.
    static std::vector<std::string> cellLines(const Cell& cell, const Column& column, std::size_t width) {
        const std::string text = harmless(cell.text);
        if (displayWidth(text) <= width) return {text};
        if (!column.shrinks) return {cutInTheMiddle(text, width)};
        std::vector<std::string> lines = wrapWords(text, width);
        if (lines.size() > kMostLines) {
            lines.resize(kMostLines);
            lines.back() += " …";
        }
        for (std::string& shown : lines)
            shown = cutInTheMiddle(shown, width);
        return lines;
    }

    void tableRow(const Table& table, const Layout& layout, const std::vector<Cell>& row) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t c = 0; c < layout.widths.size(); ++c) {
            cells.push_back(cellLines(c < row.size() ? row[c] : Cell{}, table.columns[c], layout.widths[c]));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t i = 0; i < height; ++i) {
            std::string text;
            for (std::size_t c = 0; c < cells.size(); ++c) {
                const std::string shown = i < cells[c].size() ? cells[c][i] : std::string();
                const bool last = c + 1 == cells.size();
                const std::string padded = table.columns[c].align == Align::right ? padLeft(shown, layout.widths[c])
                                           : last                                 ? shown
                                                                                  : padRight(shown, layout.widths[c]);
                text +=
                    toned(padded, c < row.size() ? row[c].tone : Tone::plain) + (last ? "" : std::string(kGap, ' '));
            }
            if (!m_style.colour) text.erase(text.find_last_not_of(' ') + 1);
            m_text += text + '\n';
        }
    }

    [[nodiscard]] std::string toned(const std::string& text, Tone tone) const {
        const std::string_view code = m_style.colour ? colourCode(tone) : std::string_view();
        if (code.empty() || text.empty()) return text;
        return std::string(code) + text + "\x1b[0m";
    }

    void line(const std::string& text, Tone tone) { m_text += toned(text, tone) + '\n'; }
    void blankLine() {
        if (!m_text.empty()) m_text += '\n';
    }

    TextStyle m_style;
    std::string m_text;
};

}  // namespace

std::string toText(const Document& document, const TextStyle& style) {
    TextStyle usable = style;
    usable.width = std::max<std::size_t>(usable.width, 20);
    TextRenderer renderer(usable);
    for (const Block& block : document.blocks)
        std::visit(renderer, block);
    return renderer.take();
}

}  // namespace flipscope
