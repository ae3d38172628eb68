#pragma once

#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin_check.h"
#include "core/pin/pin_rules.h"
#include "core/report/data_table.h"
#include "core/report/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What the commands `pin …` say, as documents and as JSON (docs/json.schema.json).

// Pins as they were made from runs; file: where they were written, as the user would type it.
[[nodiscard]] Document pinsMadeDocument(const Dataset& dataset, const PinChoice& choice, const std::string& file);
[[nodiscard]] std::string pinsMadeJson(const Dataset& dataset, const PinChoice& choice, const std::string& file);

// The pins of a file.
[[nodiscard]] Document pinsDocument(const std::vector<Pin>& pins, const std::string& file);
[[nodiscard]] std::string pinsJson(const std::vector<Pin>& pins);
[[nodiscard]] DataTable pinsTable(const std::vector<Pin>& pins);

// A database made from pins. base: empty without one.
struct PinsWritten {
    const std::vector<Pin>& pins;
    const WrittenPins& written;
    std::string base, out;
};
[[nodiscard]] Document pinsWrittenDocument(const PinsWritten& view);
[[nodiscard]] std::string pinsWrittenJson(const PinsWritten& view);
[[nodiscard]] DataTable pinsWrittenTable(const PinsWritten& view);

// What a run did with a pin, in a few words: "used another candidate".
[[nodiscard]] std::string_view inWords(PinState state);

// Pins against runs.
[[nodiscard]] Document pinCheckDocument(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check);
[[nodiscard]] std::string pinCheckJson(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check);
[[nodiscard]] DataTable pinCheckTable(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check);

}  // namespace flipscope
