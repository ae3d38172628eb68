#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// A place in a text that names a file by its full path, and what may stand there instead.
struct PrivatePath {
    std::size_t begin = 0, end = 0;
    std::string shown;  // "…/train.py": a last part with an ending stays, for it says what the file is
};

enum class PathCaution : std::uint8_t {
    // Texts: whatever looks like a full path.
    all,
    // Names of kernels and keys, which must not be damaged: paths below a folder that systems have at their root.
    certain,
};

inline constexpr std::string_view kEllipsis = "…";  // stands for what is left out of a path

// The first full path from `from` on: /a/b, //server/share, C:\a, \\server\share, \\?\C:\a, ~name/a, and file:
// addresses. Other addresses (https://…) are passed over. A path that stands in quotes reaches to the closing quote, so
// that blanks belong to it. Fractions, units and relative paths ("1/2", "GB/s", "autotune/0.11.0", "text/html") are
// none. A pure function; any thread.
[[nodiscard]] std::optional<PrivatePath> findPrivatePath(std::string_view text, std::size_t from, PathCaution caution);

}  // namespace flipscope
