#include "core/pin/candidate_names.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

std::string disagreement(std::uint32_t index, const std::string& name, const std::vector<std::string>& names) {
    Pin pin;
    pin.candidate = {index};
    pin.candidateName = name;
    return nameDisagreement(pin, names);
}

Json recordOf(std::uint64_t m, const std::string& checksum, const Json& plan) {
    Json record = sampleKey(m, checksum);
    record["winner"] = 0;
    record["table"] = kMatmulNamespace;
    record["plan"] = plan;
    return Json{{"record", record}};
}

}  // namespace

TEST_CASE("index and name are of one candidate, or how not") {
    const std::vector<std::string> names{"a", "b", "a", "d"};
    CHECK(disagreement(1, "b", names).empty());
    CHECK(disagreement(2, "a", names).empty());  // names can repeat
    CHECK(disagreement(1, "d", names) == "candidate 1 is b, and d is 3");
    CHECK(disagreement(1, "x", names) == "candidate 1 is b, and none is called x");
    CHECK(disagreement(4, "a", names) == "the set has 4 candidates only");
    CHECK(disagreement(1, "", names).empty());
    CHECK(disagreement(1, "x", {}).empty());
    CHECK(disagreement(1, "x", {"a", "", "c"}).empty());
    CHECK(disagreement(0, "x", {"a", ""}) == "candidate 0 is a");  // what is not known may be called so
}

TEST_CASE("a database tells names by its records, else by the results of its choices") {
    const TemporaryFolder folder;
    SampleDatabase database(folder.file("a.db"));
    const Json plan{{{"index", 1}, {"name", "b"}}, {{"index", 0}, {"name", "a"}}};
    database.add("records/v1/autotune", Json{7, 1}, recordOf(1, "ab", plan));
    database.add("records/v1/autotune", Json{7, 2}, recordOf(1, "not asked for", plan));
    database.addBytes("records/v1/autotune", "no CBOR", "at all");
    const Json first{{"fastest_index", 2}, {"results", {sampleSuccess("c", 2, 9), sampleSkip("a"), sampleSkip("b")}}};
    const Json second{{"fastest_index", 0}, {"results", {sampleSuccess("a", 0, 9), sampleSuccess("x", 99, 9)}}};
    database.add(kMatmulNamespace, sampleKey(1, "cd"), first);
    database.add(kMatmulNamespace, sampleKey(2, "cd"), second);
    database.add(kMatmulNamespace, sampleKey(3, "pinned"), Json{{"fastest_index", 1}, {"results", Json::array()}});
    database.addBytes(kMatmulNamespace, "no CBOR", "at all");
    const auto opened = SqliteDatabase::openUnchanging(folder.file("a.db"), {});
    REQUIRE_MESSAGE(opened, opened.errorMessage());
    CHECK(namesInDatabase(opened.value(), {"ab", "cd", "pinned", "unheard of"}, {}) ==
          SetNames{{"ab", {"a", "b"}}, {"cd", {"a", "", "c"}}});
    CHECK(namesInDatabase(opened.value(), {}, {}).empty());
}
