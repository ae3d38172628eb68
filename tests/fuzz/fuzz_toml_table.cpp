#include "core/drive/toml_table.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes as a TOML file: bounded, and what was read can be written anew, with the same settings.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Result<TomlTable> table = TomlTable::parse({reinterpret_cast<const char*>(data), size});
    if (!table) return 0;
    if (!table.value().toText()) std::abort();
    table.value().remove({"a"});
    table.value().setText({"a", "b"}, "c");
    if (!table.value().toText() || table.value().textAt({"a", "b"}) != "c") std::abort();
    return 0;
}
