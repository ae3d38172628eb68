#include "core/process/child_process.h"
#include "core/process/marked_processes.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

std::string variable(const char* name) {
    return "FLIPSCOPE_TEST_MARK=" + std::to_string(::getpid()) + "-" + name;
}

// A shell with the mark; it says "ready" when what it starts runs.
ChildProcess marked(const std::string& mark, const std::string& script) {
    auto child =
        ChildProcess::start({{"sh", "-c", script}, {}, {{"FLIPSCOPE_TEST_MARK", mark.substr(mark.find('=') + 1)}}});
    REQUIRE_MESSAGE(child, child.errorMessage());
    std::string output, error;
    while (output.find("ready") == std::string::npos)
        REQUIRE((child.value().read(output, error, ChildProcess::Clock::now() + 20s, {}) == ChildProcess::Read::some));
    return std::move(child).value();
}

}  // namespace

TEST_CASE("marked processes are found in sessions of their own, and ended") {
    const std::string mark = variable("session");
    const ChildProcess child = marked(mark, "setsid sh -c 'sleep 300 & echo ready; wait' & wait");
    CHECK(markedProcesses(mark).size() >= 3);  // the shell, the one of its own session and its sleep
    CHECK(markedProcesses(mark + "x").empty());
    CHECK(markedProcesses(mark.substr(0, mark.size() - 1)).empty());
    const EndedProcesses ended = endProcesses(mark, std::nullopt, 5s);
    CHECK(ended.ended.size() >= 3);
    CHECK(ended.unstopped.empty());
    CHECK(markedProcesses(mark).empty());
}

TEST_CASE("one that ignores the request is killed") {
    const std::string mark = variable("deaf");
    const ChildProcess child = marked(mark, "trap '' TERM; echo ready; while true; do sleep 300; done");
    CHECK(!endProcesses(mark, std::nullopt, 100ms).ended.empty());
    CHECK(markedProcesses(mark).empty());
}

TEST_CASE("a leader is ended with its group, but only the one that is meant") {
    const std::string mark = variable("leader");
    ChildProcess child = marked(mark, "sleep 300 & echo ready; wait");
    const auto identity = processIdentity(child.number());
    REQUIRE(identity);
    ProcessIdentity other = *identity;
    ++other.started;
    CHECK(endProcesses({}, other, 0ms).ended.empty());
    other = *identity;
    other.boot = "another start of the machine";
    CHECK(endProcesses({}, other, 0ms).ended.empty());
    CHECK(markedProcesses(mark).size() == 2);
    CHECK(endProcesses({}, identity, 5s).ended == std::vector<pid_t>{child.number()});
    CHECK(endProcesses(mark, std::nullopt, 5s).ended.size() <= 1);  // the group's other one may be on its way out
    CHECK(markedProcesses(mark).empty());
}
