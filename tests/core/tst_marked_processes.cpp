#include "core/process/child_process.h"
#include "core/process/marked_processes.h"

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

std::string variable(const char* name) {
    return "FLIPSCOPE_TEST_MARK=" + std::to_string(::getpid()) + "-" + name;
}

std::string programOf(pid_t process) {
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm"), name);
    return name;
}

// Whether it is still so after ten seconds; looks again and again before.
template <class Condition>
bool goesOn(const Condition& condition) {
    const auto last = ChildProcess::Clock::now() + 10s;
    while (condition()) {
        if (ChildProcess::Clock::now() >= last) return true;
        std::this_thread::sleep_for(5ms);
    }
    return false;
}

// A shell with the mark; it says "ready" when what it starts runs, and then the number that is asked for.
ChildProcess marked(const std::string& mark, const std::string& script, pid_t* number = nullptr) {
    auto child =
        ChildProcess::start({{"sh", "-c", script}, {}, {{"FLIPSCOPE_TEST_MARK", mark.substr(mark.find('=') + 1)}}});
    REQUIRE_MESSAGE(child, child.errorMessage());
    std::string output, error;
    while (output.find("ready") == std::string::npos || output.back() != '\n')
        REQUIRE((child.value().read(output, error, ChildProcess::Clock::now() + 20s, {}) == ChildProcess::Read::some));
    if (number != nullptr) *number = static_cast<pid_t>(std::stol(output.substr(output.find("ready") + 5)));
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

TEST_CASE("a process that becomes another program keeps its mark all the while") {
    const std::string mark = variable("restless"), value = mark.substr(mark.find('=') + 1);
    const std::string script = R"(n=$1; [ "$n" -gt 0 ] && exec sh -c "$0" "$0" $((n-1)); exec sleep 300)";
    const auto child = ChildProcess::start({{"sh", "-c", script, script, "300"}, {}, {{"FLIPSCOPE_TEST_MARK", value}}});
    REQUIRE_MESSAGE(child, child.errorMessage());
    const pid_t number = child.value().number();
    while (!isMarked(number, mark))
        REQUIRE(processIdentity(number));
    while (programOf(number) != "sleep")
        REQUIRE(isMarked(number, mark));
    CHECK(isMarked(number, mark));
}

TEST_CASE("one that ignores the request is killed") {
    const std::string mark = variable("deaf");
    const ChildProcess child = marked(mark, "trap '' TERM; echo ready; while true; do sleep 300; done");
    CHECK(!endProcesses(mark, std::nullopt, 100ms).ended.empty());
    CHECK(markedProcesses(mark).empty());
}

TEST_CASE("a group goes with the marked program that leads it, but only with the one that is meant") {
    const std::string mark = variable("leader");
    pid_t unmarked = 0;
    const ChildProcess child = marked(mark, "env -u FLIPSCOPE_TEST_MARK sleep 300 & echo ready $!; wait", &unmarked);
    const auto identity = processIdentity(child.number());
    REQUIRE(identity);
    const auto other = processIdentity(unmarked);
    REQUIRE(other);
    CHECK(goesOn([&] { return isMarked(unmarked, mark); }) == false);
    CHECK(markedProcesses(mark) == std::vector<pid_t>{child.number()});
    // Whose mark it is not is not touched, whatever number is given.
    CHECK(endProcesses(mark + "x", identity, 0ms).ended.empty());
    CHECK(endProcesses(mark + "x", other, 0ms).ended.empty());
    CHECK(processIdentity(child.number()) == identity);
    CHECK(processIdentity(unmarked) == other);
    CHECK(endProcesses(mark, identity, 5s).ended == std::vector<pid_t>{child.number()});
    CHECK(goesOn([&] { return processIdentity(unmarked) == other; }) == false);
}

TEST_CASE("a group whose leader does not have the mark, or with another start of its program, is left alone") {
    const std::string mark = variable("member"), name = mark.substr(0, mark.find('=')),
                      value = mark.substr(name.size() + 1);
    pid_t member = 0;
    const ChildProcess leader =
        marked("FLIPSCOPE_TEST_MARK=none",
               "FLIPSCOPE_TEST_MARK=" + value + " sleep 300 & echo ready $!; wait; sleep 300", &member);
    while (!isMarked(member, mark))
        REQUIRE(processIdentity(member));
    const auto identity = processIdentity(member);
    REQUIRE(::getpgid(member) == leader.number());
    CHECK(endProcesses(mark, identity, 5s).ended == std::vector<pid_t>{member});
    CHECK(!processIdentity(member));
    CHECK(processIdentity(leader.number()));
    // The noted program is another one of that number: the marked one is ended, the rest of its group is not.
    pid_t unmarked = 0;
    const ChildProcess child = marked(mark, "env -u FLIPSCOPE_TEST_MARK sleep 300 & echo ready $!; wait", &unmarked);
    CHECK(goesOn([&] { return isMarked(unmarked, mark); }) == false);
    auto wrong = processIdentity(child.number());
    REQUIRE(wrong);
    ++wrong->started;
    CHECK(endProcesses(mark, wrong, 5s).ended == std::vector<pid_t>{child.number()});
    std::this_thread::sleep_for(100ms);
    CHECK(processIdentity(unmarked));
}
