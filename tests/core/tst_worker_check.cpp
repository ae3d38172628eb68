#include "core/rerun/worker_check.h"

#include <chrono>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

constexpr RerunProblem kProblem{2, 3, 4, ElementType::f32, false};
constexpr WorkerLimits kLimits{20s, 2s, 500ms};

// A letter a check: p passed, f failed, s skipped.
std::string letters(const std::vector<WorkerCheck>& checks) {
    std::string letters;
    for (const WorkerCheck& check : checks)
        letters += "pfs"[static_cast<std::size_t>(check.outcome)];
    return letters;
}

std::vector<WorkerCheck> check(const std::vector<std::string>& command, const std::vector<std::string>& candidates,
                               const std::string& device = {}) {
    return checkWorker({command}, kProblem, candidates, device, kLimits, {});
}

}  // namespace

TEST_CASE("the example worker passes every check") {
    const std::vector<std::string> command = {"python3", FLIPSCOPE_SOURCE_DIR "/resources/workers/example_worker.py"};
    const auto checks = check(command, {"sum_ascending", "sum_pairwise"});
    for (const WorkerCheck& one : checks)
        INFO(one.what, ": ", one.remark);
    CHECK(letters(checks) == "ppppppppp");
    CHECK(letters(check(command, {})) == "pppsssppp");
    CHECK(letters(check(command, {"no_such_kernel"})) == "pppfssppp");
}

TEST_CASE("a worker that claims to run what does not exist, and dies of what it does not know, fails") {
    const auto checks = check({"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py"}, {"a"});
    // It says ok to any name, ignores other messages, and ends with an exception at a line that is no JSON.
    CHECK(letters(checks) == "ppfpfspfs");
    CHECK(checks.at(7).remark.find("ended with status 1") != std::string::npos);
}

TEST_CASE("a worker that does not start fails the first check") {
    const auto checks = check({"/no/such/worker"}, {});
    CHECK(letters(checks) == "f");
    CHECK(checks.at(0).remark.find("could not be started") != std::string::npos);
}

TEST_CASE("a worker without a device is asked nothing") {
    // It takes a request ill.
    const auto checks = check({"python3", "-c", R"(
import sys
print('{"type":"hello","protocol":1,"name":"bare","devices":[]}', flush=True)
sys.exit(7 if '"run"' in sys.stdin.readline() else 0))"},
                              {"a"});
    CHECK(letters(checks) == "pfp");
    CHECK(checks.back().what == "ends with status 0 when asked to quit");
}

TEST_CASE("what a device refuses is not held against the worker, and another device can be named") {
    const std::vector<std::string> command = {FLIPSCOPE_TEST_DATA "/workers/refusing_worker.py"};
    const auto checks = check({"python3", command.front()}, {"a"});
    CHECK(letters(checks) == "pppsssppp");
    CHECK(checks.at(3).remark == "a: refused: not on this device");
    CHECK(letters(check({"python3", command.front()}, {"a"}, "able")) == "pppppsppp");
    const auto none = check({"python3", command.front()}, {"a"}, "third");
    CHECK(letters(none) == "pfp");
    CHECK(none.at(1).remark.find("third") != std::string::npos);
}

TEST_CASE("a worker that claims to take operands and drops them fails") {
    const auto checks = check({"python3", FLIPSCOPE_TEST_DATA "/workers/proxy_worker.py", "ignores", "python3",
                               FLIPSCOPE_SOURCE_DIR "/resources/workers/example_worker.py"},
                              {"sum_ascending"});
    CHECK(letters(checks) == "pppppfppp");
    CHECK(checks.at(5).remark.find("operandChecksum") != std::string::npos);
}
