#include "core/drive/toml_settings.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes as a TOML file: bounded, and what was read is written in a form that reads back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto settings = readTomlSettings({reinterpret_cast<const char*>(data), size});
    if (!settings) return 0;
    const std::string text = toToml(settings.value());
    const auto again = readTomlSettings(text);
    if (!again || toToml(again.value()) != text) std::abort();
    return 0;
}
