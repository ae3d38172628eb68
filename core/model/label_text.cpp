#include "core/model/label_text.h"

#include "core/model/utf8.h"

#include <algorithm>

namespace flipscope {

std::string labelText(std::string_view hostile, std::size_t maxCharacters) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    constexpr std::string_view kEllipsis = "…";
    std::string out;
    for (std::size_t characters = 0; !hostile.empty(); ++characters) {
        if (characters == maxCharacters) return out + std::string(kEllipsis);
        const CodePoint c = decodeUtf8(hostile);
        out += c.length > 0 && !misleads(c.value) ? hostile.substr(0, c.length) : kReplacement;
        hostile.remove_prefix(std::max<std::size_t>(c.length, 1));
    }
    return out;
}

}  // namespace flipscope
