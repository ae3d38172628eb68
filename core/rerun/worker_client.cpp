#include "core/rerun/worker_client.h"

#include "core/rerun/result_message.h"

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

// The beginning of what a worker wrote, to show.
std::string excerpt(const std::string& text, std::size_t shown = 80) {
    return text.size() <= shown ? text : text.substr(0, shown) + "…";
}

}  // namespace

bool isAnnounced(const RerunCandidate& candidate, const RerunCandidate& announced) {
    return candidate.name == announced.name && (!announced.index || candidate.index == announced.index);
}

// Lines are taken from what was read; more is read when there is none.
WorkerClient::Line WorkerClient::nextLine(Clock::time_point deadline, const std::stop_token& stop) {
    for (bool hasRead = false;;) {
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
        // What has come may be there for long; what comes without end is late all the same.
        if (hasRead && Clock::now() >= deadline) return {Read::timedOut, {}, false};
        hasRead = true;
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

WorkerClient::Answers WorkerClient::ended(Answers answers, Answers::End end, std::string failure) {
    answers.end = end;
    answers.failure = std::move(failure);
    m_process.end(m_limits.end);
    m_isAlive = false;
    return answers;
}

WorkerClient::Answers WorkerClient::run(const RerunRequest& request, const WorkerListener& listener,
                                        const std::stop_token& stop) {
    using End = Answers::End;
    Running running{request, listener, request.candidates};
    Answers& answers = running.answers;
    if (!m_isAlive) return answers.end = End::lost, answers.failure = "the worker is over", answers;
    const auto send = [&](const MessageToWorker& message, milliseconds time, const std::stop_token& token) {
        return m_process.write(toLine(message) + "\n", Clock::now() + time, token);
    };
    if (const auto failure = send(request, m_limits.silence, stop))
        return takesNoRequest(std::move(answers), *failure, stop);
    auto deadline = Clock::now() + m_limits.silence;
    bool cancelled = false;
    while (!running.isOver) {
        const Line line = nextLine(deadline, cancelled ? std::stop_token() : stop);
        if (line.read == Read::stopped) {
            // The worker has the usual time to end what it runs.
            cancelled = true;
            deadline = Clock::now() + m_limits.end;
            if (send(WorkerCancel{request.id}, m_limits.end, {})) return ended(std::move(answers), End::stopped, {});
            continue;
        }
        if (line.read == Read::ended)
            return ended(std::move(answers), cancelled ? End::stopped : End::lost, overInWords());
        if (line.read == Read::some) {
            const Result<About> about = take(line, running);
            if (!about) return ended(std::move(answers), cancelled ? End::stopped : End::lost, about.errorMessage());
            if (about.value() == About::theRequest && !cancelled) deadline = Clock::now() + m_limits.silence;
        }
        if (running.isOver || Clock::now() < deadline) continue;
        if (cancelled) return ended(std::move(answers), End::stopped, {});
        std::string words = silenceInWords(answers);
        return ended(std::move(answers), End::silent, std::move(words));
    }
    if (cancelled) answers.end = End::stopped;
    return answers;
}

// What ended it says more than that it does not listen.
WorkerClient::Answers WorkerClient::takesNoRequest(Answers answers, const Error& error, const std::stop_token& stop) {
    const auto deadline = Clock::now() + m_limits.end;
    Line line;
    while (line.read == Read::some && Clock::now() < deadline)
        line = nextLine(deadline, stop);
    if (stop.stop_requested()) return ended(std::move(answers), Answers::End::stopped, {});
    std::string words = line.read == Read::ended ? overInWords() : "the worker takes no requests: " + error.message;
    return ended(std::move(answers), Answers::End::lost, std::move(words));
}

std::string WorkerClient::silenceInWords(const Answers& answers) const {
    std::string words = "the worker said nothing for " + seconds(m_limits.silence);
    // It may have been its answer to a request that it could not read.
    if (!answers.remarks.empty()) words += " about the request; without naming one: " + answers.remarks.back();
    return words;
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

Result<WorkerClient::About> WorkerClient::take(const Line& line, Running& running) {
    if (line.tooLong) return Error{"the worker wrote a line that does not end"};
    Result<MessageFromWorker> message = parseFromWorker(line.text, m_hello.means);
    if (!message) {
        return Error{"the worker wrote what is no message: " + message.errorMessage() + ": " + excerpt(line.text)};
    }
    const std::string& id = running.request.id;
    if (auto* answer = std::get_if<WorkerAnswer>(&message.value())) {
        return answer->id == id ? takeResult(std::move(answer->result), running) : About::nothing;
    }
    if (const auto* progress = std::get_if<WorkerProgress>(&message.value())) {
        if (progress->id != id) return About::nothing;
        running.answers.running = RerunCandidate{progress->index, progress->text};
        if (running.listener.progress) running.listener.progress(*progress);
        return About::theRequest;
    }
    if (const auto* done = std::get_if<WorkerDone>(&message.value())) {
        running.isOver = done->id == id;
        return running.isOver ? About::theRequest : About::nothing;
    }
    const auto* error = std::get_if<WorkerError>(&message.value());
    return error != nullptr ? takeError(*error, running) : About::nothing;
}

Result<WorkerClient::About> WorkerClient::takeResult(RerunResult result, Running& running) {
    Answers& answers = running.answers;
    const auto asked = std::find(running.unanswered.begin(), running.unanswered.end(), result.candidate);
    if (asked == running.unanswered.end()) {
        ++answers.unasked;
        return About::nothing;
    }
    if (const std::string fault = faultOf(result, running.request); !fault.empty()) {
        answers.running = result.candidate;
        return Error{"the worker wrote a result that cannot be: " + fault};
    }
    running.unanswered.erase(asked);
    answers.running.reset();
    if (running.listener.result) running.listener.result(result);
    answers.results.push_back(std::move(result));
    return About::theRequest;
}

WorkerClient::About WorkerClient::takeError(const WorkerError& error, Running& running) {
    constexpr std::size_t kLongestRemark = 400;
    Answers& answers = running.answers;
    if (error.id.empty()) {
        if (answers.remarks.size() < kMostRemarks) answers.remarks.push_back(excerpt(error.message, kLongestRemark));
        return About::nothing;
    }
    if (error.id != running.request.id) return About::nothing;
    answers.end = Answers::End::refused;
    answers.failure = error.message;
    running.isOver = true;
    return About::theRequest;
}

}  // namespace flipscope
