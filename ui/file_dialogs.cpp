#include "ui/file_dialogs.h"

#include "ui/session_file.h"

#include <QFileDialog>

namespace flipscope {
namespace {

QString sessionFiles() {
    return QStringLiteral("Flipscope sessions (*.%1);;All files (*)").arg(kSessionSuffix);
}

QString pinFiles() {
    return QStringLiteral("Pin files (*.json);;All files (*)");
}

QString databases() {
    return QStringLiteral("Databases (*.db);;All files (*)");
}

QString askForFileToSave(QWidget& parent, const QString& title, const QString& filter, const QString& suffix,
                         const QString& start = {}) {
    QFileDialog dialog(&parent, title, {}, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    if (!start.isEmpty()) dialog.selectFile(start);
    const bool accepted = dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty();
    return accepted ? dialog.selectedFiles().front() : QString();
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
    return askForFileToSave(parent, QStringLiteral("Save session"), sessionFiles(), kSessionSuffix);
}

QString askForPinFileToOpen(QWidget& parent) {
    return QFileDialog::getOpenFileName(&parent, QStringLiteral("Open pin file"), {}, pinFiles());
}

QString askForPinFileToSave(QWidget& parent, const QString& start) {
    return askForFileToSave(parent, QStringLiteral("Save pin file"), pinFiles(), QStringLiteral("json"), start);
}

QString askForReportToWrite(QWidget& parent) {
    return QFileDialog::getSaveFileName(&parent, QStringLiteral("Folder to make for the report"),
                                        QStringLiteral("flipscope-report"), {}, nullptr,
                                        QFileDialog::DontConfirmOverwrite | QFileDialog::ShowDirsOnly);
}

QString askForDatabaseToOpen(QWidget& parent) {
    return QFileDialog::getOpenFileName(&parent, QStringLiteral("Base database"), {}, databases());
}

QString askForDatabaseToWrite(QWidget& parent) {
    return QFileDialog::getSaveFileName(&parent, QStringLiteral("Database to write"), {}, databases(), nullptr,
                                        QFileDialog::DontConfirmOverwrite);
}

}  // namespace flipscope
