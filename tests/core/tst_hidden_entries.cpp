#include "core/read/hidden_entries.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("hidden entries are counted and the first are named") {
    HiddenEntries hidden;
    CHECK_FALSE(hidden.note().has_value());
    hidden.add("runs/.r1");
    REQUIRE(hidden.note().has_value());
    CHECK(hidden.note()->path == "runs/.r1");
    CHECK(hidden.note()->message == "1 hidden entry is not looked at unless given by path: runs/.r1");
    for (const char* name : {"runs/.r\x1b", "runs/.r3", "runs/.r4"})
        hidden.add(name);
    CHECK(hidden.note()->message ==
          "4 hidden entries are not looked at unless given by path: runs/.r1, runs/.r\\x1b, runs/.r3 …");
}

TEST_CASE("a hidden folder of an archive counts once, what every archive of a desktop holds not at all") {
    HiddenEntries hidden;
    for (const char* entry : {"a/.git/config", "__MACOSX/a/x", "a/._x", "a/.DS_Store", "a/node_modules/.x/y"})
        hidden.addOfArchive("x.zip", entry);
    CHECK_FALSE(hidden.note().has_value());
    for (const char* entry : {"a/.r1/decisions.jsonl", "a/.r1/stdout.log", "a/.decisions.jsonl"})
        hidden.addOfArchive("x.zip", entry);
    CHECK(hidden.note()->message ==
          "2 hidden entries are not looked at unless given by path: x.zip!/a/.r1, x.zip!/a/.decisions.jsonl");
}
