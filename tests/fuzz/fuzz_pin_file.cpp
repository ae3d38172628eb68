#include "core/pin/pin_file.h"
#include "core/pin/row_plan.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes as a pin file: what is read is written and read back the same, and can be planned.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<std::vector<Pin>> pins = parsePinFile({reinterpret_cast<const char*>(data), size});
    if (!pins) return 0;
    const std::string text = pinFileText(pins.value());
    const Result<std::vector<Pin>> again = parsePinFile(text);
    if (!again || pinFileText(again.value()) != text) std::abort();
    (void)planRows(pins.value(), {});
    return 0;
}
