#pragma once

#include "ui/jobs/latest_job.h"

namespace flipscope {

// Work that runs the user's program off the UI thread. Its progress comes as values, of which only the newest is shown;
// a stop request reaches the work, which ends its program and gives what it has so far. One at a time.
//
// Thread rule: UI thread only; `Work` runs on a thread of its own. Destroying it ends the program and waits for that.
template <class Live, class Done>
class DrivenJob {
public:
    using Tell = std::function<void(Live live)>;
    using Work = std::function<Result<Done>(const Tell& tell, const std::stop_token& stop)>;

    DrivenJob(std::function<void(const Live& live)> progressed, std::function<void(Result<Done> result)> finished)
        : m_progressed(std::move(progressed)), m_job(std::move(finished), [this](int, const QString&) { show(); }) {}
    ~DrivenJob() { m_stop.request_stop(); }
    DrivenJob(const DrivenJob&) = delete;
    DrivenJob& operator=(const DrivenJob&) = delete;

    // Precondition: none is running.
    void start(Work work) {
        m_stop = std::stop_source();
        m_mailbox = std::make_shared<Mailbox>();
        // A stop token of our own: LatestJob's would drop what there is so far.
        m_job.start([work = std::move(work), mailbox = m_mailbox, stop = m_stop.get_token()](
                        const std::stop_token&, const ProgressSink& progress) {
            const Tell tell = [&](Live live) {
                auto shared = std::make_shared<const Live>(std::move(live));
                {
                    const std::lock_guard lock(mailbox->mutex);
                    mailbox->live = std::move(shared);
                }
                progress(0, {});
            };
            return work(tell, stop);
        });
    }
    void stop() { m_stop.request_stop(); }

    [[nodiscard]] bool running() const { return m_job.running(); }
    [[nodiscard]] bool stopping() const { return running() && m_stop.stop_requested(); }

private:
    struct Mailbox {
        std::mutex mutex;
        std::shared_ptr<const Live> live;
    };

    void show() {
        std::shared_ptr<const Live> live;
        {
            const std::lock_guard lock(m_mailbox->mutex);
            live = std::exchange(m_mailbox->live, nullptr);
        }
        if (live) m_progressed(*live);
    }

    std::function<void(const Live& live)> m_progressed;
    std::shared_ptr<Mailbox> m_mailbox;
    std::stop_source m_stop;
    LatestJob<Done> m_job;  // last: it ends before what it uses
};

}  // namespace flipscope
