#include "core/pin/database_traces.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

Json record(std::uint64_t m, std::uint32_t winner, bool dryRun = false) {
    return {{"record",
             {{"table", kMatmulNamespace}, {"entry", sampleKey(m, "ab")}, {"winner", winner}, {"dry_run", dryRun}}}};
}

}  // namespace

TEST_CASE("a database that was put there shows no use, one that a program worked on does") {
    const TemporaryFolder folder;
    const std::string path = folder.file("env.db");
    { const SampleDatabase database(path); }
    CHECK(!wasOpened(path));
    CHECK(!wasOpened(folder.file("none.db")));
    writeFile(path + "-tshm", "x");
    CHECK(wasOpened(path));
    { const SampleDatabase closed(folder.file("closed.db"), SampleDatabase::Journal::wal); }
    CHECK(wasOpened(folder.file("closed.db")));
}

TEST_CASE("recorded decisions come with their place in time, without dry runs and other runs' sessions") {
    const TemporaryFolder folder;
    {
        SampleDatabase database(folder.file("env.db"));
        database.add("records/v1/autotune", Json::array({7, 0}), record(1, 2));
        database.add("records/v1/autotune", Json::array({8, 0}), record(1, 3));
        database.add("records/v1/autotune", Json::array({7, 1}), record(2, 1, true));
    }
    DatasetBuilder builder;
    const auto first = builder.addRun("run1"), second = builder.addRun("run2");
    for (Run& run : builder.dataset().runs)
        run.sources = {folder.file("env.db"), folder.file("none.db")};
    builder.dataset().runs[second.value].session.emplace().id = 8;
    const Dataset dataset = builder.take();
    const RunTraces traces = tracesOfRuns(dataset, buildWinnerMatrix(dataset), {});
    CHECK(traces.opened.empty());
    REQUIRE(traces.decisions.size() == 3);
    CHECK(traces.decisions[0].run == first);
    CHECK(traces.decisions[0].session == 7);
    CHECK(traces.decisions[0].canonicalJson == R"({"definition":{"m":1}})");
    CHECK(traces.decisions[0].device == "device-0-0-cuda");
    CHECK(traces.decisions[0].checksum == "ab");
    CHECK(traces.decisions[0].winner == CandidateIndex{2});
    CHECK(traces.decisions[1].run == second);
    CHECK(traces.decisions[2].session == 8);
    CHECK(traces.decisions[2].row > traces.decisions[1].row);
}

TEST_CASE("a rowid as a number") {
    CHECK(rowNumber("12") == 12);
    CHECK(rowNumber("") == 0);
}
