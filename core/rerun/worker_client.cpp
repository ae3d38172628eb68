#include "core/rerun/worker_client.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

using Clock = ChildProcess::Clock;
using Read = ChildProcess::Read;
using std::chrono::milliseconds;

std::string seconds(milliseconds time) {
    constexpr double kPerSecond = 1000;
    std::string text = std::to_string(static_cast<double>(time.count()) / kPerSecond);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " s";
}

bool isIdle(const std::string& line) {
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

// The beginning of a line that is no message, to show.
std::string excerpt(const std::string& line) {
    constexpr std::size_t kShown = 80;
    return line.size() <= kShown ? line : line.substr(0, kShown) + "…";
}

}  // namespace

// Lines are taken from what was read; more is read when there is none.
WorkerClient::Line WorkerClient::nextLine(Clock::time_point deadline, const std::stop_token& stop) {
    for (;;) {
        const std::size_t end = m_read.find('\n', m_searched);
        if (end != std::string::npos) {
            Line line{Read::some, m_read.substr(0, end)};
            m_read.erase(0, end + 1);
            m_searched = 0;
            if (isIdle(line.text)) continue;
            return line;
        }
        m_searched = m_read.size();
        if (m_read.size() > kLongestMessage) return {Read::some, {}, true};
        std::string errors;
        const Read read = m_process.read(m_read, errors, deadline, stop);
        m_errorText += errors;
        if (m_errorText.size() > kErrorTextKept) m_errorText.erase(0, m_errorText.size() - kErrorTextKept);
        if (read != Read::some) return {read, {}, false};
    }
}

std::string WorkerClient::overInWords() {
    std::string words = "the worker " + toWords(m_process.end(m_limits.end));
    if (!m_errorText.empty()) words += "; it wrote: " + m_errorText;
    return words;
}

Result<WorkerClient> WorkerClient::start(const ChildCommand& command, const WorkerLimits& limits,
                                         const std::stop_token& stop) {
    Result<ChildProcess> process = ChildProcess::start(command);
    if (!process) return Error{process.errorMessage()};
    WorkerClient client(std::move(process).value(), limits);
    const Line line = client.nextLine(Clock::now() + limits.start, stop);
    if (line.read == Read::stopped) return Cancelled{};
    if (line.read == Read::timedOut) {
        return Error{"the worker did not say hello within " + seconds(limits.start) +
                     (client.m_errorText.empty() ? "" : "; it wrote: " + client.m_errorText)};
    }
    if (line.read == Read::ended)
        return Error{client.overInWords() + (client.m_errorText.empty() ? " before hello" : "")};
    if (line.tooLong) return Error{"the worker's first line does not end"};
    Result<MessageFromWorker> message = parseFromWorker(line.text, RerunMeans::real);
    if (!message) {
        return Error{"the worker's first line is no hello: " + message.errorMessage() + ": " + excerpt(line.text)};
    }
    auto* hello = std::get_if<WorkerHello>(&message.value());
    if (hello == nullptr) return Error{"the worker's first line is no hello: " + excerpt(line.text)};
    if (hello->protocol != kWorkerProtocol) {
        return Error{"the worker speaks version " + std::to_string(hello->protocol) + " of the protocol, not " +
                     std::to_string(kWorkerProtocol)};
    }
    client.m_hello = std::move(*hello);
    return client;
}

WorkerClient::Answers& WorkerClient::ended(Answers& answers, Answers::End end, std::string failure) {
    answers.end = end;
    answers.failure = std::move(failure);
    m_process.end(m_limits.end);
    m_isAlive = false;
    return answers;
}

WorkerClient::Answers WorkerClient::run(const RerunRequest& request, const WorkerListener& listener,
                                        const std::stop_token& stop) {
    using End = Answers::End;
    Answers answers;
    if (!m_isAlive) return answers.end = End::lost, answers.failure = "the worker is over", answers;
    const auto send = [&](const MessageToWorker& message) { return sendLine(toLine(message)); };
    if (send(request)) {
        // What ended it says more than that it does not listen.
        while (nextLine(Clock::now() + m_limits.end, stop).read == Read::some) {
        }
        return ended(answers, End::lost, overInWords());
    }
    bool isOver = false;
    bool cancelled = false;
    while (!isOver) {
        // After a cancel the worker has the usual time to end what it runs.
        const std::stop_token& token = cancelled ? std::stop_token() : stop;
        const Line line = nextLine(Clock::now() + (cancelled ? m_limits.end : m_limits.silence), token);
        if (line.read == Read::stopped) {
            cancelled = true;
            if (send(WorkerCancel{request.id})) return ended(answers, End::stopped, {});
            continue;
        }
        if (line.read == Read::timedOut && cancelled) return ended(answers, End::stopped, {});
        if (line.read == Read::timedOut) {
            return ended(answers, End::silent, "the worker said nothing for " + seconds(m_limits.silence));
        }
        if (line.read == Read::ended) return ended(answers, End::lost, overInWords());
        if (line.tooLong) return ended(answers, End::lost, "the worker wrote a line that does not end");
        Result<MessageFromWorker> message = parseFromWorker(line.text, m_hello.means);
        if (!message) {
            return ended(answers, End::lost,
                         "the worker wrote what is no message: " + message.errorMessage() + ": " + excerpt(line.text));
        }
        take(std::move(message).value(), request, listener, answers, isOver);
    }
    if (cancelled) answers.end = End::stopped;
    return answers;
}

std::optional<Error> WorkerClient::sendLine(std::string_view line) {
    return m_process.write(std::string(line) + "\n", Clock::now() + m_limits.silence);
}

std::optional<ChildEnd> WorkerClient::quit() {
    const auto failure = sendLine(toLine(MessageToWorker(WorkerQuit{})));
    m_isAlive = false;
    const auto end = failure ? std::nullopt : m_process.waitUntil(Clock::now() + m_limits.end);
    m_process.end(m_limits.end);
    return end;
}

void WorkerClient::take(MessageFromWorker message, const RerunRequest& request, const WorkerListener& listener,
                        Answers& answers, bool& isOver) {
    if (auto* answer = std::get_if<WorkerAnswer>(&message)) {
        if (answer->id != request.id) return;
        answers.running.reset();
        if (listener.result) listener.result(answer->result);
        answers.results.push_back(std::move(answer->result));
    } else if (const auto* progress = std::get_if<WorkerProgress>(&message)) {
        if (progress->id != request.id) return;
        answers.running = progress->text;
        if (listener.progress) listener.progress(*progress);
    } else if (const auto* done = std::get_if<WorkerDone>(&message)) {
        isOver = done->id == request.id;
    } else if (const auto* error = std::get_if<WorkerError>(&message)) {
        if (error->id != request.id && !error->id.empty()) return;
        answers.end = Answers::End::refused;
        answers.failure = error->message;
        isOver = true;
    }
}

}  // namespace flipscope
