#pragma once

#include <QString>
#include <string_view>

namespace flipscope {

// Text from logs as the window may show it: printable, at most maxBytes bytes. Still to be treated as plain text.
[[nodiscard]] QString shown(std::string_view hostile, std::size_t maxBytes = 400);

// A tooltip that shows exactly this text. Qt guesses rich text in tooltips; markup in a log must stay visible as
// markup.
[[nodiscard]] QString plainToolTip(const QString& text);

// "1,234" in every locale.
[[nodiscard]] QString formatCount(std::size_t count);
// "1 key", "1,234 keys".
[[nodiscard]] QString counted(std::size_t count, const char* one, const char* many);

}  // namespace flipscope
