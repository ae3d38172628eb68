#include "core/rerun/worker_loop.h"

#include <chrono>
#include <new>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Answers each candidate at once, but "wait", which waits for the stop, "throw", "memory", and "trap", after which
// nothing more runs.
class StubBackend : public WorkerBackend {
public:
    WorkerHello hello() override {
        WorkerHello hello;
        hello.backend = "stub";
        hello.devices.push_back({"0", "stub", "", "", 0, ""});
        return hello;
    }
    std::optional<Error> run(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop) override {
        if (request.device == "none") return Error{"there is no device"};
        for (const RerunCandidate& candidate : request.candidates) {
            if (candidate.name == "throw") throw std::runtime_error("out of luck");
            if (candidate.name == "memory") throw std::bad_alloc();
            while (candidate.name == "wait" && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (stop.stop_requested()) return std::nullopt;
            RerunResult result;
            result.candidate = candidate;
            result.status = RerunStatus::ok;
            if (candidate.name == "trap") result.status = RerunStatus::failed;
            sink.result(result);
            if (candidate.name != "trap") continue;
            m_isLost = true;
            return Error{"the kernel trapped"};
        }
        return std::nullopt;
    }
    bool isLost() const override { return m_isLost; }

private:
    bool m_isLost = false;
};

std::string request(const std::string& id, const std::string& candidate, const std::string& device = "0") {
    return R"({"type":"run","id":")" + id + R"(","device":")" + device +
           R"(","problem":{"m":1,"n":1,"k":1,"type":"f32"},"candidates":[{"name":")" + candidate + "\"}]}\n";
}

// The messages of a worker, a word each: its type, and the id where it has one.
std::string wordsOf(const std::string& output) {
    std::istringstream lines(output);
    std::string words;
    for (std::string line; std::getline(lines, line);) {
        const auto message = parseFromWorker(line, RerunMeans::real);
        REQUIRE_MESSAGE(message, message.errorMessage());
        if (!words.empty()) words += ' ';
        if (std::holds_alternative<WorkerHello>(message.value())) words += "hello";
        if (const auto* answer = std::get_if<WorkerAnswer>(&message.value())) words += "result:" + answer->id;
        if (const auto* done = std::get_if<WorkerDone>(&message.value()))
            words += (done->stopped ? "stopped:" : "done:") + done->id;
        if (const auto* error = std::get_if<WorkerError>(&message.value())) words += "error:" + error->id;
    }
    return words;
}

std::string said(const std::string& input) {
    StubBackend backend;
    std::istringstream from(input);
    std::ostringstream to;
    CHECK(runWorker(from, to, backend, "1.0") == 0);
    return wordsOf(to.str());
}

}  // namespace

TEST_CASE("requests are answered in order, those before the end of the input too") {
    CHECK(said(request("a", "x") + request("b", "y")) == "hello result:a done:a result:b done:b");
    CHECK(said("") == "hello");
    CHECK(said("\n  \n") == "hello");
}

TEST_CASE("a request that cannot be run is answered with an error and the next one runs") {
    CHECK(said(request("a", "x", "none") + request("b", "throw") + request("c", "memory") + request("d", "x")) ==
          "hello error:a error:b error:c result:d done:d");
}

TEST_CASE("a line that cannot be read is answered and does not end the worker") {
    CHECK(said("garbage\n{\"type\":\"run\",\"id\":\"q\"}\n{\"type\":\"weather\"}\n{\"type\":\"quit\"}\n") ==
          "hello error: error:q");
}

TEST_CASE("cancel overtakes what runs and takes out what waits") {
    const std::string cancels = R"({"type":"cancel","id":"b"})"
                                "\n"
                                R"({"type":"cancel","id":"a"})"
                                "\n";
    const std::string words = said(request("a", "wait") + request("b", "x") + cancels);
    CHECK(words.find("stopped:b") != std::string::npos);
    CHECK(words.find("stopped:a") != std::string::npos);
    CHECK(words.find("result") == std::string::npos);
}

TEST_CASE("quit stops what runs") {
    const std::string words = said(request("a", "wait") + request("b", "x") + "{\"type\":\"quit\"}\n");
    CHECK(words.find("result") == std::string::npos);
    CHECK(words.find("done:") == std::string::npos);
}

TEST_CASE("reading does not flush the output, which the other thread may be writing to") {
    StubBackend backend;
    std::istringstream from(request("1", "a"));
    std::ostringstream to;
    from.tie(&to);
    CHECK(runWorker(from, to, backend, "1.0") == 0);
    CHECK(from.tie() == nullptr);
}

TEST_CASE("after a back end is lost nothing follows the results, and the program is told once they are written") {
    StubBackend backend;
    std::istringstream from(request("a", "x") + request("b", "trap") + request("c", "x"));
    std::ostringstream to;
    std::string atTheEnd, because;
    const int status = runWorker(from, to, backend, "1.0", [&](const std::string& why) {
        because = why;
        atTheEnd = to.str();
    });
    CHECK(status == 1);
    CHECK(because == "the kernel trapped");
    CHECK(wordsOf(atTheEnd) == "hello result:a done:a result:b");
    CHECK(to.str() == atTheEnd);
}
