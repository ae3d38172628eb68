#include "core/drive/started_program.h"
#include "core/process/child_process.h"
#include "core/process/marked_processes.h"
#include "tests/support/sample_database.h"

#include <chrono>
#include <filesystem>

#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace flipscope;
using namespace std::chrono_literals;
using testing::TemporaryFolder;
using testing::writeFile;

namespace {

// As if the system held every process, so that no signal reached one.
bool isDeaf = false;

}  // namespace

// Takes the place of the C library's in this test.
extern "C" int kill(pid_t process, int signal) noexcept {
    return isDeaf ? 0 : static_cast<int>(::syscall(SYS_kill, process, signal));
}

namespace {

const std::string kMark = "0123456789abcdef0123456789abcdef";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a note reads back as it was written, and nothing else is one") {
    const TemporaryFolder folder;
    const StartedProgram program{{123, 456, "boot"}, kMark, "node\"7", "/p/flipscope-1-run1.db"};
    const std::string text = toJson(program);
    writeFile(folder.file("process.json"), text);
    const auto read = readStartedProgram(folder.file("process.json"));
    REQUIRE_MESSAGE(read, read.errorMessage());
    CHECK(read.value().process == program.process);
    CHECK(read.value().mark == kMark);
    CHECK(read.value().host == program.host);
    CHECK(read.value().database == program.database);
    for (const std::string& wrong :
         {std::string("x"), std::string("{}"), std::string("[]"), replaced(text, "123", "1"),
          replaced(text, "123", "-123"), replaced(text, "123", "1e3"), replaced(text, "123", "4294967419"),
          replaced(text, "123", "\"123\""), replaced(text, "456", "true"), replaced(text, kMark, kMark.substr(1)),
          replaced(text, kMark, "PATH=/bin"), replaced(text, "\"boot\": \"boot\"", "\"boot\": 7"),
          replaced(text, "flipscope-process/1", "flipscope-run/1")}) {
        writeFile(folder.file("wrong.json"), wrong);
        CHECK_MESSAGE(!readStartedProgram(folder.file("wrong.json")), wrong);
    }
    CHECK(!readStartedProgram(folder.file("none.json")));
}

TEST_CASE("marks differ") {
    CHECK(freshMark().size() == 32);
    CHECK(freshMark() != freshMark());
}

TEST_CASE("what an earlier start left running is ended, and nothing that only looks like it") {
    const TemporaryFolder folder;
    const std::string note = folder.file(std::string(kStartedProgramName)), mark = freshMark();
    CHECK(endLeftRunning(folder.path()).empty());
    auto child = ChildProcess::start({{"sleep", "300"}, {}, {{std::string(kMarkVariable), mark}}});
    REQUIRE(child);
    const auto identity = processIdentity(child.value().number());
    REQUIRE(identity);
    // Its number was used again since, or the machine was started anew, or the note is from another machine.
    writeFile(note, toJson({{identity->number, identity->started + 1, identity->boot}, freshMark(), "h"}));
    CHECK(endLeftRunning(folder.path()).empty());
    CHECK(!std::filesystem::exists(note));
    writeFile(note, toJson({{identity->number, identity->started, "another"}, mark, "elsewhere"}));
    const auto elsewhere = endLeftRunning(folder.path());
    REQUIRE(elsewhere.size() == 1);
    CHECK(elsewhere[0].find("on elsewhere was interrupted; whether its program") != std::string::npos);
    writeFile(note, "not JSON");
    CHECK(endLeftRunning(folder.path()).at(0).find("cannot be told") != std::string::npos);
    // Number, start and the machine's start can be read by anybody: without the mark it may be anybody's.
    writeFile(note, toJson({*identity, freshMark(), "h"}));
    const auto foreign = endLeftRunning(folder.path());
    REQUIRE(foreign.size() == 1);
    CHECK(foreign[0].find("process " + std::to_string(identity->number) +
                          ", noted as the program of an earlier start, "
                          "does not carry the mark of that start and was left alone") != std::string::npos);
    CHECK(!std::filesystem::exists(note));
    CHECK(processIdentity(identity->number) == identity);
    // It is the one.
    writeFile(note, toJson({*identity, mark, "h"}));
    const auto ended = endLeftRunning(folder.path());
    REQUIRE(ended.size() == 1);
    CHECK(ended[0].find("was still running (process " + std::to_string(identity->number) + ") and was ended") !=
          std::string::npos);
    CHECK(!processIdentity(identity->number));
}

