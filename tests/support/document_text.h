#pragma once

#include "core/report/document.h"
#include "core/report/text_report.h"

#include <cstddef>
#include <string>
#include <variant>

namespace flipscope::test {

// A document without its layout: a line a paragraph, a list's item or a row of a table, its cells ended by "|".
inline std::string textOf(const Document& document) {
    std::string text;
    for (const Block& block : document.blocks) {
        if (const auto* paragraph = std::get_if<Paragraph>(&block)) text += paragraph->text + "\n";
        if (const auto* list = std::get_if<BulletList>(&block)) {
            for (const std::string& item : list->items)
                text += "* " + item + "\n";
        }
        const auto* table = std::get_if<Table>(&block);
        for (std::size_t i = 0; table != nullptr && i < table->rows.size(); ++i) {
            for (const Cell& cell : table->rows[i])
                text += cell.text + "|";
            text += "\n";
        }
    }
    return text;
}

// As a terminal shows it that is wide enough for all.
inline std::string wideTextOf(const Document& document) {
    TextStyle style;
    style.width = 400;
    return toText(document, style);
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace flipscope::test
