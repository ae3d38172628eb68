// The report for maintainers, as the window asks for it and shows that it is there.

#include "ui/file_dialogs.h"
#include "ui/jobs/handover_work.h"
#include "ui/main_window.h"

#include <QDesktopServices>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QUrl>

namespace flipscope {

void MainWindow::makeReportWork() {
    m_handover = new HandoverWork(m_state, this);
    connect(m_handover, &HandoverWork::failed, this, &MainWindow::showError);
    connect(m_handover, &HandoverWork::written, this, &MainWindow::offerReport);
}

bool MainWindow::reporting() const {
    return m_handover->running();
}

void MainWindow::askForReport() {
    if (m_state.analysis() == nullptr) {
        statusBar()->showMessage(QStringLiteral("Open the runs that the report is to be about."), 8000);
        return;
    }
    const QString folder = askForReportToWrite(*this);
    if (!folder.isEmpty()) writeReport(folder);
}

void MainWindow::writeReport(const QString& folder) {
    if (m_state.analysis() == nullptr || reporting()) return;
    m_handover->write(m_pipeline.paths(), folder);
}

void MainWindow::offerReport(const QString& folder, const QString& words) {
    auto* box = new QMessageBox(QMessageBox::Information, QStringLiteral("The report is written"), words,
                                QMessageBox::Close, this);
    box->setTextFormat(Qt::PlainText);
    auto* open = box->addButton(QStringLiteral("&Open the folder"), QMessageBox::AcceptRole);
    box->setDefaultButton(open);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [open, folder](const QAbstractButton* button) {
        if (button == open) QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
    });
    box->open();
}

}  // namespace flipscope
