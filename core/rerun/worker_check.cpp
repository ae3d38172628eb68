#include "core/rerun/worker_check.h"

#include "core/rerun/float_formats.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

using Outcome = WorkerCheck::Outcome;
using End = WorkerClient::Answers::End;

constexpr const char* kUnknownCandidate = "flipscope_no_such_candidate";

class Check {
public:
    Check(WorkerClient client, const RerunProblem& problem, const std::vector<std::string>& candidates,
          const std::stop_token& stop)
        : m_client(std::move(client)), m_problem(problem), m_stop(stop) {
        for (const std::string& name : candidates)
            m_candidates.push_back({std::nullopt, name});
    }

    std::vector<WorkerCheck> run() {
        hello();
        // Without a device a worker can run nothing and is asked nothing.
        if (m_client.hello().devices.empty()) {
            quit();
            return std::move(m_checks);
        }
        unknownCandidate();
        results();
        givenOperands();
        unknownMessages();
        noMessage();
        quit();
        return std::move(m_checks);
    }

private:
    void say(std::string what, bool passed, std::string remark) {
        m_checks.push_back({std::move(what), passed ? Outcome::passed : Outcome::failed, std::move(remark)});
    }
    void skip(std::string what, std::string remark) {
        m_checks.push_back({std::move(what), Outcome::skipped, std::move(remark)});
    }

    RerunRequest requestFor(const std::vector<RerunCandidate>& candidates) {
        RerunRequest request;
        request.id = "check" + std::to_string(++m_requests);
        request.problem = m_problem;
        request.candidates = candidates;
        return request;
    }
    WorkerClient::Answers ask(const std::vector<RerunCandidate>& candidates) {
        return m_client.run(requestFor(candidates), {}, m_stop);
    }

    void hello() {
        const WorkerHello& hello = m_client.hello();
        say("says hello", true,
            hello.name + ", " + std::to_string(hello.devices.size()) + " devices, " +
                std::string(toString(hello.means)));
        say("has a device to run on", !hello.devices.empty(),
            hello.devices.empty() ? "its list of devices is empty" : hello.devices.front().name);
    }

    void unknownCandidate() {
        const std::string what = "answers a candidate it does not know without ok";
        const auto answers = ask({{std::nullopt, kUnknownCandidate}});
        if (answers.end == End::refused) return say(what, true, "an error: " + answers.failure);
        if (answers.end != End::done) return say(what, false, answers.failure);
        if (answers.results.size() != 1) return say(what, false, "it gave no result");
        const RerunResult& result = answers.results.front();
        say(what, result.status != RerunStatus::ok,
            std::string(toString(result.status)) + (result.because.empty() ? "" : ": " + result.because));
    }

    void results() {
        const std::string what = "gives each candidate a result, the same bits when asked twice";
        if (m_candidates.empty()) return skip(what, "no candidate was named");
        const auto first = ask(m_candidates);
        const auto second = ask(m_candidates);
        for (const auto* answers : {&first, &second}) {
            if (answers->end != End::done) return say(what, false, answers->failure);
            if (answers->results.size() != m_candidates.size()) return say(what, false, "a result is missing");
        }
        std::string seen;
        for (const RerunCandidate& candidate : m_candidates) {
            const auto named = [&](const RerunResult& result) { return result.candidate.name == candidate.name; };
            const auto one = std::find_if(first.results.begin(), first.results.end(), named);
            const auto other = std::find_if(second.results.begin(), second.results.end(), named);
            if (one == first.results.end() || other == second.results.end()) {
                return say(what, false, candidate.name + " has no result under its name");
            }
            if (one->status != RerunStatus::ok) {
                return say(what, false,
                           candidate.name + ": " + std::string(toString(one->status)) + " " + one->because);
            }
            if (one->checksum != other->checksum) return say(what, false, candidate.name + " gave other bits");
            seen += (seen.empty() ? "" : ", ") + candidate.name + " " + checksumText(one->checksum);
        }
        say(what, true, seen);
    }

    // All operands one: every element is k, in any arithmetic.
    void givenOperands() {
        const std::string what = "computes with operands that a request gives, and says so";
        if (!m_client.hello().givenOperands) return skip(what, "its hello does not say givenOperands");
        if (m_candidates.empty()) return skip(what, "no candidate was named");
        RerunRequest request = requestFor(m_candidates);
        request.returnPatterns = true;
        request.operands = Operands{std::vector<float>(m_problem.m * m_problem.k, 1.0F),
                                    std::vector<float>(m_problem.k * m_problem.n, 1.0F)};
        const auto answers = m_client.run(request, {}, m_stop);
        if (answers.end != End::done) return say(what, false, answers.failure);
        if (answers.results.size() != m_candidates.size()) return say(what, false, "a result is missing");
        const auto isK = [&](std::uint32_t pattern) {
            return patternValue(pattern, m_problem.type) == static_cast<float>(m_problem.k);
        };
        for (const RerunResult& result : answers.results) {
            const std::string& name = result.candidate.name;
            if (result.operandChecksum != operandChecksum(*request.operands, m_problem.type)) {
                return say(what, false, name + " has no operandChecksum, or that of other operands");
            }
            if (result.patterns.size() != m_problem.m * m_problem.n) return say(what, false, name + " has no patterns");
            if (!std::all_of(result.patterns.begin(), result.patterns.end(), isK)) {
                return say(what, false, name + " computed something else");
            }
        }
        say(what, true, "");
    }

    void unknownMessages() {
        const std::string what = "ignores messages and members it does not know";
        if (!m_client.isAlive()) return skip(what, "the worker is over");
        const auto failure = m_client.sendLine(R"({"type":"flipscope-check","a":{"b":[1,2]}})");
        if (failure) return say(what, false, failure->message);
        stillAnswers(what);
    }

    void noMessage() {
        const std::string what = "goes on after a line that is no message";
        if (!m_client.isAlive()) return skip(what, "the worker is over");
        const auto failure = m_client.sendLine("this is no message");
        if (failure) return say(what, false, failure->message);
        stillAnswers(what);
    }

    // The error that a worker may answer to the line before has no id and does not end the request.
    void stillAnswers(const std::string& what) {
        const auto answers = ask({{std::nullopt, kUnknownCandidate}});
        const bool goesOn = answers.end == End::done || answers.end == End::refused;
        say(what, goesOn, goesOn ? "" : answers.failure);
    }

    void quit() {
        const std::string what = "ends with status 0 when asked to quit";
        if (!m_client.isAlive()) return skip(what, "the worker is over");
        const auto end = m_client.quit();
        say(what, end && end->status == 0, end ? "it " + toWords(*end) : "it did not end in time");
    }

    WorkerClient m_client;
    const RerunProblem& m_problem;
    const std::stop_token& m_stop;
    std::vector<RerunCandidate> m_candidates;
    std::vector<WorkerCheck> m_checks;
    int m_requests = 0;
};

}  // namespace

std::vector<WorkerCheck> checkWorker(const ChildCommand& command, const RerunProblem& problem,
                                     const std::vector<std::string>& candidates, const WorkerLimits& limits,
                                     const std::stop_token& stop) {
    Result<WorkerClient> client = WorkerClient::start(command, limits, stop);
    if (!client) return {{"says hello", Outcome::failed, client.cancelled() ? "stopped" : client.errorMessage()}};
    return Check(std::move(client).value(), problem, candidates, stop).run();
}

}  // namespace flipscope