TEST_CASE("what it started in a session of its own is known by the mark") {
    const TemporaryFolder folder;
    const std::string mark = freshMark();
    auto child = ChildProcess::start({{"setsid", "sleep", "300"}, {}, {{std::string(kMarkVariable), mark}}});
    REQUIRE(child);
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    const std::string variable = std::string(kMarkVariable) + "=" + mark;
    while (markedProcesses(variable).empty() && std::chrono::steady_clock::now() < deadline) {
    }
    writeFile(folder.file(std::string(kStartedProgramName)),
              toJson({{child.value().number(), 0, bootId()}, mark, "h"}));
    CHECK(endLeftRunning(folder.path()).size() == 1);
    CHECK(markedProcesses(variable).empty());
}

TEST_CASE("what was left running is told, and what could not be ended apart from it") {
    CHECK(leftRunningRemarks("/a/run3", {}).empty());
    CHECK(leftRunningRemarks("/a/run3", {{7, 8}, {}}) ==
          std::vector<std::string>{"run3: its program ended but left processes 7, 8 running, which were ended, too."});
    CHECK(leftRunningRemarks("/a/run3", {{7}, {9}}) ==
          std::vector<std::string>{"run3: its program ended but left process 7 running, which was ended, too.",
                                   "run3: its program ended but left process 9 running, which could not be ended."});
}

TEST_CASE("a note of a program that was about to start tells what is left of it") {
    const TemporaryFolder folder;
    const std::string run = folder.file("run1"), mark = freshMark(), database = folder.file("flipscope-1-run1.db");
    std::filesystem::create_directory(run);
    writeFile(database, "x");
    auto child = ChildProcess::start({{"sleep", "300"}, {}, {{std::string(kMarkVariable), mark}}});
    REQUIRE(child);
    while (!isMarked(child.value().number(), variableOf(mark)))
        REQUIRE(processIdentity(child.value().number()));
    writeFile(run + "/" + std::string(kStartedProgramName), toJson({{0, 0, bootId()}, mark, "h", database}));
    const auto said = endLeftRunning(run);
    REQUIRE(said.size() == 2);
    CHECK(said[0].find("was still running (process " + std::to_string(child.value().number())) != std::string::npos);
    CHECK(said[1].find("was removed: " + database) != std::string::npos);
    CHECK(!std::filesystem::exists(database));
    // From another machine it may still be in use.
    writeFile(database, "x");
    writeFile(run + "/" + std::string(kStartedProgramName), toJson({{0, 0, "another"}, mark, "elsewhere", database}));
    CHECK(endLeftRunning(run).at(0).find("Its database was left: " + database) != std::string::npos);
    CHECK(std::filesystem::exists(database));
}

TEST_CASE("the note stays as long as something of it could not be ended") {
    const TemporaryFolder folder;
    const std::string note = folder.file(std::string(kStartedProgramName)), mark = freshMark();
    auto child = ChildProcess::start({{"sleep", "300"}, {}, {{std::string(kMarkVariable), mark}}});
    REQUIRE(child);
    const auto identity = processIdentity(child.value().number());
    REQUIRE(identity);
    while (!isMarked(identity->number, std::string(kMarkVariable) + "=" + mark))
        REQUIRE(processIdentity(identity->number));
    writeFile(note, toJson({*identity, mark, "h"}));
    isDeaf = true;
    const auto said = endLeftRunning(folder.path());
    isDeaf = false;
    REQUIRE(said.size() == 1);
    CHECK(said[0].find("still runs (process " + std::to_string(identity->number) + ") and could not be ended") !=
          std::string::npos);
    CHECK(readStartedProgram(note));
    CHECK(endLeftRunning(folder.path()).size() == 1);
    CHECK(!std::filesystem::exists(note));
    CHECK(!processIdentity(identity->number));
}
