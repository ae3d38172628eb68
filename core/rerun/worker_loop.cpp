#include "core/rerun/worker_loop.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>

namespace flipscope {

namespace {

class Loop {
public:
    Loop(std::istream& input, std::ostream& output, WorkerBackend& backend,
         const std::function<void(const std::string&)>& lost)
        : m_input(input), m_output(output), m_backend(backend), m_lost(lost) {}

    int run(const std::string& version) {
        // std::cin flushes std::cout before it reads: here while the other thread writes to it, which doubled lines.
        m_input.tie(nullptr);
        WorkerHello hello = m_backend.hello();
        hello.name = "flipscope-worker";
        hello.version = version;
        say(hello);
        {
            const std::jthread worker([this] { work(); });
            bool quit = false;
            for (std::string line; !quit && std::getline(m_input, line);)
                quit = !take(line);
            const std::lock_guard lock(m_mutex);
            m_ended = true;
            if (quit) {
                m_requests.clear();
                m_stop.request_stop();
            }
            m_changed.notify_all();
        }
        return m_output && !m_isLost ? 0 : 1;
    }

private:
    // False when it is time to end.
    bool take(const std::string& line) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) return true;
        Result<MessageToWorker> message = parseToWorker(line);
        if (!message) {
            say(WorkerError{idOfLine(line), message.errorMessage()});
            return true;
        }
        if (std::holds_alternative<WorkerQuit>(message.value())) return false;
        const std::lock_guard lock(m_mutex);
        if (m_isLost) return false;
        if (auto* request = std::get_if<RerunRequest>(&message.value())) {
            m_requests.push_back(std::move(*request));
            m_changed.notify_all();
        } else if (const auto* cancel = std::get_if<WorkerCancel>(&message.value())) {
            cancelRequest(cancel->id);
        }
        return true;
    }

    // The mutex is held.
    void cancelRequest(const std::string& id) {
        if (m_running == id) m_stop.request_stop();
        for (const RerunRequest& waiting : m_requests) {
            if (waiting.id == id) say(WorkerDone{id, true});
        }
        std::erase_if(m_requests, [&](const RerunRequest& waiting) { return waiting.id == id; });
    }

    void work() {
        for (;;) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_ended || !m_requests.empty(); });
            if (m_requests.empty()) return;
            const RerunRequest request = std::move(m_requests.front());
            m_requests.pop_front();
            m_running = request.id;
            m_stop = std::stop_source();
            const std::stop_token stop = m_stop.get_token();
            lock.unlock();
            answer(request, stop);
            lock.lock();
            m_running.reset();
        }
    }

    void answer(const RerunRequest& request, const std::stop_token& stop) {
        RunSink sink;
        sink.result = [&](RerunResult result) { say(WorkerAnswer{request.id, std::move(result)}); };
        sink.progress = [&](std::size_t done, const std::string& text) {
            const bool isCandidate = done < request.candidates.size() && request.candidates[done].name == text;
            say(WorkerProgress{request.id, done, request.candidates.size(), text,
                               isCandidate ? request.candidates[done].index : std::nullopt});
        };
        std::optional<Error> failure;
        try {
            failure = m_backend.run(request, sink, stop);
        } catch (const std::bad_alloc&) {  // the next request may fit
            failure = Error{"out of memory: the problem is too large for this machine"};
        } catch (const std::exception& thrown) {
            failure = Error{std::string("the request could not be run: ") + thrown.what()};
        }
        if (m_backend.isLost()) return giveUp(failure ? failure->message : std::string());
        if (failure) return say(WorkerError{request.id, failure->message});
        say(WorkerDone{request.id, stop.stop_requested()});
    }

    // What waits is left to another worker.
    void giveUp(const std::string& because) {
        {
            const std::lock_guard lock(m_mutex);
            m_isLost = true;
            m_ended = true;
            m_requests.clear();
        }
        if (m_lost) m_lost(because);
    }

    void say(const MessageFromWorker& message) {
        const std::string line = toLine(message) + "\n";
        const std::lock_guard lock(m_outputMutex);
        m_output << line << std::flush;
    }

    std::istream& m_input;
    std::ostream& m_output;
    WorkerBackend& m_backend;
    const std::function<void(const std::string&)>& m_lost;
    std::mutex m_outputMutex;  // of m_output; may be taken while m_mutex is held, never the other way round
    std::mutex m_mutex;        // of what follows
    std::condition_variable m_changed;
    std::deque<RerunRequest> m_requests;
    std::optional<std::string> m_running;
    std::stop_source m_stop;
    bool m_ended = false;
    bool m_isLost = false;
};

}  // namespace

int runWorker(std::istream& input, std::ostream& output, WorkerBackend& backend, const std::string& version,
              const std::function<void(const std::string& because)>& lost) {
    return Loop(input, output, backend, lost).run(version);
}

}  // namespace flipscope
