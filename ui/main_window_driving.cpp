// The pages of the window that run the user's program.

#include "ui/main_window.h"
#include "ui/panels/collect_page.h"
#include "ui/panels/prove_page.h"
#include "ui/panels/start_page.h"

#include <QMessageBox>
#include <utility>

namespace flipscope {

void MainWindow::makeDrivePages() {
    m_prove = new ProvePage(m_state, m_tabs);
    m_collect = new CollectPage(m_state, m_tabs);
    m_tabs->addTab(m_prove, titleOf(Page::prove));
    m_tabs->addTab(m_collect, titleOf(Page::collect));
    for (const Page page : {Page::prove, Page::collect})
        m_tabs->setTabVisible(static_cast<int>(page), false);
    connect(m_start, &StartPage::collectWanted, this, &MainWindow::prepareCollecting);
    connect(m_collect, &CollectPage::openWanted, this, [this](const QStringList& paths) {
        openPaths(paths);
        showPage(Page::overview);
    });
    connect(&m_state, &ViewState::proofWanted, this, &MainWindow::prepareProof);
    connect(&m_state, &ViewState::forcingWanted, this,
            [this](KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base) {
                showPage(Page::prove);
                m_prove->prepareForcing(key, candidate, base);
            });
}

bool MainWindow::driving() const {
    return m_prove->running() || m_collect->running();
}

void MainWindow::stopDriving() {
    m_prove->stop();
    m_collect->stop();
}

void MainWindow::prepareProof() {
    showPage(Page::prove);
    m_prove->prepareProof();
}

void MainWindow::prepareForcing() {
    if (m_state.currentKey()) m_state.wantForcing(*m_state.currentKey(), std::nullopt, std::nullopt);
}

void MainWindow::prepareCollecting() {
    showPage(Page::collect);
    m_collect->prepare();
}

// A program of the user's does not outlive the window unseen, and does not end unasked.
bool MainWindow::asksBeforeEnding() {
    if (!driving() || std::exchange(m_mayClose, false)) return false;
    auto* box = new QMessageBox(QMessageBox::Question, QStringLiteral("Flipscope"),
                                QStringLiteral("Your program is running. End it and close? What it has done so far "
                                               "stays, and the same folder goes on from there."),
                                QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    auto* end = box->addButton(QStringLiteral("&End it and close"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, end](QAbstractButton* button) {
        if (button != end) return;
        m_mayClose = true;
        stopDriving();
        close();
    });
    box->open();
    return true;
}

}  // namespace flipscope
