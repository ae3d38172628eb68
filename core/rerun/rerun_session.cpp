#include "core/rerun/rerun_session.h"

#include "core/rerun/device_choice.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

using End = WorkerClient::Answers::End;

constexpr std::size_t kMostNotes = 20;  // of each kind

// The last lines of a text that are not blank.
std::vector<std::string> lastLines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) lines.emplace_back(line);
    }
    if (lines.size() > kMostNotes) lines.erase(lines.begin(), lines.end() - std::ptrdiff_t{kMostNotes});
    return lines;
}

class Session {
public:
    Session(const ChildCommand& worker, const WorkerLimits& limits, const WorkerListener& listener,
            const std::stop_token& stop)
        : m_command(worker), m_limits(limits), m_listener(listener), m_stop(stop) {}

    RerunReport run(const std::vector<RerunRequest>& requests) {
        for (const RerunRequest& request : requests)
            runOne(request);
        addNotes();
        return std::move(m_report);
    }

private:
    void runOne(const RerunRequest& request) {
        RerunRound& round = m_report.rounds.emplace_back(RerunRound{request, {}});
        m_rest = request.candidates;
        if (m_listener.request) m_listener.request(request);
        leaveOutLost(round);
        while (!m_rest.empty() && !m_report.stopped && m_report.failure.empty()) {
            if (!ready()) break;
            if (const std::string missing = missingFor(request); !missing.empty()) {
                while (!m_rest.empty())
                    giveUp(round, m_rest.front(), RerunStatus::notRun, missing);
                break;
            }
            RerunRequest rest = request;
            rest.candidates = m_rest;
            if (!request.deviceName.empty()) rest.device = deviceFor(request).value().id;  // nothing is missing
            WorkerClient::Answers answers = m_client->run(rest, m_listener, m_stop);
            if (!answers.results.empty()) m_lossesInARow = 0;
            m_unasked += answers.unasked;
            for (std::string& remark : answers.remarks) {
                if (m_remarks.size() < kMostNotes) m_remarks.push_back(std::move(remark));
            }
            for (const RerunResult& result : answers.results)
                keep(round, result);
            settle(round, answers, answers.results.empty() ? nullptr : &answers.results.back());
        }
        const std::string because = m_report.stopped ? "stopped" : m_report.failure;
        while (!m_rest.empty())
            giveUp(round, m_rest.front(), RerunStatus::notRun, because);
        inOrder(round);
    }

    bool ready() {
        if (m_client && m_client->isAlive()) return true;
        Result<WorkerClient> client = WorkerClient::start(m_command, m_limits, m_stop);
        if (client.cancelled()) m_report.stopped = true;
        if (!client && !client.cancelled()) m_report.failure = client.errorMessage();
        if (!client) return false;
        m_client = std::move(client).value();
        if (!m_report.hello) m_report.hello = m_client->hello();
        if (m_client->hello().devices.empty())
            m_report.failure = chosenDevice(m_client->hello(), {}, {}).errorMessage();
        return m_report.failure.empty();
    }

    // What is to be known beside the results. What a lost worker wrote is told with the candidate that it cost.
    void addNotes() {
        if (!m_report.hello) return;
        std::vector<std::string>& notes = m_report.hello->notes;
        if (m_unasked > 0) {
            notes.push_back(std::to_string(m_unasked) +
                            " of its results were left out: of candidates not asked for, or second ones");
        }
        for (const std::string& remark : m_remarks)
            notes.push_back("an error that names no request: " + remark);
        if (!m_client || !m_client->isAlive()) return;
        for (const std::string& line : lastLines(m_client->errorText()))
            notes.push_back("on standard error: " + line);
    }

    // What the worker lacks for a request, empty when it lacks nothing.
    [[nodiscard]] std::string missingFor(const RerunRequest& request) const {
        if (const auto device = deviceFor(request); !device) return device.errorMessage();
        if (request.problem.lhsTransposed && !m_client->hello().transposedLhs) {
            return "the worker does not say that it takes transposed left operands";
        }
        if (request.placement != OperandPlacement{} && !m_client->hello().placedOperands) {
            return "the worker does not say that it lays operands out as asked: padded rows and offsets";
        }
        return {};
    }

    // A name goes before an id.
    [[nodiscard]] Result<WorkerDevice> deviceFor(const RerunRequest& request) const {
        const std::string id = request.deviceName.empty() ? request.device : std::string();
        return chosenDevice(m_client->hello(), id, request.deviceName);
    }

