#pragma once

#include <QMimeData>
#include <QStringList>

namespace flipscope {

// What a drop on the window means.
enum class DropMeaning { open, add, ask };

// Ctrl adds, Shift replaces; otherwise the user is asked when something is loaded.
[[nodiscard]] DropMeaning meaningOfDrop(Qt::KeyboardModifiers modifiers, bool somethingLoaded);

// The files and folders of a drop that are on this machine.
[[nodiscard]] QStringList localPaths(const QMimeData& data);

}  // namespace flipscope
