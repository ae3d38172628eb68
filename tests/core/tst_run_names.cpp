#include "core/analyse/run_names.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Dataset datasetOf(const std::vector<std::pair<std::string, std::vector<std::string>>>& runs) {
    Dataset dataset;
    for (const auto& [id, sources] : runs) {
        Run run;
        run.id = id;
        run.sources = sources;
        dataset.runs.push_back(std::move(run));
    }
    return dataset;
}

int found(const RunNames& names, std::string_view name) {
    const auto run = names.find(name);
    return run ? static_cast<int>(run->value) : -1;
}

}  // namespace

TEST_CASE("a run is named by its id, a path that ends in it, or the place of its files") {
    const Dataset dataset = datasetOf(
        {{"run1", {"data/run1/decisions.jsonl"}}, {"run13", {"data/run13/decisions.jsonl", "data/run13/stdout.log"}}});
    const RunNames names(dataset);
    CHECK(found(names, "run13") == 1);
    CHECK(found(names, "/old/place/run13/") == 1);
    CHECK(found(names, "./run1") == 0);
    CHECK(found(names, "data/run13/stdout.log") == 1);
    CHECK(found(names, "data/run1") == 0);
    CHECK(found(names, "C:\\runs\\run1") == 0);
}

TEST_CASE("what names several runs or none names none") {
    const Dataset dataset = datasetOf({{"a/run1", {"x/a/run1/log"}}, {"b/run1", {"x/b/run1/log"}}});
    const RunNames names(dataset);
    CHECK(found(names, "run1") == -1);
    CHECK(found(names, "x") == -1);
    CHECK(found(names, "x/a") == 0);
    CHECK(found(names, "elsewhere/b/run1") == 1);
    CHECK(found(names, "") == -1);
    CHECK(found(names, "run") == -1);
    CHECK(found(names, "/") == -1);
}

TEST_CASE("parts of an appended log are told apart by their whole id") {
    const Dataset dataset = datasetOf({{"run2#1", {"d/run2/log"}}, {"run2#2", {"d/run2/log"}}});
    const RunNames names(dataset);
    CHECK(found(names, "run2#2") == 1);
    CHECK(found(names, "d/run2") == -1);
}
