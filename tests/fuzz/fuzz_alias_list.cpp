#include "core/read/alias_list.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes as a list of aliases: bounded, and each alias has a text of both kinds and a line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)looksLikeAliasList(text);
    LoadReport report;
    const auto aliases = readAliasList(text, "fuzz.csv", report);
    for (const KeyAlias& alias : aliases) {
        if (alias.alias.empty() || alias.key.empty() || alias.line == 0) std::abort();
    }
    Dataset dataset;
    for (const char* id : {"411e0aa0", "31944fb2"}) {
        dataset.keys.emplace_back();
        dataset.keys.back().id = dataset.keys.back().label = id;
    }
    giveAliases(dataset, aliases);
    return 0;
}
