#include "ui/screenshot.h"

#include "ui/main_window.h"
#include "ui/text.h"

#include <QPixmap>
#include <QTimer>

namespace flipscope {
namespace {

constexpr int kIntervalMs = 40;
constexpr int kMostChecks = 120'000 / kIntervalMs;
// Work that a page starts in answer to a result is seen one turn of the event loop later.
constexpr int kCalmChecks = 5;

}  // namespace

Screenshot::Screenshot(MainWindow& window, QString file, QObject* parent)
    : QObject(parent), m_window(window), m_file(std::move(file)) {
    connect(&window, &MainWindow::failed, this, &Screenshot::end);
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &Screenshot::checkAgain);
    timer->start(kIntervalMs);
}

void Screenshot::checkAgain() {
    if (++m_checks > kMostChecks) end(QStringLiteral("still not ready after two minutes"));
    m_calmChecks = m_window.busy() ? 0 : m_calmChecks + 1;
    if (m_ended || m_calmChecks < kCalmChecks) return;
    // A picture without the outcome that was asked for would look like an answer.
    if (const QString& problem = m_window.state().outcomeProblem(); !problem.isEmpty()) return end(problem);
    const bool written = m_window.grab().save(m_file, "PNG");
    end(written ? QString() : QStringLiteral("%1 could not be written").arg(shown(m_file.toStdString())));
}

void Screenshot::end(const QString& problem) {
    if (std::exchange(m_ended, true)) return;
    emit finished(problem);
}

}  // namespace flipscope
