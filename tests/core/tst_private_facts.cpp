#include "core/handover/private_facts.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/sample_database.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

bool holds(const std::vector<std::string>& all, const std::string& value) {
    return std::find(all.begin(), all.end(), value) != all.end();
}

}  // namespace

TEST_CASE("this machine, the inputs and what the records name") {
    ::setenv("USER", "greta", 1);
    ::setenv("HOME", "/home/greta", 1);
    RunRecord record;
    record.command = {"/home/bob/train", "--data", R"(C:\Users\carol\sets)"};
    record.folder = "/scratch/bob/runs/run1";
    record.machine.host = "node7";
    Dataset dataset;
    dataset.candidateSets.push_back({{"matmul_simple_Cyclic"}, "1"});
    const PrivateFacts facts = privateFacts(dataset, {"/data/dora/runs", "relative"}, {record});
    for (const char* user : {"greta", "bob", "carol"})
        CHECK(holds(facts.users, user));
    CHECK(holds(facts.hosts, "node7"));
    for (const char* path : {"/home/greta", "/data/dora/runs", "/scratch/bob/runs/run1"})
        CHECK(holds(facts.paths, path));
    CHECK(holds(facts.paths, (std::filesystem::current_path() / "relative").string()));
    CHECK(facts.publicWords == std::set<std::string>{"cyclic", "matmul", "simple"});
}

TEST_CASE("records are found beside a run, and above its database") {
    const TemporaryFolder folder;
    RunRecord record;
    record.command = {"train"};
    record.machine = {"node7", {"NVIDIA H200"}, "580.1"};
    std::filesystem::create_directories(folder.file("run1/env"));
    std::filesystem::create_directories(folder.file("run2"));
    testing::writeFile(folder.file("run1/run.json"), toJson(record));
    DatasetBuilder builder;
    builder.addRun("run1");
    builder.addRun("run2");
    Dataset dataset = builder.take();
    dataset.runs[0].sources = {folder.file("run1/env/default.db")};
    dataset.runs[1].sources = {folder.file("run2/decisions.jsonl"), "x.tar!/a"};
    const auto records = recordsOfRuns(dataset, buildWinnerMatrix(dataset));
    REQUIRE(records.size() == 2);
    REQUIRE(records[0]);
    CHECK(records[0]->machine.driver == "580.1");
    CHECK(!records[1]);
    CHECK(recordsOfTrials(folder.file("")).size() == 1);
    CHECK(recordsOfTrials(folder.file("none")).empty());
}
