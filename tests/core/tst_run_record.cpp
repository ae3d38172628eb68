#include "core/drive/run_record.h"
#include "core/read/text_output.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

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

TEST_CASE("a member of a wrong kind is named, and none is cut to fit") {
    const testing::TemporaryFolder folder;
    const auto full = nlohmann::json::parse(toJson(RunRecord{}));
    const auto errorWith = [&folder](const nlohmann::json& record) {
        testing::writeFile(folder.file("run.json"), record.dump());
        return readRunRecord(folder.file("run.json")).errorMessage();
    };
    CHECK(errorWith(full).empty());
    for (const auto& item : full.items()) {
        const std::string& name = item.key();
        nlohmann::json record = full;
        record[name] = nlohmann::json::object();
        CHECK_MESSAGE(!errorWith(record).empty(), name);
        if (name != "schema") CHECK(errorWith(record).find("“" + name + "” is no ") != std::string::npos);
        record.erase(name);
        CHECK_MESSAGE(!errorWith(record).empty(), name);
    }
    for (const nlohmann::json& wrong : {nlohmann::json(1.5), nlohmann::json(-1), nlohmann::json(256),
                                        nlohmann::json(4294967296), nlohmann::json(true), nlohmann::json("1")}) {
        nlohmann::json record = full;
        record["exit_status"] = wrong;
        CHECK(errorWith(record).find("“exit_status” is no whole number from 0 to 255") != std::string::npos);
    }
    nlohmann::json record = full;
    record["seconds"] = -1;
    CHECK(errorWith(record).find("“seconds”") != std::string::npos);
    record = full;
    record["devices"] = {"H200", 1};
    CHECK(errorWith(record).find("“devices” is no list of texts") != std::string::npos);
}

TEST_CASE("how a run ended, and what one that failed said at last") {
    RunRecord record;
    CHECK(endInWords(record) == "status 0");
    CHECK(!isFailure(record));
    record.exitStatus = 127;
    record.note = "train: libcuda.so.1: \x1b[31mcannot open";
    CHECK(isFailure(record));
    CHECK(failureInWords(record) == "exit status 127; its last words: “train: libcuda.so.1: �[31mcannot open”");
    record.note = std::string(10'000, 'x');
    CHECK(failureInWords(record).size() < 300);
    record.exitStatus = 134;
    record.signal = 6;
    record.note.clear();
    CHECK(failureInWords(record) == "signal 6 (Aborted); it said nothing at last");
    record.timedOut = true;
    CHECK(endInWords(record) == "stopped by the time limit");
}
