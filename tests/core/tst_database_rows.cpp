#include "core/read/database_rows.h"
#include "tests/support/sample_database.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

std::string cbor(const Json& value) {
    const auto bytes = Json::to_cbor(value);
    return {bytes.begin(), bytes.end()};
}

template <class Reader>
std::string reasonOf(Reader reader, const Json& key, const Json& value) {
    const std::string keyBytes = cbor(key);
    const std::string valueBytes = cbor(value);
    std::string reason;
    const auto row = reader({kMatmulNamespace, keyBytes, valueBytes}, reason);
    return row ? "read" : reason;
}

}  // namespace

TEST_CASE("a namespace names version, device and tuner") {
    const TunerNamespace place = splitNamespace(kMatmulNamespace);
    CHECK(place.version == "0.11.0");
    CHECK(place.device == "device-0-0-cuda");
    CHECK(place.tuner == "burn_cubecl-kernel-matmul-tune-base");
    const TunerNamespace later = splitNamespace("autotune/0.11.0/layout-v1/cuda_ptx-sm89/matmul");
    CHECK(later.device == "layout-v1/cuda_ptx-sm89");
    CHECK(later.tuner == "matmul");
    CHECK(splitNamespace("autotune/0.11.0").tuner == "0.11.0");
    CHECK(splitNamespace("autotune/1/t").device.empty());
    CHECK(splitNamespace("autotune/1/t").tuner == "t");
    CHECK(splitNamespace("").tuner.empty());
    CHECK(splitNamespace("x").tuner.empty());
}

TEST_CASE("a choice row becomes one line of the JSON-line cache") {
    const std::string key = cbor(sampleKey(64, "ab"));
    const std::string value =
        cbor({{"fastest_index", 1}, {"results", {sampleSuccess("b", 1, 5), sampleSkip("a")}}, {"limit", nullptr}});
    std::string reason;
    const auto choice = readChoiceRow({kMatmulNamespace, key, value}, reason);
    REQUIRE(choice.has_value());
    CHECK(choice->keyJson == R"({"definition":{"m":64}})");
    CHECK(choice->checksum == "ab");
    CHECK(choice->winner == 1);
    CHECK(choice->names == std::vector<std::pair<std::uint32_t, std::string>>{{1, "b"}});  // what ran says its index
    const Json line = Json::parse(choice->cacheLine);
    CHECK(line["key"]["checksum"] == "ab");
    CHECK(line["value"]["fastest_index"] == 1);
    CHECK(line["value"]["results"].size() == 2);
    CHECK(line["value"]["log_context"] == Json::object());
}

TEST_CASE("a row written by hand needs no results") {
    const std::string key = cbor(sampleKey(64, "ab"));
    const std::string value = cbor({{"fastest_index", 14}, {"results", Json::array()}});
    std::string reason;
    const auto choice = readChoiceRow({kMatmulNamespace, key, value}, reason);
    REQUIRE(choice.has_value());
    CHECK(choice->winner == 14);
    CHECK(choice->cacheLine.empty());
}

TEST_CASE("a choice row that cannot be used says why") {
    const Json key = sampleKey(64, "ab");
    const Json value{{"fastest_index", 1}};
    CHECK(reasonOf(readChoiceRow, key, value) == "read");
    CHECK(reasonOf(readChoiceRow, {{"key", 5}, {"checksum", "ab"}}, value) ==
          "its key holds no tuning key with a checksum");
    CHECK(reasonOf(readChoiceRow, {{"key", Json::object()}}, value) == "its key holds no tuning key with a checksum");
    CHECK(reasonOf(readChoiceRow, Json(), value) == "its key holds no tuning key with a checksum");
    for (const Json& index : {Json(-1), Json("1"), Json(4294967296), Json(1.5), Json()})
        CHECK(reasonOf(readChoiceRow, key, {{"fastest_index", index}}) ==
              "its value has no \"fastest_index\" that is an index");
    CHECK(reasonOf(readChoiceRow, key, Json::array({1})) == "its value has no \"fastest_index\" that is an index");
    std::string reason;
    const std::string good = cbor(key);
    CHECK_FALSE(readChoiceRow({kMatmulNamespace, "\xff", good}, reason).has_value());
    CHECK(reason == "its key is no CBOR that can be read");
    CHECK_FALSE(readChoiceRow({kMatmulNamespace, good, ""}, reason).has_value());
    CHECK(reason == "its value is no CBOR that can be read");
}