    // Takes a result whose candidate was asked for and has none yet; others are no answer to anything.
    void keep(RerunRound& round, RerunResult result) {
        const auto asked = std::find(m_rest.begin(), m_rest.end(), result.candidate);
        if (asked == m_rest.end()) return;
        m_rest.erase(asked);
        round.results.push_back(std::move(result));
    }

    void giveUp(RerunRound& round, const RerunCandidate& candidate, RerunStatus status, const std::string& because) {
        RerunResult result;
        result.candidate = candidate;
        result.status = status;
        result.because = because;
        result.byAsker = true;
        if (m_report.hello) result.means = m_report.hello->means;
        keep(round, std::move(result));
    }

    // What the end of a worker's answers means for the candidates that have none. `last`: its last result, null for
    // none.
    void settle(RerunRound& round, const WorkerClient::Answers& answers, const RerunResult* last) {
        switch (answers.end) {
            case End::stopped:
                m_report.stopped = true;
                return;
            case End::done:
                while (!m_rest.empty())
                    giveUp(round, m_rest.front(), RerunStatus::notRun, "the worker gave no result for it");
                return;
            case End::refused:
                while (!m_rest.empty())
                    giveUp(round, m_rest.front(), RerunStatus::notRun, answers.failure);
                return;
            case End::silent:
            case End::lost:
                break;
        }
        ++m_report.workersLost;
        if (answers.end == End::lost && last != nullptr && !answers.running) {
            // It ended between two candidates, as it may after one whose launch left the GPU in an error state: that is
            // nothing against those that wait.
            if (last->status == RerunStatus::failed) m_lost.push_back(last->candidate);
            return;
        }
        if (!m_rest.empty()) {
            // The one that was announced, else the first: the worker went through them in order.
            const auto running = std::find_if(m_rest.begin(), m_rest.end(), [&](const RerunCandidate& candidate) {
                return answers.running && isAnnounced(candidate, *answers.running);
            });
            const RerunCandidate lost = running == m_rest.end() ? m_rest.front() : *running;
            m_lost.push_back(lost);
            giveUp(round, lost, answers.end == End::silent ? RerunStatus::timedOut : RerunStatus::failed,
                   answers.failure);
        }
        if (++m_lossesInARow >= kMostLossesInARow) {
            m_report.failure = "left out: " + std::to_string(m_lossesInARow) +
                               " workers in a row gave no result; the last: " + answers.failure;
        }
    }

    // Each costs a worker, and a silent one its whole time limit.
    void leaveOutLost(RerunRound& round) {
        for (const RerunCandidate& candidate : round.request.candidates) {
            const auto losses = std::count(m_lost.begin(), m_lost.end(), candidate);
            if (losses < static_cast<std::ptrdiff_t>(kMostLossesOfOne)) continue;
            giveUp(round, candidate, RerunStatus::notRun,
                   "left out: it ended its worker " + std::to_string(losses) + " times before");
        }
    }

    static void inOrder(RerunRound& round) {
        std::vector<RerunResult> ordered;
        for (const RerunCandidate& candidate : round.request.candidates) {
            const auto found = std::find_if(round.results.begin(), round.results.end(),
                                            [&](const RerunResult& result) { return result.candidate == candidate; });
            if (found == round.results.end()) continue;  // asked for twice
            ordered.push_back(std::move(*found));
            round.results.erase(found);
        }
        round.results = std::move(ordered);
    }

    const ChildCommand& m_command;
    const WorkerLimits& m_limits;
    const WorkerListener& m_listener;
    const std::stop_token& m_stop;
    RerunReport m_report;
    std::optional<WorkerClient> m_client;
    std::vector<RerunCandidate> m_rest;  // of the present request, without a result
    std::vector<RerunCandidate> m_lost;  // each that cost a worker, as often as it did
    unsigned m_lossesInARow = 0;         // workers lost since the last result
    std::size_t m_unasked = 0;           // results left out
    std::vector<std::string> m_remarks;  // errors that name no request
};

}  // namespace

RerunReport runRequests(const ChildCommand& worker, const std::vector<RerunRequest>& requests,
                        const WorkerLimits& limits, const WorkerListener& listener, const std::stop_token& stop) {
    return Session(worker, limits, listener, stop).run(requests);
}

}  // namespace flipscope
