#pragma once

#include <QString>
#include <optional>

namespace flipscope {

// The pages of the window, in the order of their tabs.
enum class Page { overview, matrix, key, suspects, rerun, pins, runs, report, prove, collect, Count };

// Fixed names for the command line and the session file.
[[nodiscard]] QString nameOf(Page page);
[[nodiscard]] std::optional<Page> pageFromName(const QString& name);
// Pages that run the user's program: their tabs appear once they are asked for.
[[nodiscard]] bool isShownOnDemand(Page page);
// As on the tab.
[[nodiscard]] QString titleOf(Page page);

}  // namespace flipscope
