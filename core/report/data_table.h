#pragma once

#include "core/report/document.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace flipscope {

// One value of a table for scripts: null, truth value, whole number, number, text. Durations are whole nanoseconds,
// shares and probabilities are fractions; a number that is not finite counts as null.
using DataValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

// A table for scripts: raw values under fixed column names. Plain value.
struct DataTable {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<DataValue>> rows;  // each as long as columns
    std::string note = {};                     // what the rows cannot say, such as that nothing differs; empty: nothing
};

// The value as text in the C locale: shortest form that reads back as the same number; empty for null.
[[nodiscard]] std::string toPlainText(const DataValue& value);

// The same table for readers.
[[nodiscard]] Document toDocument(const DataTable& table);

}  // namespace flipscope
