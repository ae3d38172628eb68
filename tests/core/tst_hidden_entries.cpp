#include "core/read/hidden_entries.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("hidden entries are counted and the first are named") {
    HiddenEntries hidden;
    CHECK(hidden.notes().empty());
    hidden.add("runs/.r1");
    REQUIRE(hidden.notes().size() == 1);
    CHECK(hidden.notes().at(0).path == "runs/.r1");
    CHECK(hidden.notes().at(0).message == "1 hidden entry is not looked at unless given by path: runs/.r1");
    for (const char* name : {"runs/.r\x1b", "runs/.r3", "runs/.r4"})
        hidden.add(name);
    CHECK(hidden.notes().at(0).message ==
          "4 hidden entries are not looked at unless given by path: runs/.r1, runs/.r\\x1b, runs/.r3 …");
}

TEST_CASE("a hidden folder of an archive counts once, what every archive of a desktop holds not at all") {
    HiddenEntries hidden;
    for (const char* entry : {"a/.git/config", "__MACOSX/a/x", "a/._x", "a/.DS_Store", "a/node_modules/.x/y"})
        hidden.addOfArchive("x.zip", entry);
    CHECK(hidden.notes().empty());
    for (const char* entry : {"a/.r1/decisions.jsonl", "a/.r1/stdout.log", "a/.decisions.jsonl"})
        hidden.addOfArchive("x.zip", entry);
    CHECK(hidden.notes().at(0).message ==
          "2 hidden entries are not looked at unless given by path: x.zip!/a/.r1, x.zip!/a/.decisions.jsonl");
}

TEST_CASE("what is no file is counted apart") {
    HiddenEntries entries;
    entries.addSpecial("runs/run1/pipe");
    REQUIRE(entries.notes().size() == 1);
    CHECK(entries.notes()[0].message ==
          "1 entry is a named pipe, a socket or a device and is not read: runs/run1/pipe");
    entries.addSpecial("runs/run2/socket");
    entries.add("runs/.r1");
    REQUIRE(entries.notes().size() == 2);
    CHECK(entries.notes()[1].message ==
          "2 entries are named pipes, sockets or devices and are not read: runs/run1/pipe, runs/run2/socket");
}
