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

[[nodiscard]] QString askForPinFileToOpen(QWidget& parent);
// start: the name to begin with. Asks itself before the user takes an existing file.
[[nodiscard]] QString askForPinFileToSave(QWidget& parent, const QString& start);
// A folder that is to be made: whoever makes it tells whether it can be.
[[nodiscard]] QString askForReportToWrite(QWidget& parent);
[[nodiscard]] QString askForDatabaseToOpen(QWidget& parent);
// An existing file can be named: whoever writes it asks.
[[nodiscard]] QString askForDatabaseToWrite(QWidget& parent);

}  // namespace flipscope
