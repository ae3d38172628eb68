#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace flipscope {

// Dialogs that ask for names of files and folders. All give absolute paths, nothing when the user takes none.

// add: the title says that what is loaded stays.
[[nodiscard]] QStringList askForFiles(QWidget& parent, bool add);
[[nodiscard]] QStringList askForFolder(QWidget& parent, bool add);
[[nodiscard]] QString askForSessionToOpen(QWidget& parent);
// Gives the name the suffix of sessions when it has none.
[[nodiscard]] QString askForSessionToSave(QWidget& parent);

}  // namespace flipscope
