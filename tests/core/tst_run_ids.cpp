#include "core/read/run_ids.h"

#include <doctest/doctest.h>

using namespace flipscope;

using Ids = std::vector<std::string>;

TEST_CASE("a run is named by the shortest unique end of its path") {
    CHECK(nameRuns({{"/data/run13", ""}, {"/data/run14", ""}}) == Ids{"run13", "run14"});
    CHECK(nameRuns({{"/a/run1", ""}, {"/b/run1", ""}, {"/b/run2", ""}}) == Ids{"a/run1", "b/run1", "run2"});
    CHECK(nameRuns({{"/x/a/run1", ""}, {"/y/a/run1", ""}}) == Ids{"x/a/run1", "y/a/run1"});
}

TEST_CASE("one path can be the end of another") {
    CHECK(nameRuns({{"/run1", ""}, {"/b/run1", ""}}) == Ids{"run1", "b/run1"});
}

TEST_CASE("runs of one folder are named by their files") {
    CHECK(nameRuns({{"/data", "run1.jsonl"}, {"/data", "run2.jsonl"}}) == Ids{"run1", "run2"});
    CHECK(nameRuns({{"/data", "run1.jsonl"}, {"/data", "run1.log"}}) == Ids{"run1.jsonl", "run1.log"});
}

TEST_CASE("folders that say nothing are left away while the rest is unique") {
    CHECK(nameRuns({{"/a/run1/env", ""}, {"/a/run2/logs", ""}}) == Ids{"run1", "run2"});
    CHECK(nameRuns({{"/a/run1/env", ""}, {"/a/run1/logs", ""}}) == Ids{"env", "logs"});
}

TEST_CASE("an archive counts as a folder of its name") {
    CHECK(nameRuns({{"/a/runs.tar.gz", ""}, {"/a/other.zip", ""}}) == Ids{"runs", "other"});
    CHECK(nameRuns({{"/a/runs.zip/run1", ""}, {"/a/run1", ""}}) == Ids{"runs/run1", "a/run1"});
    CHECK(nameRuns({{"/a/runs.zip", ""}, {"/a/runs", ""}}) == Ids{"runs.zip", "runs"});
}

TEST_CASE("ids are printable and unique whatever comes") {
    CHECK(nameRuns({{"/a/run\xff", ""}}) == Ids{"run\\xff"});
    CHECK(nameRuns({{"/a/run1", ""}, {"/a/run1", ""}, {"/a/run1", ""}}) == Ids{"run1", "run1~2", "run1~3"});
    CHECK(nameRuns({{"/", ""}}) == Ids{"run"});
    CHECK(nameRuns({}).empty());
}

TEST_CASE("paths that only show alike are short, numbered in the order of their bytes") {
    const std::vector<RunPlace> places{{"/data/runs/a\\x01", ""}, {"/data/runs/a\x01", ""}, {"/data/runs/b", ""}};
    CHECK(nameRuns(places) == Ids{"a\\x01~2", "a\\x01", "b"});
    CHECK(nameRuns({places[1], places[2], places[0]}) == Ids{"a\\x01", "b", "a\\x01~2"});
}
