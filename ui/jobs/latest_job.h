#pragma once

#include "core/model/result.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace flipscope {

// How far a job is: permille of the whole, and what it is at.
using ProgressSink = std::function<void(int permille, const QString& text)>;

// Work off the UI thread of which only the newest request counts. Starting again stops the former work and drops its
// result, whenever it comes. The result arrives on the UI thread as one moved value.
// Thread rule: UI thread only; `Work` runs on a pool thread and must end soon after its stop token is triggered.
template <class T>
class LatestJob {
public:
    // A Work that throws is a defect: the program ends. Fallible work returns an Error.
    using Work = std::function<Result<T>(const std::stop_token& stop, const ProgressSink& progress)>;
    using Done = std::function<void(Result<T> result)>;

    // done: called once for each work that was not replaced by a newer one; Cancelled after stop().
    explicit LatestJob(Done done, ProgressSink progress = {}) : m_done(std::move(done)) {
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher, [this] { finish(); });
        if (!progress) return;
        QObject::connect(&m_watcher, &QFutureWatcherBase::progressTextChanged, &m_watcher,
                         [this, progress](const QString& text) { progress(m_watcher.progressValue(), text); });
    }
    // Waits for the work to notice that it is to stop; nothing is reported any more.
    ~LatestJob() {
        m_watcher.disconnect();
        m_stop.request_stop();
        m_pool.waitForDone();
    }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void start(Work work) {
        m_stop.request_stop();
        m_stop = std::stop_source();
        m_running = true;
        QPromise<Result<T>> promise;
        m_watcher.setFuture(promise.future());
        // QThreadPool takes copyable functions only; the promise is not.
        auto shared = std::make_shared<QPromise<Result<T>>>(std::move(promise));
        m_pool.start([shared, work = std::move(work), stop = m_stop.get_token()] {
            shared->start();
            shared->setProgressRange(0, kPermille);
            const ProgressSink sink = [&shared](int permille, const QString& text) {
                shared->setProgressValueAndText(permille, text);
            };
            shared->addResult(work(stop, sink));
            shared->finish();
        });
    }

    // The work ends as Cancelled, even when it was about to succeed. Nothing happens when none runs.
    void stop() { m_stop.request_stop(); }
    // From start() until done was called.
    [[nodiscard]] bool running() const { return m_running; }

private:
    static constexpr int kPermille = 1000;

    void finish() {
        m_running = false;
        const bool stopped = m_stop.stop_requested();
        auto future = m_watcher.future();
        if (future.resultCount() == 0) return;
        Result<T> result = future.takeResult();
        if (stopped) result = Cancelled{};
        m_done(std::move(result));
    }

    Done m_done;
    std::stop_source m_stop;
    bool m_running = false;
    QFutureWatcher<Result<T>> m_watcher;
    QThreadPool m_pool;
};

}  // namespace flipscope
