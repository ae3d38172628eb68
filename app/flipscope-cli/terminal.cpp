#include "app/flipscope-cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace flipscope::cli {

bool outputIsTerminal() {
    return isatty(STDOUT_FILENO) != 0;
}
bool errorIsTerminal() {
    return isatty(STDERR_FILENO) != 0;
}

std::size_t terminalWidth() {
    constexpr std::size_t kPlain = 100;
    constexpr std::size_t kNarrowest = 40;
    winsize size{};
    if (!outputIsTerminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kPlain;
    return std::max<std::size_t>(size.ws_col, kNarrowest);
}

bool wantsColour(ColourWhen when, bool toTerminal) {
    if (when != ColourWhen::automatic) return when == ColourWhen::always;
    const char* noColour = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    if (noColour != nullptr && *noColour != '\0') return false;
    return toTerminal && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

}  // namespace flipscope::cli
