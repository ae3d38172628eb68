#include "core/read/file_kind.h"
#include "core/read/text_output.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Looking at any bytes, whole or cut, never fails and always has words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view head(reinterpret_cast<const char*>(data), size);
    if (flipscope::lookAtContent(head, true).inWords.empty()) __builtin_trap();
    if (flipscope::lookAtContent(head, false).inWords.empty()) __builtin_trap();
    (void)flipscope::exitStatusIn(head);
    if (flipscope::withoutDecisionLines(head).size() > size) __builtin_trap();
    return 0;
}
