#include "ui/jobs/rerun_queue.h"

#include "ui/text.h"

#include <utility>

namespace flipscope {

RerunQueue::RerunQueue(QObject* parent)
    : QObject(parent),
      m_job([this](auto result) { take(std::move(result)); }, [this](int, const QString&) { showProgress(); }) {}

RerunQueue::~RerunQueue() {
    m_stop.request_stop();
}

void RerunQueue::enqueue(RerunOrder order) {
    m_waiting.push_back(std::move(order));
    if (!running()) startNext();
}

void RerunQueue::stop() {
    m_waiting.clear();
    m_stop.request_stop();
}

void RerunQueue::startNext() {
    m_current = std::make_shared<const RerunOrder>(std::move(m_waiting.front()));
    m_waiting.pop_front();
    m_live = std::make_shared<Live>();
    m_soFar = {};
    m_requests = requestsOf(m_current->plan).size();
    m_stop = {};
    // A stop token of our own: LatestJob's would drop the results so far.
    m_job.start([order = m_current, live = m_live, stop = m_stop.get_token()](
                    const std::stop_token&, const ProgressSink& progress) -> Result<std::shared_ptr<const KeptRerun>> {
        WorkerListener listener;
        listener.request = [&live](const RerunRequest& request) {
            const std::lock_guard lock(live->mutex);
            live->report.rounds.push_back({request, {}});
        };
        listener.result = [&live, &progress](const RerunResult& result) {
            {
                const std::lock_guard lock(live->mutex);
                live->report.rounds.back().results.push_back(result);
                ++live->done;
            }
            progress(0, {});
        };
        listener.progress = [&live, &progress](const WorkerProgress& now) {
            {
                const std::lock_guard lock(live->mutex);
                live->running = now.text;
            }
            progress(0, {});
        };
        Result<KeptRerun> kept = runOrder(*order, listener, stop);
        if (kept.cancelled()) return Cancelled{};
        if (!kept) return Error{kept.errorMessage()};
        return std::shared_ptr<const KeptRerun>(std::make_shared<KeptRerun>(std::move(kept).value()));
    });
    emit started();
}

void RerunQueue::showProgress() {
    RerunProgress now;
    {
        const std::lock_guard lock(m_live->mutex);
        m_soFar = m_live->report;
        now.results = m_live->done;
        now.candidate = shown(m_live->running, 80);
    }
    now.request = m_soFar.rounds.size();
    now.allRequests = m_requests;
    now.allResults = m_current->plan.candidates.size() * m_requests;
    emit progressed(now);
}

void RerunQueue::take(Result<std::shared_ptr<const KeptRerun>> result) {
    const auto done = std::exchange(m_current, nullptr);
    m_soFar = {};
    if (result) {
        const auto& hello = result.value()->report.hello;
        if (hello) emit greeted(*done, *hello);
        emit finished(result.value());
    } else if (!result.cancelled()) {
        emit failed(shown(done->target.label) + QStringLiteral(": ") + shown(result.errorMessage(), 4000));
    }
    if (running()) return;  // an answer to a signal has begun the next
    if (m_waiting.empty()) {
        emit idle();
    } else {
        startNext();
    }
}

}  // namespace flipscope