TEST_CASE("a record tells what a session decided, and the candidate set from its plan") {
    const Json record{{"table", kMatmulNamespace},
                      {"entry", sampleKey(64, "ab")},
                      {"winner", 1},
                      {"dry_run", false},
                      {"plan", {{{"name", "b"}, {"index", 1}}, {{"name", "a"}, {"index", 0}, {"batch", nullptr}}}}};
    const std::string key = cbor({18446744073709551615U, 7});
    const std::string value = cbor({{"stamp", nullptr}, {"record", record}});
    std::string reason;
    const auto read = readRecordRow({"records/v1/autotune", key, value}, reason);
    REQUIRE_MESSAGE(read.has_value(), reason);
    CHECK(read->session == UINT64_MAX);
    CHECK(read->place.tuner == "burn_cubecl-kernel-matmul-tune-base");
    CHECK(read->keyJson == R"({"definition":{"m":64}})");
    CHECK(read->checksum == "ab");
    CHECK(read->winner == 1);
    CHECK_FALSE(read->dryRun);
    CHECK(read->names == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a plan that does not name every index once gives no set") {
    for (const Json& plan : {Json({{{"name", "b"}, {"index", 1}}}),
                             Json({{{"name", "a"}, {"index", 0}}, {{"index", 0}}}), Json({1}), Json("x"), Json()}) {
        Json record = sampleKey(64, "ab");  // the layout before 0.11.0: no "entry"
        record["winner"] = 0;
        record["plan"] = plan;
        const std::string key = cbor({1, 2});
        const std::string value = cbor({{"record", record}});
        std::string reason;
        const auto read = readRecordRow({"records/v1/autotune", key, value}, reason);
        REQUIRE_MESSAGE(read.has_value(), reason);
        CHECK(read->names.empty());
    }
}

TEST_CASE("a record that cannot be used says why") {
    const Json value{{"record", {{"winner", 1}, {"entry", sampleKey(1, "ab")}}}};
    CHECK(reasonOf(readRecordRow, {1, 2}, value) == "read");
    CHECK(reasonOf(readRecordRow, 1, value) == "its key is no pair of session and number");
    CHECK(reasonOf(readRecordRow, {-1, 2}, value) == "its key is no pair of session and number");
    CHECK(reasonOf(readRecordRow, {1, 2}, {{"record", {{"winner", "x"}}}}) == "its value has no record with a winner");
    CHECK(reasonOf(readRecordRow, {1, 2}, Json::object()) == "its value has no record with a winner");
    CHECK(reasonOf(readRecordRow, {1, 2}, {{"record", {{"winner", 1}}}}) ==
          "its record holds no tuning key with a checksum");
}

TEST_CASE("a session is read, whatever members it lacks") {
    const std::string key = cbor(77);
    const std::string full = cbor({{"id", 77},
                                   {"started_unix_ms", 123},
                                   {"cubecl_version", "0.11.0"},
                                   {"label", nullptr},
                                   {"process", 42},
                                   {"os", "linux"},
                                   {"arch", "x86_64"}});
    std::string reason;
    const auto session = readSessionRow({"records/v1/sessions", key, full}, reason);
    REQUIRE(session.has_value());
    CHECK(session->id == 77);
    CHECK(session->startedUnixMs == 123);
    CHECK(session->producerVersion == "0.11.0");
    CHECK(session->processId == 42);
    CHECK(session->os == "linux");
    CHECK(session->arch == "x86_64");
    CHECK(session->label.empty());
    const std::string bare = cbor({{"started_unix_ms", 18446744073709551615U}});
    const auto other = readSessionRow({"records/v1/sessions", key, bare}, reason);
    REQUIRE(other.has_value());
    CHECK(other->id == 77);
    CHECK(other->startedUnixMs == 0);
    CHECK(reasonOf(readSessionRow, "x", Json::object()) == "it holds no session with an id");
    CHECK(reasonOf(readSessionRow, 1, 2) == "it holds no session with an id");
}
