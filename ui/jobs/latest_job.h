#pragma once

#include "core/model/result.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace flipscope {

// How far a job is: permille of the whole, and what it is at.
using ProgressSink = std::function<void(int permille, const QString& text)>;

// Work off the UI thread of which only the newest request counts. Starting again stops the former work and drops its
// result, whenever it comes. The result arrives on the UI thread as one moved value.
//
// The UI thread looks for news at a timer: all that crosses threads stands under one mutex of ours, which the thread
// sanitizer can follow (it cannot see the locks inside Qt), and progress comes no faster than it can be shown.
//
// Thread rule: UI thread only; `Work` runs on a thread of its own and must end soon after its stop token is triggered.
template <class T>
class LatestJob {
public:
    // A Work that throws is a defect: the program ends. Fallible work returns an Error.
    using Work = std::function<Result<T>(const std::stop_token& stop, const ProgressSink& progress)>;
    using Done = std::function<void(Result<T> result)>;

    // done: called once for each work that was not replaced by a newer one; Cancelled after stop().
    explicit LatestJob(Done done, ProgressSink progress = {})
        : m_done(std::move(done)), m_progress(std::move(progress)) {
        m_timer.setInterval(kIntervalMs);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
    }
    // Waits for the work to notice that it is to stop; nothing is reported any more.
    ~LatestJob() {
        m_timer.stop();
        stop();
    }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void start(Work work) {
        if (m_current) retire();
        auto mailbox = std::make_shared<Mailbox>();
        std::jthread thread([mailbox, work = std::move(work)](const std::stop_token& stop) {
            const ProgressSink sink = [&mailbox](int permille, const QString& text) {
                const std::lock_guard lock(mailbox->mutex);
                mailbox->progress = {permille, text};
            };
            Result<T> result = work(stop, sink);
            const std::lock_guard lock(mailbox->mutex);
            mailbox->result = std::move(result);
        });
        m_current = Running{std::move(mailbox), std::move(thread)};
        m_timer.start();
    }

    // The work ends as Cancelled, even when it was about to succeed. Nothing happens when none runs.
    void stop() {
        if (m_current) m_current->thread.request_stop();
    }
    // From start() until done was called.
    [[nodiscard]] bool running() const { return m_current.has_value(); }

private:
    static constexpr int kIntervalMs = 10;

    struct Mailbox {
        std::mutex mutex;
        std::optional<std::pair<int, QString>> progress;
        std::optional<Result<T>> result;
    };
    struct Running {
        std::shared_ptr<Mailbox> mailbox;
        std::jthread thread;  // stops and joins when it goes
    };

    void retire() {
        m_current->thread.request_stop();
        m_retired.push_back(std::move(*m_current));
        m_current.reset();
    }

    void look() {
        std::erase_if(m_retired, [](const Running& old) {
            const std::lock_guard lock(old.mailbox->mutex);
            return old.mailbox->result.has_value();
        });
        if (!m_current) {
            if (m_retired.empty()) m_timer.stop();
            return;
        }
        std::optional<std::pair<int, QString>> progress;
        std::optional<Result<T>> result;
        {
            const std::lock_guard lock(m_current->mailbox->mutex);
            progress = std::exchange(m_current->mailbox->progress, {});
            result.swap(m_current->mailbox->result);
        }
        if (progress && m_progress) m_progress(progress->first, progress->second);
        if (!result) return;
        const bool stopped = m_current->thread.get_stop_token().stop_requested();
        m_current.reset();
        // Last: it may start the next work.
        m_done(stopped ? Result<T>(Cancelled{}) : std::move(*result));
    }

    Done m_done;
    ProgressSink m_progress;
    std::optional<Running> m_current;
    std::vector<Running> m_retired;
    QTimer m_timer;
};

}  // namespace flipscope
