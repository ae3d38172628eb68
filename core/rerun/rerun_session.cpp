#include "core/rerun/rerun_session.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

using End = WorkerClient::Answers::End;

class Session {
public:
    Session(const ChildCommand& worker, const WorkerLimits& limits, const WorkerListener& listener,
            const std::stop_token& stop)
        : m_command(worker), m_limits(limits), m_listener(listener), m_stop(stop) {}

    RerunReport run(const std::vector<RerunRequest>& requests) {
        for (const RerunRequest& request : requests)
            runOne(request);
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
            if (const WorkerDevice* device = deviceNamed(request.deviceName)) rest.device = device->id;
            WorkerClient::Answers answers = m_client->run(rest, m_listener, m_stop);
            if (!answers.results.empty()) m_lossesInARow = 0;
            for (RerunResult& result : answers.results)
                keep(round, std::move(result));
            settle(round, answers);
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
        return true;
    }

    // What the worker lacks for a request, empty when it lacks nothing.
    [[nodiscard]] std::string missingFor(const RerunRequest& request) const {
        const WorkerHello& hello = m_client->hello();
        if (!request.deviceName.empty() && deviceNamed(request.deviceName) == nullptr) {
            return "the worker has no device named \"" + request.deviceName + "\"";
        }
        if (request.problem.lhsTransposed && !hello.transposedLhs) {
            return "the worker does not say that it takes transposed left operands";
        }
        return {};
    }

    // Null when there is none; the last of several, for a card of the user's own comes behind those built in.
    [[nodiscard]] const WorkerDevice* deviceNamed(const std::string& name) const {
        const auto& devices = m_client->hello().devices;
        const auto found = std::find_if(devices.rbegin(), devices.rend(), [&](const WorkerDevice& device) {
            return !name.empty() && device.name == name;
        });
        return found == devices.rend() ? nullptr : &*found;
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

    // What the end of a worker's answers means for the candidates that have none.
    void settle(RerunRound& round, const WorkerClient::Answers& answers) {
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
        if (!m_rest.empty()) {
            // The one that was announced, else the first: the worker went through them in order.
            const auto running = std::find_if(m_rest.begin(), m_rest.end(), [&](const RerunCandidate& candidate) {
                return answers.running && candidate.name == *answers.running;
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
};

}  // namespace

RerunReport runRequests(const ChildCommand& worker, const std::vector<RerunRequest>& requests,
                        const WorkerLimits& limits, const WorkerListener& listener, const std::stop_token& stop) {
    return Session(worker, limits, listener, stop).run(requests);
}

}  // namespace flipscope
