#include "core/rerun/worker_check.h"

#include "core/rerun/device_choice.h"
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
          std::string device, const std::stop_token& stop)
        : m_client(std::move(client)), m_problem(problem), m_device(std::move(device)), m_stop(stop) {
        for (const std::string& name : candidates)
            m_candidates.push_back({std::nullopt, name});
    }

    std::vector<WorkerCheck> run() {
        hello();
        // Without a device a worker can run nothing and is asked nothing.
        if (m_checks.back().outcome == Outcome::failed) {
            quit();
            return std::move(m_checks);
        }
        unknownCandidate();
        results();
        otherSeeds();
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
        request.device = m_device;
        return request;
    }
    WorkerClient::Answers ask(const std::vector<RerunCandidate>& candidates) {
        return m_client.run(requestFor(candidates), {}, m_stop);
    }

    static const RerunResult* resultNamed(const WorkerClient::Answers& answers, const std::string& name) {
        const auto found = std::find_if(answers.results.begin(), answers.results.end(),
                                        [&](const RerunResult& result) { return result.candidate.name == name; });
        return found == answers.results.end() ? nullptr : &*found;
    }
    std::vector<RerunCandidate> ranCandidates() const {
        std::vector<RerunCandidate> candidates;
        for (const RerunResult& result : m_ran)
            candidates.push_back(result.candidate);
        return candidates;
    }

    void hello() {
        const WorkerHello& hello = m_client.hello();
        const std::size_t devices = hello.devices.size();
        say("says hello", true,
            hello.name + ", " + std::to_string(devices) + (devices == 1 ? " device, " : " devices, ") +
                std::string(toString(hello.means)));
        const Result<WorkerDevice> device = chosenDevice(hello, m_device, {});
        say("has a device to run on", device.hasValue(), device ? device.value().name : device.errorMessage());
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
        const std::string what = "gives each candidate one result, the same bits when asked twice";
        if (m_candidates.empty()) return skip(what, "no candidate was named");
        const auto first = ask(m_candidates);
        const auto second = ask(m_candidates);
        for (const auto* answers : {&first, &second}) {
            if (answers->end != End::done) return say(what, false, answers->failure);
            if (answers->results.size() != m_candidates.size()) return say(what, false, "a result is missing");
            if (answers->unasked > 0) return say(what, false, "it gave more results than candidates");
        }
        std::string seen;
        for (const RerunCandidate& candidate : m_candidates) {
            const RerunResult* one = resultNamed(first, candidate.name);
            const RerunResult* other = resultNamed(second, candidate.name);
            if (one == nullptr || other == nullptr) {
                return say(what, false, candidate.name + " has no result under its name");
            }
            const std::string status = candidate.name + ": " + std::string(toString(one->status)) +
                                       (one->because.empty() ? "" : ": " + one->because);
            // It may decline what does not fit its device.
            if (one->status == RerunStatus::refused) {
                seen += (seen.empty() ? "" : ", ") + status;
                continue;
            }
            if (one->status != RerunStatus::ok) return say(what, false, status);
            if (one->checksum != other->checksum) return say(what, false, candidate.name + " gave other bits");
            seen += (seen.empty() ? "" : ", ") + candidate.name + " " + checksumText(one->checksum);
            m_ran.push_back(*one);
        }
        if (m_ran.empty()) return skip(what, seen);
        say(what, true, seen);
    }

    void otherSeeds() {
        const std::string what = "gives other bits for other seeds";
        if (m_ran.empty()) return skip(what, "no candidate ran");
        RerunRequest request = requestFor(ranCandidates());
        request.lhsSeed += 2;
        request.rhsSeed += 2;
        const auto answers = m_client.run(request, {}, m_stop);
        if (answers.end != End::done) return say(what, false, answers.failure);
        for (const RerunResult& ran : m_ran) {
            const RerunResult* other = resultNamed(answers, ran.candidate.name);
            if (other == nullptr || other->status != RerunStatus::ok) {
                return say(what, false, ran.candidate.name + " gave no bits");
            }
            if (other->checksum == ran.checksum) {
                return say(what, false, ran.candidate.name + " gave the same checksum for both: is it of its output?");
            }
        }
        say(what, true, "");
    }

    // All operands one: every element is k, in any arithmetic.
    void givenOperands() {
        const std::string what = "computes with operands that a request gives, and says so";
        if (!m_client.hello().givenOperands) return skip(what, "its hello does not say givenOperands");
        if (m_ran.empty()) return skip(what, "no candidate ran");
        RerunRequest request = requestFor(ranCandidates());
        request.returnPatterns = true;
        request.operands = Operands{std::vector<float>(m_problem.m * m_problem.k, 1.0F),
                                    std::vector<float>(m_problem.k * m_problem.n, 1.0F)};
        const auto answers = m_client.run(request, {}, m_stop);
        if (answers.end != End::done) return say(what, false, answers.failure);
        if (answers.results.size() != m_ran.size()) return say(what, false, "a result is missing");
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
    std::string m_device;
    const std::stop_token& m_stop;
    std::vector<RerunCandidate> m_candidates;
    std::vector<RerunResult> m_ran;  // of the first request, in order
    std::vector<WorkerCheck> m_checks;
    int m_requests = 0;
};

}  // namespace

std::vector<WorkerCheck> checkWorker(const ChildCommand& command, const RerunProblem& problem,
                                     const std::vector<std::string>& candidates, const std::string& device,
                                     const WorkerLimits& limits, const std::stop_token& stop) {
    Result<WorkerClient> client = WorkerClient::start(command, limits, stop);
    if (!client) return {{"says hello", Outcome::failed, client.cancelled() ? "stopped" : client.errorMessage()}};
    return Check(std::move(client).value(), problem, candidates, device, stop).run();
}

}  // namespace flipscope
