#pragma once

#include "ui/handover_plan.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QString>

namespace flipscope {

// Writes a report for maintainers off the UI thread, of what the state shows when it is asked for. One at a time.
// Thread rule: UI thread only; destroying it stops the work and waits for that.
class HandoverWork : public QObject {
    Q_OBJECT
public:
    explicit HandoverWork(ViewState& state, QObject* parent = nullptr);

    // Of the runs analysed. paths: of all runs, as the user gave them. Precondition: the state has an analysis, and
    // nothing is running.
    void write(const QStringList& paths, const QString& folder);
    void stop() { m_job.stop(); }  // then no folder is left
    [[nodiscard]] bool running() const { return m_job.running(); }

signals:
    // words: what it says, in sentences.
    void written(const QString& folder, const QString& words);
    void failed(const QString& message);

private:
    void take(const Result<WrittenHandover>& result);

    ViewState& m_state;
    LatestJob<WrittenHandover> m_job;
};

}  // namespace flipscope
