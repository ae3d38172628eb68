#include "core/process/child_process.h"
#include "core/process/process_identity.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

using Clock = ChildProcess::Clock;

ChildProcess started(const std::vector<std::string>& arguments) {
    auto child = ChildProcess::start({arguments});
    REQUIRE_MESSAGE(child, child.errorMessage());
    return std::move(child).value();
}

ChildProcess shell(const std::string& script) {
    return started({"sh", "-c", script});
}

struct Everything {
    std::string output, error;
    ChildProcess::Read last = ChildProcess::Read::some;
};

// Ends it if nothing else does, so that a test which fails does not hang.
std::jthread endedAfter(pid_t process, std::chrono::milliseconds time) {
    return std::jthread([process, last = Clock::now() + time](const std::stop_token& done) {
        while (!done.stop_requested() && Clock::now() < last)
            std::this_thread::sleep_for(10ms);
        if (!done.stop_requested()) ::kill(process, SIGKILL);
    });
}

Everything readAll(ChildProcess& child, std::chrono::milliseconds most = 20s) {
    Everything all;
    const auto deadline = Clock::now() + most;
    while (all.last == ChildProcess::Read::some)
        all.last = child.read(all.output, all.error, deadline, {});
    return all;
}

}  // namespace

TEST_CASE("what goes in comes out, both streams apart, and the status is told") {
    ChildProcess child = shell("cat; echo oops >&2; exit 3");
    const std::string part(30'000, 'x');
    std::string output, error;
    for (std::size_t i = 0; i < 10; ++i) {  // together more than a pipe holds
        REQUIRE(!child.write(part, Clock::now() + 20s));
        while (output.size() < (i + 1) * part.size())
            REQUIRE((child.read(output, error, Clock::now() + 20s, {}) == ChildProcess::Read::some));
    }
    child.closeInput();
    const Everything rest = readAll(child);
    CHECK(output.size() == 10 * part.size());
    CHECK(error + rest.error == "oops\n");
    CHECK(toWords(child.end(0ms)) == "ended with status 3");
}

TEST_CASE("a program that is not there is an error in words") {
    const auto child = ChildProcess::start({{"/no/such/program"}});
    CHECK(!child);
    CHECK(child.errorMessage().find("/no/such/program could not be started") != std::string::npos);
    CHECK(child.errorMessage().find("quotes") == std::string::npos);
    CHECK(ChildProcess::start({{"/no/such/python3 prog.py"}}).errorMessage().find("without the quotes around it") !=
          std::string::npos);
    CHECK(!ChildProcess::start({{}}));
}

TEST_CASE("the end by a signal is told by its name") {
    ChildProcess child = shell("kill -SEGV $$");
    readAll(child);
    CHECK(toWords(child.end(0ms)) == "was ended by signal 11 (Segmentation fault)");
    CHECK(toWords(child.end(0ms)) == "was ended by signal 11 (Segmentation fault)");
}

TEST_CASE("writing to a process that is over is an error, not a signal") {
    ChildProcess child = shell("exit 0");
    readAll(child);
    const auto failure = child.write("hello", Clock::now() + 1s);
    CHECK(failure);
}

TEST_CASE("a process that takes no input is given up at the deadline") {
    ChildProcess child = shell("sleep 60");
    const auto failure = child.write(std::string(1'000'000, 'x'), Clock::now() + 50ms);
    REQUIRE(failure);
    CHECK(failure->message == "it takes no input");
}

TEST_CASE("reading ends at the deadline or when asked to stop") {
    ChildProcess child = shell("sleep 60");
    std::string output, error;
    CHECK((child.read(output, error, Clock::now() + 30ms, {}) == ChildProcess::Read::timedOut));
    std::stop_source stop;
    stop.request_stop();
    CHECK((child.read(output, error, Clock::now() + 60s, stop.get_token()) == ChildProcess::Read::stopped));
}

TEST_CASE("one that ignores the request to end is killed, and what it started with it") {
    ChildProcess child = shell("trap '' TERM; sleep 300 & echo $!; while true; do sleep 1; done");
    std::string output, error;
    REQUIRE((child.read(output, error, Clock::now() + 20s, {}) == ChildProcess::Read::some));
    const auto grandchild = static_cast<pid_t>(std::stol(output));
    CHECK(::kill(grandchild, 0) == 0);
    CHECK(child.end(50ms).signal == SIGKILL);
    const auto deadline = Clock::now() + 10s;
    // It is init's to wait for: gone, or a zombie that no longer runs.
    const auto runs = [&] {
        std::ifstream file("/proc/" + std::to_string(grandchild) + "/stat");
        std::string number, name, state;
        return file >> number >> name >> state && state != "Z";
    };
    while (runs() && Clock::now() < deadline)
        std::this_thread::sleep_for(10ms);
    CHECK(!runs());
}

TEST_CASE("streams that a grandchild holds open do not hide that the process is over") {
    ChildProcess child = shell("sleep 300 & echo done");
    const Everything all = readAll(child);
    CHECK(all.output == "done\n");
    CHECK((all.last == ChildProcess::Read::ended));
}

TEST_CASE("a process that ends in time is waited for") {
    ChildProcess child = shell("exit 5");
    const auto end = child.waitUntil(Clock::now() + 20s);
    REQUIRE(end);
    CHECK(end->status == 5);
    ChildProcess other = shell("sleep 60");
    CHECK(!other.waitUntil(Clock::now() + 20ms));
}

TEST_CASE("a program runs in the folder and with the variables that it is given") {
    ::setenv("FLIPSCOPE_TEST_GONE", "here", 1);
    auto child = ChildProcess::start({{"sh", "-c", "pwd; echo $FLIPSCOPE_TEST_SET; echo ${FLIPSCOPE_TEST_GONE-gone}"},
                                      "/usr",
                                      {{"FLIPSCOPE_TEST_SET", "a b"}, {"FLIPSCOPE_TEST_GONE", std::nullopt}}});
    REQUIRE(child);
    CHECK(readAll(child.value()).output == "/usr\na b\ngone\n");
    CHECK(!ChildProcess::start({{"true"}, "/no/such/folder"}));
}

TEST_CASE("a file beyond the limit ends a program as ever, although this one goes on") {
    std::signal(SIGXFSZ, SIG_IGN);
    ChildProcess child = shell("kill -XFSZ $$; echo survived");
    CHECK(readAll(child).output.empty());
    CHECK(child.end(20s).signal == SIGXFSZ);
    std::signal(SIGXFSZ, SIG_DFL);
}

TEST_CASE("one that ends with its parent has a group whose guard outlives it") {
    ChildCommand command{{"sh", "-c", "echo $$; sleep 300 & echo $!; trap '' TERM; exit 3"}};
    command.endsWithParent = true;
    auto child = ChildProcess::start(command);
    REQUIRE_MESSAGE(child, child.errorMessage());
    const pid_t group = ::getpgid(child.value().number());
    CHECK(group > 0);
    CHECK(group != child.value().number());
    const Everything all = readAll(child.value());
    CHECK(all.output.find(std::to_string(child.value().number()) + "\n") == 0);
    const auto other = static_cast<pid_t>(std::stol(all.output.substr(all.output.find('\n') + 1)));
    CHECK(::getpgid(other) == group);
    CHECK(child.value().end(0ms).status == 3);
    CHECK(::kill(group, 0) != 0);
    const auto deadline = Clock::now() + 10s;
    while (processIdentity(other) && Clock::now() < deadline)
        std::this_thread::sleep_for(10ms);
    CHECK(!processIdentity(other));
}

TEST_CASE("one that has left its group is asked to end and killed like any other, with the group that it leads then") {
    // setsid starts nothing here: it becomes the program, as a member of the guard's group may.
    for (const char* words : {"echo $$; exec sleep 300", "trap 'exit 7' TERM; echo $$; sleep 300 & wait",
                              "trap '' TERM; sleep 300 & echo $!; while true; do sleep 1; done"}) {
        ChildCommand command{{"setsid", "sh", "-c", words}};
        command.endsWithParent = true;
        auto child = ChildProcess::start(command);
        REQUIRE_MESSAGE(child, child.errorMessage());
        std::string output, error;
        REQUIRE((child.value().read(output, error, Clock::now() + 20s, {}) == ChildProcess::Read::some));
        const pid_t number = child.value().number();
        REQUIRE(::getpgid(number) == number);
        REQUIRE(child.value().group() != number);
        const auto last = static_cast<pid_t>(std::stol(output));
        const std::jthread helper = endedAfter(number, 10s);
        const auto began = Clock::now();
        const ChildEnd end = child.value().end(500ms);
        CHECK(Clock::now() - began < 10s);
        const std::string script = words;
        if (script.find("echo") == 0) CHECK(end.signal == SIGTERM);
        if (script.find("exit 7") != std::string::npos) CHECK(end.status == 7);
        if (script.find("''") != std::string::npos) CHECK(end.signal == SIGKILL);
        while (processIdentity(last) && Clock::now() - began < 10s)
            std::this_thread::sleep_for(10ms);
        CHECK(!processIdentity(last));
    }
}

TEST_CASE("what a program that has left its group leaves behind in its own one is killed with its end") {
    ChildCommand command{{"setsid", "sh", "-c", "trap '' TERM; sleep 300 & echo $!"}};
    command.endsWithParent = true;
    auto child = ChildProcess::start(command);
    REQUIRE_MESSAGE(child, child.errorMessage());
    const auto left = static_cast<pid_t>(std::stol(readAll(child.value()).output));
    CHECK(processIdentity(left));
    CHECK(child.value().end(0ms).status == 0);
    const auto deadline = Clock::now() + 10s;
    while (processIdentity(left) && Clock::now() < deadline)
        std::this_thread::sleep_for(10ms);
    CHECK(!processIdentity(left));
}
