#include "core/read/cbor_json.h"
#include "core/read/database_rows.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

// The input is cut at its first byte's value into key and value of a row.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    if (const auto value = flipscope::jsonFromCbor(bytes)) {
        if (!nlohmann::json::accept(flipscope::jsonText(*value))) std::abort();
    }
    const std::size_t cut = data[0] < bytes.size() ? data[0] : bytes.size();
    const flipscope::RawRow row{"autotune/1/device/tuner", bytes.substr(0, cut), bytes.substr(cut)};
    std::string reason;
    (void)flipscope::readChoiceRow(row, reason);
    (void)flipscope::readRecordRow(row, reason);
    (void)flipscope::readSessionRow(row, reason);
    return 0;
}
