#include "core/drive/run_record.h"
#include "core/read/text_output.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a record reads back, and readers of runs find the exit status in it") {
    const testing::TemporaryFolder folder;
    RunRecord record;
    record.command = {"./train", "a b"};
    record.folder = "/where";
    record.started = timeNow();
    record.seconds = 1.5;
    record.exitStatus = 134;
    record.signal = 6;
    record.timedOut = true;
    record.machine = {"host", {"NVIDIA H200"}, "580.1"};
    record.note = "a note";
    testing::writeFile(folder.file("run.json"), toJson(record));
    CHECK(exitStatusIn(toJson(record)) == 134);
    const auto read = readRunRecord(folder.file("run.json"));
    REQUIRE_MESSAGE(read, read.errorMessage());
    CHECK(toJson(read.value()) == toJson(record));
    CHECK(read.value().machine.devices == record.machine.devices);
    CHECK(record.started.size() == 20);
}

TEST_CASE("anything else is no record") {
    const testing::TemporaryFolder folder;
    CHECK(!readRunRecord(folder.file("none")));
    for (const char* text : {"", "{", "[]", "{}", R"({"schema":"flipscope-run/1"})", R"({"schema":3})",
                             R"({"schema":"flipscope-run/1","command":[1]})"}) {
        testing::writeFile(folder.file("run.json"), text);
        CHECK(!readRunRecord(folder.file("run.json")));
    }
}
