#include "ui/file_dialogs.h"

#include "ui/session_file.h"

#include <QFileDialog>

namespace flipscope {
namespace {

QString sessionFiles() {
    return QStringLiteral("Flipscope sessions (*.%1);;All files (*)").arg(kSessionSuffix);
}

}  // namespace

QStringList askForFiles(QWidget& parent, bool add) {
    return QFileDialog::getOpenFileNames(&parent, add ? QStringLiteral("Add files") : QStringLiteral("Open files"), {},
                                         QStringLiteral("All files (*)"));
}

QStringList askForFolder(QWidget& parent, bool add) {
    const QString folder =
        QFileDialog::getExistingDirectory(&parent, add ? QStringLiteral("Add folder") : QStringLiteral("Open folder"));
    return folder.isEmpty() ? QStringList() : QStringList(folder);
}

QString askForSessionToOpen(QWidget& parent) {
    return QFileDialog::getOpenFileName(&parent, QStringLiteral("Open session"), {}, sessionFiles());
}

QString askForSessionToSave(QWidget& parent) {
    QFileDialog dialog(&parent, QStringLiteral("Save session"), {}, sessionFiles());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(kSessionSuffix);
    const bool accepted = dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty();
    return accepted ? dialog.selectedFiles().front() : QString();
}

}  // namespace flipscope
