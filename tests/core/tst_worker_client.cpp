#include "core/rerun/worker_client.h"
#include "tests/support/document_text.h"

#include <chrono>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;
using namespace std::chrono_literals;

namespace {

using End = WorkerClient::Answers::End;

constexpr WorkerLimits kLimits{20s, 20s, 200ms};

ChildCommand faulty(const std::string& hello = "good") {
    return {{"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py", hello}};
}

RerunRequest request(const std::vector<std::string>& names) {
    RerunRequest request;
    request.id = "r1";
    request.problem = {2, 2, 2, ElementType::f32, false};
    for (const std::string& name : names)
        request.candidates.push_back({std::nullopt, name});
    return request;
}

WorkerClient started(const WorkerLimits& limits = kLimits) {
    auto client = WorkerClient::start(faulty(), limits, {});
    REQUIRE_MESSAGE(client, client.errorMessage());
    return std::move(client).value();
}

std::string startFailure(const std::string& hello, const WorkerLimits& limits = kLimits) {
    const auto client = WorkerClient::start(faulty(hello), limits, {});
    CHECK(!client);
    return client.errorMessage();
}

}  // namespace

TEST_CASE("requests are answered, one worker serves several") {
    WorkerClient client = started();
    CHECK(client.hello().name == "faulty");
    for (int i = 0; i < 2; ++i) {
        std::string heard;
        WorkerListener listener;
        listener.result = [&](const RerunResult& result) { heard += result.candidate.name; };
        listener.progress = [&](const WorkerProgress& progress) { heard += "(" + progress.text + ")"; };
        const auto answers = client.run(request({"a", "b"}), listener, {});
        CHECK((answers.end == End::done));
        CHECK(answers.results.size() == 2);
        CHECK(answers.results.at(0).checksum == 255);
        CHECK((answers.results.at(0).means == RerunMeans::real));
        CHECK(heard == "(a)a(b)b");
    }
    CHECK(client.isAlive());
}

TEST_CASE("a worker that does not start right says why") {
    CHECK(holds(startFailure("garbage"), "first line is no hello"));
    CHECK(holds(startFailure("garbage"), "Loading modules"));
    CHECK(holds(startFailure("other"), "no hello"));
    CHECK(holds(startFailure("damaged"), "\"name\" is missing"));
    CHECK(holds(startFailure("version"), "version 7"));
    CHECK(holds(startFailure("far"), "version 4294967297"));
    CHECK(holds(startFailure("dies"), "ended with status 4; it wrote: no device"));
    CHECK(holds(startFailure("silent", {300ms, 20s, 200ms}), "did not say hello within 0.3 s"));
    const auto missing = WorkerClient::start({{"/no/such/worker"}}, kLimits, {});
    CHECK(holds(missing.errorMessage(), "could not be started"));
}

TEST_CASE("what was answered before a crash is kept, and the crash is told") {
    WorkerClient client = started();
    const auto answers = client.run(request({"a", "crash", "b"}), {}, {});
    CHECK((answers.end == End::lost));
    CHECK(answers.failure == "the worker ended with status 3; it wrote: something broke\n");
    CHECK(answers.running->name == "crash");
    CHECK(answers.results.size() == 1);
    CHECK(!client.isAlive());
    CHECK((client.run(request({"a"}), {}, {}).end == End::lost));
}

TEST_CASE("a worker that is killed, speaks no JSON or writes without end is lost") {
    CHECK(holds(started().run(request({"killed"}), {}, {}).failure, "signal 9"));
    CHECK(holds(started().run(request({"garbage"}), {}, {}).failure, "no message: the line is no JSON: Segmentation"));
}

TEST_CASE("a line without end is given up at its limit" * doctest::test_suite("slow")) {
    CHECK(holds(started().run(request({"endless"}), {}, {}).failure, "a line that does not end"));
}

TEST_CASE("a worker that hangs is ended after the silence that is allowed, a stubborn one killed") {
    for (const char* name : {"hang", "stubborn"}) {
        WorkerClient client = started({20s, 2s, 200ms});
        const auto answers = client.run(request({"a", name}), {}, {});
        CHECK((answers.end == End::silent));
        CHECK(answers.failure == "the worker said nothing for 2 s");
        CHECK(answers.running->name == name);
        CHECK(answers.results.size() == 1);
        CHECK(!client.isAlive());
    }
}

