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

// How far the running order is.
struct RerunProgress {
    std::size_t results = 0, allResults = 0;   // a candidate of a request each
    std::size_t request = 0, allRequests = 0;  // the one that runs, from 1
    QString candidate;                         // that runs now
};

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
    void progressed(const RerunProgress& progress);
    // What the worker of an order said of itself; before finished.
    void greeted(const RerunOrder& order, const WorkerHello& hello);
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
    std::size_t m_requests = 0;  // of the running order
    std::stop_source m_stop;
    LatestJob<std::shared_ptr<const KeptRerun>> m_job;  // last: it ends before what it uses
};

}  // namespace flipscope
