// The status bar of the window: counts, progress and the button that stops.

#include "ui/jobs/handover_work.h"
#include "ui/main_window.h"
#include "ui/panels/rerun_page.h"
#include "ui/text.h"

#include <QStatusBar>

namespace flipscope {

void MainWindow::makeStatusBar() {
    m_counts->setAutoRaise(true);
    m_counts->setToolTip(plainToolTip(QStringLiteral("Show the load report")));
    m_counts->setAccessibleName(QStringLiteral("Counts; opens the load report"));
    connect(m_counts, &QToolButton::clicked, this, [this] { showPage(Page::report); });
    m_progressText->setTextFormat(Qt::PlainText);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(220);
    m_progress->setAccessibleName(QStringLiteral("Progress"));
    connect(m_stop, &QPushButton::clicked, this, &MainWindow::stopRunning);
    statusBar()->addWidget(m_counts);
    statusBar()->addPermanentWidget(m_progressText);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_stop);
}

bool MainWindow::rerunning() const {
    return m_rerun->queue().running();
}

void MainWindow::stopRunning() {
    if (m_pipeline.loading()) {
        m_pipeline.stopLoading();
    } else if (rerunning()) {
        m_rerun->stop();
    } else if (reporting()) {
        m_handover->stop();
    } else {
        stopDriving();
    }
}

void MainWindow::showCounts() {
    const auto& dataset = m_state.dataset();
    m_counts->setVisible(dataset != nullptr);
    if (dataset == nullptr) return;
    const auto& analysis = m_state.analysis();
    const std::size_t all = dataset->runs.size();
    const bool some = analysis != nullptr && analysis->matrix.runs.size() != all;
    QStringList parts{
        some ? QStringLiteral("%1 of %2").arg(formatCount(analysis->matrix.runs.size()), counted(all, "run", "runs"))
             : counted(all, "run", "runs")};
    parts.append(counted(dataset->keys.size(), "key", "keys"));
    if (analysis != nullptr) parts.append(counted(analysis->flippingKeys, "flips", "flip"));
    const std::uint64_t problems = dataset->report.problemCount;
    parts.append(problems == 0 ? QStringLiteral("no problems") : counted(problems, "problem", "problems"));
    m_counts->setText(parts.join(QStringLiteral("  ·  ")));
}

void MainWindow::showProgress() {
    const bool loading = m_pipeline.loading();
    m_progress->setVisible(loading);
    m_stop->setVisible(loading || rerunning() || reporting() || driving());
    m_progressText->setVisible(busy());
    if (loading || !busy()) return;
    QStringList jobs;
    for (const QString& job : m_state.busyWith())
        jobs.append(job);
    QString text = jobs.join(QStringLiteral(", ")) + QStringLiteral(" …");
    text[0] = text[0].toUpper();
    m_progressText->setText(text);
}

}  // namespace flipscope
