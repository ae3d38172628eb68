#include "core/report/csv_report.h"

#include "core/report/format.h"

#include <charconv>
#include <limits>
#include <string_view>

namespace flipscope {

namespace {

bool isNumber(std::string_view text) {
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

std::string field(std::string_view text, bool mayBeFormula) {
    std::string shown;
    if (mayBeFormula && !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) {
        shown = "'";
    }
    shown += printable(text, std::numeric_limits<std::size_t>::max());
    if (shown.find_first_of(",\"") == std::string::npos && shown.find_first_of(' ') != 0) return shown;
    std::string quoted = "\"";
    for (const char c : shown) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

void appendLine(std::string& csv, const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0) csv += ',';
        csv += fields[i];
    }
    csv += "\r\n";
}

}  // namespace

std::string toCsv(const DataTable& table) {
    std::string csv;
    std::vector<std::string> fields;
    for (const std::string& column : table.columns)
        fields.push_back(field(column, true));
    appendLine(csv, fields);
    for (const auto& row : table.rows) {
        fields.clear();
        for (const DataValue& value : row) {
            fields.push_back(field(toPlainText(value), std::holds_alternative<std::string>(value)));
        }
        appendLine(csv, fields);
    }
    return csv;
}

std::string toCsv(const Table& table) {
    std::string csv;
    std::vector<std::string> fields;
    for (const Column& column : table.columns)
        fields.push_back(field(column.title, true));
    appendLine(csv, fields);
    for (const auto& row : table.rows) {
        fields.clear();
        for (const Cell& cell : row)
            fields.push_back(field(cell.text, !isNumber(cell.text)));
        appendLine(csv, fields);
    }
    return csv;
}

}  // namespace flipscope
