#include "core/rerun/rerun_session.h"

#include <chrono>
#include <thread>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

constexpr WorkerLimits kLimits{20s, 2s, 200ms};

ChildCommand faulty(const std::string& hello = "good") {
    return {{"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py", hello}};
}

RerunRequest request(const std::string& id, const std::vector<std::string>& names) {
    RerunRequest request;
    request.id = id;
    request.problem = {2, 2, 2, ElementType::f32, false};
    std::uint32_t index = 0;
    for (const std::string& name : names)
        request.candidates.push_back({CandidateIndex{index++}, name});
    return request;
}

// The candidates of a round as name:status.
std::string statesOf(const RerunRound& round) {
    std::string states;
    for (const RerunResult& result : round.results) {
        if (!states.empty()) states += ' ';
        states += result.candidate.name + ":" + std::string(toString(result.status));
    }
    return states;
}

RerunReport run(const std::vector<RerunRequest>& requests, const std::string& hello = "good") {
    return runRequests(faulty(hello), requests, kLimits, {}, {});
}

}  // namespace

TEST_CASE("a candidate that crashes or hangs its worker costs itself only") {
    const RerunReport report =
        run({request("r1", {"a", "crash", "b", "hang", "c", "killed", "d"}), request("r2", {"e"})});
    REQUIRE(report.rounds.size() == 2);
    CHECK(statesOf(report.rounds[0]) == "a:ok crash:failed b:ok hang:timedOut c:ok killed:failed d:ok");
    CHECK(statesOf(report.rounds[1]) == "e:ok");
    CHECK(report.workersLost == 3);
    CHECK(report.failure.empty());
    CHECK(report.hello->name == "faulty");
    CHECK(report.rounds[0].results[1].because.find("something broke") != std::string::npos);
}

TEST_CASE("of candidates with one name the one that was announced with its index is the one that was lost") {
    const RerunReport report = run({request("r1", {"mortal", "mortal", "mortal"})}, "backwards");
    CHECK(statesOf(report.rounds[0]) == "mortal:ok mortal:failed mortal:ok");
    CHECK(report.workersLost == 1);
}

TEST_CASE("a worker that does not say that it lays operands out as asked is given dense ones only") {
    RerunRequest placed = request("r1", {"a"});
    placed.placement.offset = 1;
    const RerunReport report = run({placed, request("r2", {"a"})}, "backwards");
    CHECK(statesOf(report.rounds[0]) == "a:notRun");
    CHECK(report.rounds[0].results[0].because.find("lays operands out as asked") != std::string::npos);
    CHECK(statesOf(report.rounds[1]) == "a:ok");
    CHECK(statesOf(run({placed}).rounds[0]) == "a:ok");
}

TEST_CASE("workers that only die are given up, and every candidate says so") {
    const RerunReport report = run({request("r1", {"crash", "crash", "crash", "crash", "a"}), request("r2", {"b"})});
    CHECK(report.workersLost == kMostLossesInARow);
    CHECK(statesOf(report.rounds[0]) == "crash:failed crash:failed crash:failed crash:notRun a:notRun");
    CHECK(statesOf(report.rounds[1]) == "b:notRun");
    CHECK(report.rounds[1].results[0].because.find("3 workers in a row") != std::string::npos);
}

TEST_CASE("a worker that cannot be started leaves every candidate not run") {
    const RerunReport report = run({request("r1", {"a", "b"})}, "dies");
    CHECK(statesOf(report.rounds[0]) == "a:notRun b:notRun");
    CHECK(report.failure.find("no device") != std::string::npos);
    CHECK(!report.hello);
}

TEST_CASE("what the worker refuses or forgets is not run, with its reason") {
    const RerunReport report = run({request("r1", {"refuse", "a"}), request("r2", {"forgotten", "b"})});
    CHECK(statesOf(report.rounds[0]) == "refuse:notRun a:notRun");
    CHECK(report.rounds[0].results[1].because == "not this problem");
    CHECK(statesOf(report.rounds[1]) == "forgotten:notRun b:ok");
    CHECK(report.rounds[1].results[0].because == "the worker gave no result for it");
}

TEST_CASE("a failed launch after which the worker ends costs itself only") {
    const RerunReport report =
        run({request("r1", {"a", "poison", "b", "broken", "c"}), request("r2", {"d", "poison"}), request("r3", {"e"})});
    CHECK(statesOf(report.rounds[0]) == "a:ok poison:failed b:ok broken:failed c:ok");
    CHECK(report.rounds[0].results[1].because == "launch failed");
    CHECK(!report.rounds[0].results[1].byAsker);
    CHECK(statesOf(report.rounds[1]) == "d:ok poison:failed");
    CHECK(statesOf(report.rounds[2]) == "e:ok");
    CHECK(report.workersLost == 2);
    CHECK(report.failure.empty());
}

