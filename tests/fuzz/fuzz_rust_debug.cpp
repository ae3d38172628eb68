#include "core/read/display_key.h"
#include "core/read/rust_debug.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

// Whatever comes in: what comes out is JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)flipscope::keyStartInFastest(text);
    for (const std::optional<std::string>& json :
         {flipscope::jsonFromRustDebug(text), flipscope::jsonFromRustVariant(text),
          flipscope::keyJsonFromDisplay(text)}) {
        if (json && !nlohmann::json::accept(*json)) std::abort();
    }
    return 0;
}
