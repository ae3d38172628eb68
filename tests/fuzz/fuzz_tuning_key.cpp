#include "core/model/tuning_key.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace flipscope;

namespace {

bool hasControlCharacter(std::string_view text) {
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return true;
    }
    return false;
}

}  // namespace

// Any text gives a key with a printable label, and the canonical text of a key is a fixed point.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t split = text.find('\n');
    const std::string_view json = text.substr(0, split);
    const std::string name(split == std::string_view::npos ? std::string_view() : text.substr(split + 1));
    const TuningKey key = makeTuningKey(json, {name, "b"}, name);
    if (key.id.size() != 8 || key.label.empty() || hasControlCharacter(key.label)) std::abort();
    const TuningKey again = makeTuningKey(key.canonicalJson, {"b", name}, "");
    if (again.canonicalJson != key.canonicalJson || again.id != key.id || again.label != key.label) std::abort();
    std::vector<TuningKey> keys{key, again, makeTuningKey(name, {}, "")};
    makeKeyNamesUnique(keys);
    return 0;
}
