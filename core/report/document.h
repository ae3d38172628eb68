#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace flipscope {

// A report before it has a form: what a reader sees, in order, without saying whether it ends as text, HTML or
// Markdown. Texts are UTF-8 and may be hostile: every renderer makes them harmless for its own form. Plain values.

// How a piece of text should stand out where the form has colours; never the only bearer of a meaning.
enum class Tone : std::uint8_t { plain, strong, good, warn, bad, dim };
enum class Align : std::uint8_t { left, right };

struct Cell {
    std::string text;
    Tone tone = Tone::plain;
};

struct Column {
    std::string title;
    Align align = Align::left;
    bool shrinks = false;  // long texts may be wrapped, and long words cut in the middle, to make the table fit
};

struct Table {
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  // each as long as columns
    std::string note;                     // what the numbers mean, shown below; empty: none
    std::size_t rowsLeftOut = 0;          // rows not in `rows`, said below the table
};

struct Heading {
    std::string text;
};

struct Paragraph {
    std::string text;
    Tone tone = Tone::plain;
};

struct BulletList {
    std::vector<std::string> items;
};

// A line to copy into a shell: never wrapped or cut.
struct CommandLine {
    std::string line;
    std::string meaning;
};

using Block = std::variant<Heading, Paragraph, BulletList, Table, CommandLine>;

struct Document {
    std::string title;
    std::vector<Block> blocks;

    void heading(std::string text) { blocks.emplace_back(Heading{std::move(text)}); }
    // Does nothing for an empty text.
    void paragraph(std::string text, Tone tone = Tone::plain) {
        if (!text.empty()) blocks.emplace_back(Paragraph{std::move(text), tone});
    }
    void list(std::vector<std::string> items) {
        if (!items.empty()) blocks.emplace_back(BulletList{std::move(items)});
    }
    void table(Table table) { blocks.emplace_back(std::move(table)); }
    void command(std::string line, std::string meaning) {
        blocks.emplace_back(CommandLine{std::move(line), std::move(meaning)});
    }
};

}  // namespace flipscope