TEST_CASE("a candidate that failed and took two workers along is left out of further requests") {
    const RerunReport report = run({request("r1", {"poison", "poison", "a"}), request("r2", {"poison"}),
                                    request("r3", {"poison", "b"}), request("r4", {"broken", "broken", "broken"})});
    CHECK(statesOf(report.rounds[0]) == "poison:failed poison:failed a:ok");
    CHECK(statesOf(report.rounds[1]) == "poison:failed");
    CHECK(statesOf(report.rounds[2]) == "poison:notRun b:ok");
    CHECK(report.rounds[2].results[0].because == "left out: it ended its worker 2 times before");
    CHECK(statesOf(report.rounds[3]) == "broken:failed broken:failed broken:failed");
    CHECK(report.workersLost == 3);
}

TEST_CASE("a stop keeps what there is") {
    std::stop_source stop;
    WorkerListener listener;
    listener.result = [&](const RerunResult&) { stop.request_stop(); };
    const auto report = runRequests(faulty(), {request("r1", {"a", "hang"}), request("r2", {"b"})}, kLimits, listener,
                                    stop.get_token());
    CHECK(report.stopped);
    CHECK(statesOf(report.rounds[0]) == "a:ok hang:notRun");
    CHECK(report.rounds[1].results[0].because == "stopped");
}

TEST_CASE("a device is found by its name in the worker's hello") {
    RerunRequest named = request("r1", {"a"});
    named.deviceName = "stub";
    CHECK(statesOf(run({named}).rounds[0]) == "a:ok");
    named.deviceName = "another";
    const RerunReport report = run({named, request("r2", {"b"})});
    CHECK(statesOf(report.rounds[0]) == "a:notRun");
    CHECK(report.rounds[0].results[0].because == "the worker has no device “another”; it has 0 (stub)");
    CHECK(statesOf(report.rounds[1]) == "b:ok");
}

TEST_CASE("a worker that does not say that it takes transposed left operands is not given any") {
    RerunRequest turned = request("r1", {"a"});
    turned.problem.lhsTransposed = true;
    const RerunReport report = run({turned, request("r2", {"b"})});
    CHECK(statesOf(report.rounds[0]) == "a:notRun");
    CHECK(report.rounds[0].results[0].because.find("transposed left operands") != std::string::npos);
    CHECK(statesOf(report.rounds[1]) == "b:ok");
}

TEST_CASE("a candidate lost with its worker is one of the worker's kind") {
    const RerunReport report = run({request("r1", {"crash"})});
    CHECK((report.rounds[0].results[0].means == RerunMeans::real));
}

TEST_CASE("a candidate that cost two workers is left out of further requests") {
    const RerunReport report =
        run({request("r1", {"crash", "a"}), request("r2", {"crash", "a"}), request("r3", {"crash", "a"})});
    CHECK(statesOf(report.rounds[1]) == "crash:failed a:ok");
    CHECK(statesOf(report.rounds[2]) == "crash:notRun a:ok");
    CHECK(report.rounds[2].results[0].because == "left out: it ended its worker 2 times before");
    CHECK(report.workersLost == kMostLossesOfOne);
}

TEST_CASE("two re-runs at once do not meet, even where one of them loses its workers") {
    RerunReport other;
    std::jthread thread([&] { other = run({request("r1", {"a", "crash", "b"}), request("r2", {"c"})}); });
    const RerunReport one = run({request("r1", {"x", "y", "z"}), request("r2", {"hang", "w"})});
    thread.join();
    CHECK(statesOf(one.rounds[0]) == "x:ok y:ok z:ok");
    CHECK(statesOf(one.rounds[1]) == "hang:timedOut w:ok");
    CHECK(statesOf(other.rounds[0]) == "a:ok crash:failed b:ok");
    CHECK(statesOf(other.rounds[1]) == "c:ok");
}

TEST_CASE("a worker without a device is asked nothing, and its notes are the failure") {
    const RerunReport report = run({request("r1", {"a", "hang"}), request("r2", {"b"})}, "bare");
    CHECK(report.failure == "the worker has no device to run on; no GPU here; a driver is missing");
    CHECK(statesOf(report.rounds[0]) == "a:notRun hang:notRun");
    CHECK(statesOf(report.rounds[1]) == "b:notRun");
    CHECK(report.rounds[1].results[0].because == report.failure);
    CHECK(report.workersLost == 0);
}

TEST_CASE("what is noted about a worker that lives is in the notes, each kind once") {
    const RerunReport report =
        run({request("r1", {"a", "unasked", "twice", "lost line"}), request("r2", {"unasked", "warns"})});
    CHECK(statesOf(report.rounds[0]) == "a:ok unasked:ok twice:ok lost line:ok");
    CHECK(report.failure.empty());
    const auto& notes = report.hello->notes;
    REQUIRE(notes.size() == 22);
    CHECK(notes[0] == "3 of its results were left out: of candidates not asked for, or second ones");
    CHECK(notes[1] == "an error that names no request: a line was lost");
    CHECK(notes[2] == "on standard error: warning 10");
    CHECK(notes[21] == "on standard error: warning 29");
    CHECK(run({request("r1", {"a"})}).hello->notes.empty());
}
