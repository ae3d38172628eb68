#pragma once

#include "core/process/child_process.h"
#include "core/rerun/worker_messages.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// How long a worker is waited for.
struct WorkerLimits {
    std::chrono::milliseconds start{30'000};     // until hello: a GPU's driver may have to be loaded
    std::chrono::milliseconds silence{120'000};  // between two messages about the request that runs
    std::chrono::milliseconds end{2'000};        // after cancel, quit or SIGTERM
};

// What is told while a request runs, on the calling thread. Any may be empty.
struct WorkerListener {
    std::function<void(const RerunRequest&)> request;  // by runRequests only: whose results come next
    std::function<void(const RerunResult&)> result;
    std::function<void(const WorkerProgress&)> progress;
};

// Whether it is the candidate that a worker announced, which may have named no index.
[[nodiscard]] bool isAnnounced(const RerunCandidate& candidate, const RerunCandidate& announced);

// One worker process, from its hello on. Move-only; one thread uses it at a time; the destructor ends the process.
class WorkerClient {
public:
    // Starts the command and waits for its hello. The Error has the last of what it wrote to standard error.
    [[nodiscard]] static Result<WorkerClient> start(const ChildCommand& command, const WorkerLimits& limits,
                                                    const std::stop_token& stop);

    [[nodiscard]] const WorkerHello& hello() const { return m_hello; }

    struct Answers {
        enum class End : std::uint8_t {
            done,
            refused,  // the worker said that it cannot run the request: see failure
            stopped,  // by the stop token
            silent,   // it said nothing about the request for too long; the worker was ended
            lost,     // it ended, takes no requests or spoke what is no message; the worker was ended
        };
        End end = End::done;
        std::string failure;               // in words, unless done or stopped
        std::vector<RerunResult> results;  // at most one for each candidate that was asked for
        std::size_t unasked = 0;           // further results, which were left out
        std::vector<std::string> remarks;  // errors that name no request: the first kMostRemarks
        // The candidate that was announced last, when it ended otherwise than done; its index where that was said.
        std::optional<RerunCandidate> running;
    };
    // Runs one request. Results that came before a failure are kept. Messages about other requests are ignored. A
    // stopped worker has limits.end to end the request, whatever else it says, then it is ended.
    [[nodiscard]] Answers run(const RerunRequest& request, const WorkerListener& listener, const std::stop_token& stop);

    // Writes one line as it is, for checks of how a worker takes what it does not know. An Error when it takes no
    // input.
    [[nodiscard]] std::optional<Error> sendLine(std::string_view line);
    // Asks the worker to end; null when it did not within the limit and was ended.
    [[nodiscard]] std::optional<ChildEnd> quit();

    // False once the worker was ended or found to be over.
    [[nodiscard]] bool isAlive() const { return m_isAlive; }
    // The last of what it wrote to standard error, at most kErrorTextKept bytes.
    [[nodiscard]] const std::string& errorText() const { return m_errorText; }

    static constexpr std::size_t kErrorTextKept = 4096;
    static constexpr std::size_t kMostRemarks = 20;

private:
    explicit WorkerClient(ChildProcess process, const WorkerLimits& limits)
        : m_process(std::move(process)), m_limits(limits) {}

    struct Line {
        ChildProcess::Read read = ChildProcess::Read::some;
        std::string text;  // of some
        bool tooLong = false;
    };
    [[nodiscard]] Line nextLine(ChildProcess::Clock::time_point deadline, const std::stop_token& stop);
    [[nodiscard]] std::string overInWords();

    // A request while it runs.
    struct Running {
        const RerunRequest& request;
        const WorkerListener& listener;
        std::vector<RerunCandidate> unanswered;
        Answers answers = {};
        bool isOver = false;
    };
    enum class About : std::uint8_t { theRequest, nothing };
    // An Error when the line is no message, or one that cannot be true.
    [[nodiscard]] Result<About> take(const Line& line, Running& running);
    [[nodiscard]] static Result<About> takeResult(RerunResult result, Running& running);
    [[nodiscard]] static About takeError(const WorkerError& error, Running& running);
    [[nodiscard]] Answers takesNoRequest(Answers answers, const Error& error, const std::stop_token& stop);
    [[nodiscard]] std::string silenceInWords(const Answers& answers) const;
    [[nodiscard]] Answers ended(Answers answers, Answers::End end, std::string failure);

    ChildProcess m_process;
    WorkerLimits m_limits;
    WorkerHello m_hello;
    std::string m_read;  // of standard output, not yet a whole line
    std::size_t m_searched = 0;
    std::string m_errorText;
    bool m_isAlive = true;
};

}  // namespace flipscope
