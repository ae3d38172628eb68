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

std::vector<WorkerCheck> check(const std::vector<std::string>& command, const std::vector<std::string>& candidates) {
    return checkWorker({command}, kProblem, candidates, kLimits, {});
}

}  // namespace

TEST_CASE("the example worker passes every check") {
    const std::vector<std::string> command = {"python3", FLIPSCOPE_SOURCE_DIR "/resources/workers/example_worker.py"};
    const auto checks = check(command, {"sum_ascending", "sum_pairwise"});
    for (const WorkerCheck& one : checks)
        INFO(one.what, ": ", one.remark);
    CHECK(letters(checks) == "pppppppp");
    CHECK(letters(check(command, {})) == "pppssppp");
    CHECK(letters(check(command, {"no_such_kernel"})) == "pppffppp");
}

TEST_CASE("a worker that claims to run what does not exist, and dies of what it does not know, fails") {
    const auto checks = check({"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py"}, {"a"});
    // It says ok to any name, ignores other messages, and ends with an exception at a line that is no JSON.
    CHECK(letters(checks) == "ppfpspfs");
    CHECK(checks.at(6).remark.find("ended with status 1") != std::string::npos);
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

TEST_CASE("a worker that claims to take operands and drops them fails") {
    const auto checks = check({"python3", FLIPSCOPE_TEST_DATA "/workers/proxy_worker.py", "ignores", "python3",
                               FLIPSCOPE_SOURCE_DIR "/resources/workers/example_worker.py"},
                              {"sum_ascending"});
    CHECK(letters(checks) == "ppppfppp");
    CHECK(checks.at(4).remark.find("operandChecksum") != std::string::npos);
}
