#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/rerun_values.h"

#include <QObject>
#include <QString>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

namespace flipscope {

// Runs re-runs one after another in worker processes, off the UI thread. An order that comes while another one runs
// waits for its turn, so that results are never mixed. Thread rule: UI thread only; destroying it ends the worker.
class RerunQueue : public QObject {
    Q_OBJECT
public:
    explicit RerunQueue(QObject* parent = nullptr);
    ~RerunQueue() override;
    RerunQueue(const RerunQueue&) = delete;
    RerunQueue& operator=(const RerunQueue&) = delete;

    void enqueue(RerunOrder order);
    // Ends the running order, keeping its results so far, and drops those that wait.
    void stop();

    [[nodiscard]] bool running() const { return m_current != nullptr; }
    [[nodiscard]] bool stopping() const { return m_stop.stop_requested(); }
    [[nodiscard]] std::size_t waiting() const { return m_waiting.size(); }
    // What runs now; null when nothing does.
    [[nodiscard]] const RerunOrder* current() const { return m_current.get(); }
    // Results of the running order so far, each as it came from the worker.
    [[nodiscard]] const RerunReport& soFar() const { return m_soFar; }

signals:
    void started();
    // done of total results; text: what runs now.
    void progressed(std::size_t done, std::size_t total, const QString& text);
    // With what there was when it was stopped or the worker failed: see its report.
    void finished(const std::shared_ptr<const KeptRerun>& rerun);
    // Nothing could be run at all.
    void failed(const QString& message);
    // After the last one, whatever became of it.
    void idle();

private:
    // What crosses threads.
    struct Live {
        std::mutex mutex;
        RerunReport report;
        std::string running;
        std::size_t done = 0;
    };

    void startNext();
    void showProgress();
    void take(Result<std::shared_ptr<const KeptRerun>> result);

    std::deque<RerunOrder> m_waiting;
    std::shared_ptr<const RerunOrder> m_current;
    std::shared_ptr<Live> m_live;
    RerunReport m_soFar;
    std::stop_source m_stop;
    LatestJob<std::shared_ptr<const KeptRerun>> m_job;  // last: it ends before what it uses
};

}  // namespace flipscope