TEST_CASE("a worker that says what it is at is waited for, longer than silence is allowed") {
    WorkerClient client = started({20s, 2s, 200ms});
    const auto begin = std::chrono::steady_clock::now();
    const auto answers = client.run(request({"long", "a"}), {}, {});
    CHECK((answers.end == End::done));
    CHECK(answers.results.size() == 2);
    CHECK(std::chrono::steady_clock::now() - begin > 3s);
}

TEST_CASE("a request that the worker cannot run leaves it alive") {
    WorkerClient client = started();
    const auto answers = client.run(request({"refuse"}), {}, {});
    CHECK((answers.end == End::refused));
    CHECK(answers.failure == "not this problem");
    CHECK((client.run(request({"a"}), {}, {}).end == End::done));
}

TEST_CASE("results of other requests are not taken") {
    const auto answers = started().run(request({"foreign"}), {}, {});
    CHECK(answers.results.size() == 1);
}

TEST_CASE("a stop ends a worker that does not hear it") {
    WorkerClient client = started();
    std::stop_source stop;
    WorkerListener listener;
    listener.progress = [&](const WorkerProgress& progress) {
        if (progress.text == "hang") stop.request_stop();
    };
    const auto answers = client.run(request({"a", "hang"}), listener, stop.get_token());
    CHECK((answers.end == End::stopped));
    CHECK(answers.results.size() == 1);
}

TEST_CASE("a stop ends a worker that goes on talking") {
    WorkerClient client = started({20s, 20s, 300ms});
    std::stop_source stop;
    std::size_t heard = 0;
    WorkerListener listener;
    listener.progress = [&](const WorkerProgress&) {
        if (++heard == 100) stop.request_stop();
    };
    const auto begin = std::chrono::steady_clock::now();
    const auto answers = client.run(request({"a", "flood"}), listener, stop.get_token());
    CHECK((answers.end == End::stopped));
    CHECK(heard >= 100);
    CHECK(answers.results.size() == 1);
    CHECK(std::chrono::steady_clock::now() - begin < 15s);
    CHECK(!client.isAlive());
}

TEST_CASE("talk about other things does not prolong the time of a request") {
    WorkerClient client = started({20s, 1s, 200ms});
    const auto answers = client.run(request({"a", "chatter"}), {}, {});
    CHECK((answers.end == End::silent));
    CHECK(answers.running->name == "chatter");
    CHECK(!client.isAlive());
}

TEST_CASE("a worker that takes no more requests is ended, whatever it goes on to say") {
    WorkerClient client = started();
    CHECK((client.run(request({"deaf"}), {}, {}).end == End::done));
    const auto answers = client.run(request({"a"}), {}, {});
    CHECK((answers.end == End::lost));
    CHECK(answers.failure.starts_with("the worker takes no requests: "));
    CHECK(!client.isAlive());
}

TEST_CASE("results that were not asked for and second ones are left out and counted") {
    WorkerClient client = started();
    std::size_t heard = 0;
    WorkerListener listener;
    listener.result = [&](const RerunResult&) { ++heard; };
    const auto answers = client.run(request({"a", "unasked", "twice", "b"}), listener, {});
    CHECK((answers.end == End::done));
    CHECK(answers.results.size() == 4);
    CHECK(heard == 4);
    CHECK(answers.unasked == 2);
    CHECK(client.run(request({"a", "a"}), {}, {}).results.size() == 2);
}

TEST_CASE("an error that names no request does not end the one that runs") {
    const auto answers = started().run(request({"a", "lost line", "b"}), {}, {});
    CHECK((answers.end == End::done));
    CHECK(answers.results.size() == 3);
    CHECK((answers.remarks == std::vector<std::string>{"a line was lost"}));
}

TEST_CASE("where nothing follows, an error that names no request is told") {
    const auto answers = started({20s, 1s, 200ms}).run(request({"lost request"}), {}, {});
    CHECK((answers.end == End::silent));
    CHECK(answers.failure == "the worker said nothing for 1 s about the request; without naming one: cannot read this");
}

TEST_CASE("a result that its request cannot give costs the candidate that it is for") {
    const auto answers = started().run(request({"a", "impossible", "b"}), {}, {});
    CHECK((answers.end == End::lost));
    CHECK(answers.running->name == "impossible");
    CHECK(holds(answers.failure, "\"unwritten\" is more than the output has elements"));
    CHECK(answers.results.size() == 1);
}
