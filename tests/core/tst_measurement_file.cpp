#include "core/pin/measurement_file.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

struct Fixture {
    DatasetBuilder builder;
    CandidateSetIndex set = builder.addSet({"a", "b", "c"});
    KeyIndex key = builder.addKey("0123abcd");

    Fixture() { builder.decide(builder.addRun("run1"), key, set, 0, {{0, 100}}); }

    Result<Measurements> read(const std::string& text) {
        const auto analysis = analyse(builder.dataset());
        REQUIRE(analysis);
        return measurementsIn(text, builder.dataset(), analysis.value());
    }
};

Json resultOf(const char* name, int index, double error) {
    return {{"name", name},
            {"index", index},
            {"status", "ok"},
            {"errors", {{{"model", "f32"}, {"largest", error}}, {{"model", "tf32-rna"}, {"largest", 1e-9}}}}};
}

Json report(const char* means) {
    Json refused = {{"name", "c"}, {"index", 2}, {"status", "refused"}, {"because", "not aligned"}};
    return {
        {"command", "rerun"},
        {"key", "0123abcd"},
        {"means", means},
        {"results", {{{"name", "a"}, {"index", 0}, {"class", "A"}}, {{"name", "b"}, {"index", 1}, {"class", nullptr}}}},
        {"rounds",
         {{{"results", {resultOf("a", 0, 1e-7), resultOf("b", 1, 2e-5)}}},
          {{"results", {resultOf("a", 0, 3e-7), refused, {{"name", "x"}, {"index", nullptr}}}}}}}};
}

}  // namespace

TEST_CASE("errors are the largest over the inputs; refusals and classes of real runs are taken") {
    Fixture fixture;
    const auto found = fixture.read(report("real").dump());
    REQUIRE_MESSAGE(found.hasValue(), found.errorMessage());
    const Measurements& all = found.value();
    CHECK(all.size() == 3);
    CHECK(all.at({fixture.key, {0}}).error == 3e-7);
    CHECK(all.at({fixture.key, {0}}).numericalClass == "measured-A");
    CHECK(all.at({fixture.key, {1}}).error == 2e-5);
    CHECK(all.at({fixture.key, {1}}).numericalClass.empty());
    CHECK(all.at({fixture.key, {2}}).refusal == "not aligned");
    CHECK_FALSE(all.at({fixture.key, {2}}).error.has_value());
}

TEST_CASE("what was emulated is no measured class") {
    Fixture fixture;
    CHECK(fixture.read(report("emulated").dump()).value().at({fixture.key, {0}}).numericalClass.empty());
}

TEST_CASE("an error that is not finite is the largest") {
    Fixture fixture;
    Json changed = report("real");
    changed["rounds"][0]["results"][0]["errors"][0]["largest"] = nullptr;
    CHECK(fixture.read(changed.dump()).value().at({fixture.key, {0}}).error > 1e300);
}

TEST_CASE("what does not fit is refused") {
    Fixture fixture;
    CHECK_FALSE(fixture.read("nonsense").hasValue());
    CHECK_FALSE(fixture.read(R"({"command":"key"})").hasValue());
    Json changed = report("real");
    changed["key"] = "ffffffff";
    CHECK(fixture.read(changed.dump()).errorMessage().find("ffffffff") != std::string::npos);
    changed = report("real");
    changed["rounds"][0]["results"][1]["name"] = "z";
    CHECK(fixture.read(changed.dump()).errorMessage().find("another candidate set") != std::string::npos);
    CHECK(fixture.read(R"({"command":"rerun","key":"0123abcd","rounds":5})").value().empty());
}
