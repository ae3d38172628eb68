#pragma once

#include <QMenuBar>
#include <QString>

namespace flipscope {

class MainWindow;

// Menus and shortcuts of the window.
void fillMenuBar(MainWindow& window, QMenuBar& bar);

// Every shortcut, one a line.
[[nodiscard]] QString shortcutList();

}  // namespace flipscope
