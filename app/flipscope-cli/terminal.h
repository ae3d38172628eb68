#pragma once

#include "app/flipscope-cli/options.h"

#include <cstddef>

namespace flipscope::cli {

[[nodiscard]] bool outputIsTerminal();
[[nodiscard]] bool errorIsTerminal();

// Columns of the terminal; 100 when standard output is none.
[[nodiscard]] std::size_t terminalWidth();

// NO_COLOR (https://no-color.org) and TERM=dumb turn automatic colours off.
[[nodiscard]] bool wantsColour(ColourWhen when, bool toTerminal);

}  // namespace flipscope::cli
