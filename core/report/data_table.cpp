#include "core/report/data_table.h"

#include <array>
#include <charconv>
#include <cmath>

namespace flipscope {

std::string toPlainText(const DataValue& value) {
    struct Writer {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(bool truth) const { return truth ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const {
            if (!std::isfinite(number)) return {};
            std::array<char, 64> buffer{};
            const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
            return {buffer.data(), end.ptr};
        }
        std::string operator()(const std::string& text) const { return text; }
    };
    return std::visit(Writer(), value);
}

Document toDocument(const DataTable& table) {
    Table shown;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        bool text = table.rows.empty();
        for (const auto& row : table.rows)
            text = text || std::holds_alternative<std::string>(row[c]);
        shown.columns.push_back({table.columns[c], text ? Align::left : Align::right, text});
    }
    for (const auto& row : table.rows) {
        std::vector<Cell> cells;
        cells.reserve(row.size());
        for (const DataValue& value : row)
            cells.push_back({toPlainText(value)});
        shown.rows.push_back(std::move(cells));
    }
    Document document;
    document.title = "Flipscope: " + table.name;
    document.paragraph(table.note);
    if (table.rows.empty() && table.note.empty()) document.paragraph("No rows: there is nothing of this kind.");
    document.table(std::move(shown));
    return document;
}

}  // namespace flipscope
