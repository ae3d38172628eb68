// What the window does with pins besides their page: marks, files that are dropped, the question before it closes.

#include "core/pin/pin_rules.h"
#include "ui/main_window.h"
#include "ui/panels/pins_page.h"
#include "ui/pin_list.h"

#include <QCloseEvent>
#include <QMessageBox>
#include <QStatusBar>

namespace flipscope {

void MainWindow::connectPins() {
    constexpr int kShownMs = 8000;
    connect(&m_state.pins(), &PinList::changed, this, &MainWindow::showPinMark);
    connect(m_pins, &PinsPage::said, this, [this](const QString& words) { statusBar()->showMessage(words, kShownMs); });
    connect(m_pins, &PinsPage::failed, this, &MainWindow::showError);
}

void MainWindow::showPinMark() {
    const QString mark = m_state.pins().isSaved() ? QString() : QStringLiteral(" *");
    m_tabs->setTabText(static_cast<int>(Page::pins), titleOf(Page::pins) + mark);
    m_tabs->setTabToolTip(static_cast<int>(Page::pins), mark.isEmpty() ? QString() : QStringLiteral("Not saved"));
}

void MainWindow::pinWhenLoaded(const QString& ruleOrFile) {
    if (ruleOrFile.isEmpty() || parsePinRule(ruleOrFile.toStdString())) {
        m_afterLoad.pinRule = ruleOrFile;
    } else {
        openPinFile(ruleOrFile);
    }
}

void MainWindow::pinNow(const QString& rule) {
    const QString problem = m_pins->pinByRule(rule);
    if (!problem.isEmpty()) showError(problem);
}

void MainWindow::openPinFile(const QString& path) {
    m_stack->setCurrentWidget(m_tabs);
    showPage(Page::pins);
    m_pins->openFile(path);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (asksBeforeEnding()) return event->ignore();
    const PinList& pins = m_state.pins();
    if (!pins.isWorkAtRisk() && !pins.isReplacedWorkAtRisk()) return QMainWindow::closeEvent(event);
    event->setAccepted(mayLosePins());
}

bool MainWindow::mayLosePins() {
    QMessageBox box(QMessageBox::Question, QStringLiteral("Flipscope"), {}, QMessageBox::Discard | QMessageBox::Cancel,
                    this);
    if (m_state.pins().isWorkAtRisk()) {
        box.setText(QStringLiteral("Pins that were chosen by hand are not saved."));
        box.setDefaultButton(box.addButton(QMessageBox::Save));
        const int answer = box.exec();
        if (answer == QMessageBox::Cancel || (answer == QMessageBox::Save && !m_pins->save())) return false;
        if (answer == QMessageBox::Discard || !m_state.pins().isReplacedWorkAtRisk()) return true;
        box.removeButton(box.button(QMessageBox::Save));
    }
    box.setText(
        QStringLiteral("Pins that were chosen by hand before others were opened are not saved. “Undo” on the page "
                       "“Pins” brings them back."));
    box.setDefaultButton(QMessageBox::Cancel);
    return box.exec() == QMessageBox::Discard;
}

}  // namespace flipscope
