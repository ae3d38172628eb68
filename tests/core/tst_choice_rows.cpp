#include "core/read/choice_rows.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

const nlohmann::json kChoice{{"fastest_index", 7}, {"results", nlohmann::json::array()}};

}  // namespace

TEST_CASE("the rows of one key and candidate set are found, others are not") {
    const TemporaryFolder folder;
    const std::string path = folder.file("env.db");
    {
        SampleDatabase database(path);
        database.add("kernels/x", sampleKey(9, "aa"), kChoice);
        database.add(kMatmulNamespace, sampleKey(8, "aa"), kChoice);
        database.add(kMatmulNamespace, sampleKey(9, "aa"), kChoice);
        database.add(kMatmulNamespace, sampleKey(9, "bb"), kChoice);
    }
    const std::string key = R"({"definition":{"m":9}})";
    const auto rows = findChoiceRows(path, "", key, "aa", {});
    REQUIRE(rows);
    REQUIRE(rows.value().size() == 1);
    CHECK(rows.value()[0].table == "entries");
    CHECK(rows.value()[0].rowid == "3");
    CHECK(rows.value()[0].nameSpace == kMatmulNamespace);
    CHECK(rows.value()[0].holds == CandidateIndex{7});
    CHECK(findChoiceRows(path, "", key, "", {}).value().size() == 2);
    CHECK(findChoiceRows(path, "", R"({"definition":{"m":1}})", "", {}).value().empty());
    CHECK(folder.names() == std::vector<std::string>{"env.db"});
}

TEST_CASE("a database inside an archive is none that can be copied") {
    Run run;
    run.sources = {"/no/such/place.db", "x.tar!/run1/environment.db"};
    CHECK(databasesOf(run).empty());
}

TEST_CASE("a file that is not there is an error") {
    CHECK_FALSE(findChoiceRows("/nowhere/env.db", "", "{}", "", {}));
}
