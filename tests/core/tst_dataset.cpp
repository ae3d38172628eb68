#include "core/model/dataset.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

TuningKey key(const std::string& id, const std::string& label, const std::vector<std::string>& aliases = {}) {
    TuningKey made;
    made.id = id;
    made.label = label;
    made.aliases = aliases;
    return made;
}

Run run(const std::string& id) {
    Run made;
    made.id = id;
    return made;
}

Dataset exampleDataset() {
    Dataset dataset;
    dataset.keys = {key("12345678", "matmul a"), key("1234abcd", "matmul b", {"31944fb2"}),
                    key("ffff0000", "1234abcd")};
    dataset.runs = {run("run9"), run("run10#1")};
    return dataset;
}

}  // namespace

TEST_CASE("a key is found by id, label, alias or unique prefix") {
    const Dataset dataset = exampleDataset();
    CHECK(findKey(dataset, "12345678") == KeyIndex{0});
    CHECK(findKey(dataset, "matmul b") == KeyIndex{1});
    CHECK(findKey(dataset, "31944fb2") == KeyIndex{1});
    CHECK(findKey(dataset, "ffff") == KeyIndex{2});
    CHECK(findKey(dataset, "12345") == KeyIndex{0});
    CHECK(findKey(dataset, "1234abcd") == KeyIndex{1});  // an id goes before a label
    CHECK(keyOf(dataset, *findKey(dataset, "ffff")).id == "ffff0000");
}

TEST_CASE("a name that fits no key or several finds none") {
    Dataset dataset = exampleDataset();
    CHECK_FALSE(findKey(dataset, "1234"));
    CHECK_FALSE(findKey(dataset, "fff"));  // too short for a prefix
    CHECK_FALSE(findKey(dataset, ""));
    CHECK_FALSE(findKey(dataset, "123456789"));
    dataset.keys[0].aliases = {"31944fb2"};
    CHECK_FALSE(findKey(dataset, "31944fb2"));
}

TEST_CASE("a run is found by its whole id") {
    const Dataset dataset = exampleDataset();
    CHECK(findRun(dataset, "run10#1") == RunIndex{1});
    CHECK_FALSE(findRun(dataset, "run10"));
    CHECK(runOf(dataset, {0}).id == "run9");
}

TEST_CASE("sets are reached by their index") {
    Dataset dataset;
    dataset.candidateSets = {{{"a"}, "x"}};
    CHECK(setOf(dataset, {0}).checksum == "x");
}
