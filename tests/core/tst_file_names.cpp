#include "core/read/file_names.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("names are taken apart") {
    CHECK(stemOf("run1.jsonl") == "run1");
    CHECK(stemOf("runs.tar.gz") == "runs.tar");
    CHECK(stemOf(".hidden") == ".hidden");
    CHECK(pathParts("/a//b/") == std::vector<std::string>{"a", "b"});
    CHECK(parentFolder("/a/b") == "/a");
    CHECK(parentFolder("/a") == "/");
    CHECK(parentFolder("/").empty());
    CHECK(shapeOf("run12-x3.jsonl") == "run#-x#.jsonl");
}

TEST_CASE("a text goes to the log it is named after") {
    const std::vector<std::string> logs{"run1.jsonl", "run10.jsonl", "run2.jsonl"};
    CHECK(partnerOf("run1.log", logs) == 0);
    CHECK(partnerOf("run10.log", logs) == 1);
    CHECK(partnerOf("run10-stderr.txt", logs) == 1);
    CHECK(partnerOf("run3.log", logs) == -1);
    CHECK(partnerOf("run100.log", logs) == -1);
    CHECK(partnerOf("notes.txt", logs) == -1);
}

TEST_CASE("a text goes to the log whose distinguishing word it holds") {
    const std::vector<std::string> logs{"decisions-run1.jsonl", "decisions-run2.jsonl", "decisions-run12.jsonl"};
    CHECK(partnerOf("stdout-run1.txt", logs) == 0);
    CHECK(partnerOf("stdout-run12.txt", logs) == 2);
    CHECK(partnerOf("stdout-run1-run2.txt", logs) == -1);
    CHECK(partnerOf("stdout.txt", logs) == -1);
    CHECK(partnerOf("stdout.txt", {"only.jsonl"}) == -1);
    CHECK(partnerOf("anything", {}) == -1);
}

TEST_CASE("names tell output from sources") {
    CHECK(outputRank("stdout.log") == 0);
    CHECK(outputRank("run1.out") == 0);
    CHECK(outputRank("STDERR.txt") == 1);
    CHECK(outputRank("train.log") == 2);
    CHECK(outputRank("loss.csv") == 3);
    CHECK(isNoOutput("cubecl.toml"));
    CHECK(isNoOutput("Makefile"));
    CHECK_FALSE(isNoOutput("loss.csv"));
    CHECK(isGenericName("decisions"));
    CHECK_FALSE(isGenericName("run13"));
}

TEST_CASE("exit status files are known by name") {
    for (const char* name : {"exit_status", "rc", "exitcode.txt", "run1.rc", "EXIT_STATUS"})
        CHECK(isStatusFileName(name));
    for (const char* name : {"stdout.log", "march", "src"})
        CHECK_FALSE(isStatusFileName(name));
}

TEST_CASE("logs and text outputs are known by name") {
    for (const char* name : {"decisions.jsonl", "stdout", "run1-stderr.1", "x.OUT", "notes.txt"})
        CHECK(namedLikeText(name));
    for (const char* name : {"a.out", "model.bin", "weights.npy", "program"})
        CHECK_FALSE(namedLikeText(name));
}

TEST_CASE("databases are known by name") {
    for (const char* name : {"environment.db", "X.DB", "a.sqlite", "b.sqlite3"})
        CHECK(namedLikeDatabase(name));
    for (const char* name : {"db", ".db", "environment.db-wal", "a.dbg", "sqlite.log"})
        CHECK_FALSE(namedLikeDatabase(name));
}
