#include "core/pin/measurement_merge.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

constexpr KeyIndex kKey{3}, kOther{4};

struct Entry {
    std::uint32_t candidate;
    std::string numericalClass;
    std::optional<double> error;
    std::string refusal;
};

Measurements measured(const std::vector<Entry>& entries, KeyIndex key = kKey) {
    Measurements made;
    for (const Entry& entry : entries)
        made[{key, CandidateIndex{entry.candidate}}] = {entry.numericalClass, entry.error, entry.refusal};
    return made;
}

const CandidateMeasurement& at(const Measurements& all, std::uint32_t candidate, KeyIndex key = kKey) {
    return all.at({key, CandidateIndex{candidate}});
}

}  // namespace

TEST_CASE("what the first found out stays; the larger error counts, and a refusal in either") {
    Measurements known = measured({{0, "", 1e-7, ""}, {1, "", 2e-7, ""}, {2, "", std::nullopt, "refused"}});
    const auto told = mergeMeasurements(
        known, measured({{0, "", 3e-7, ""}, {1, "", 1e-7, ""}, {2, "", std::nullopt, "failed"}, {5, "", 4e-7, ""}}), 2);
    CHECK(told.empty());
    CHECK(at(known, 0).error == 3e-7);
    CHECK(at(known, 1).error == 2e-7);
    CHECK(at(known, 2).refusal == "refused");
    CHECK(at(known, 5).error == 4e-7);
}

TEST_CASE("a candidate that ran in one and was refused in the other is told") {
    for (const bool refusedFirst : {false, true}) {
        const Measurements ran = measured({{7, "", 1e-7, ""}}), refused = measured({{7, "", std::nullopt, "no card"}});
        Measurements known = refusedFirst ? refused : ran;
        const auto told = mergeMeasurements(known, refusedFirst ? ran : refused, 2);
        REQUIRE(told.size() == 1);
        CHECK(told[0].key == kKey);
        CHECK(told[0].words.find("Candidate 7 ran in one re-run and was refused in another") == 0);
        CHECK(at(known, 7).refusal == "no card");
    }
}

TEST_CASE("classes are translated by the candidates that both reports have") {
    Measurements known = measured({{0, "measured-A", {}, ""}, {1, "measured-B", {}, ""}});
    // B here is A there; C was not seen there.
    const auto told = mergeMeasurements(known,
                                        measured({{0, "measured-B", {}, ""},
                                                  {1, "measured-A", {}, ""},
                                                  {2, "measured-B", {}, ""},
                                                  {3, "measured-C", {}, ""}}),
                                        2);
    CHECK(told.empty());
    CHECK(at(known, 0).numericalClass == "measured-A");
    CHECK(at(known, 2).numericalClass == "measured-A");
    CHECK(at(known, 3).numericalClass == "measured-C/2");
    // Two reports without a candidate in common say nothing of each other's letters.
    Measurements apart = measured({{0, "measured-A", {}, ""}});
    CHECK(mergeMeasurements(apart, measured({{1, "measured-A", {}, ""}}), 3).empty());
    CHECK(at(apart, 1).numericalClass == "measured-A/3");
    // Of a key that only the second has, they stay as they are.
    CHECK(mergeMeasurements(apart, measured({{1, "measured-A", {}, ""}}, kOther), 4).empty());
    CHECK(at(apart, 1, kOther).numericalClass == "measured-A");
}

TEST_CASE("different groupings are told, and the first one counts") {
    Measurements known = measured({{0, "measured-A", {}, ""}, {1, "measured-A", {}, ""}, {2, "measured-B", {}, ""}});
    for (const auto& classes : {std::vector<std::string>{"measured-A", "measured-B", "measured-C"},
                                std::vector<std::string>{"measured-A", "measured-A", "measured-A"}}) {
        const auto told = mergeMeasurements(known,
                                            measured({{0, classes[0], {}, ""},
                                                      {1, classes[1], {}, ""},
                                                      {2, classes[2], {}, ""},
                                                      {9, "measured-A", 1e-7, ""}}),
                                            2);
        REQUIRE(told.size() == 1);
        CHECK(told[0].words.find("group its candidates differently") != std::string::npos);
        CHECK(at(known, 1).numericalClass == "measured-A");
        CHECK(at(known, 9).numericalClass.empty());
        CHECK(at(known, 9).error == 1e-7);
    }
}

TEST_CASE("the same report twice changes nothing") {
    const Measurements report =
        measured({{0, "measured-A", 1e-7, ""}, {1, "measured-B", {}, ""}, {2, "", {}, "refused"}});
    Measurements known = report;
    CHECK(mergeMeasurements(known, report, 2).empty());
    for (const auto& [place, measurement] : report) {
        CHECK(known.at(place).numericalClass == measurement.numericalClass);
        CHECK(known.at(place).error == measurement.error);
        CHECK(known.at(place).refusal == measurement.refusal);
    }
}

TEST_CASE("what either re-run found wrong counts") {
    Measurements known = measured({{0, "measured-A", 1e-7, ""}});
    Measurements more = known;
    more.begin()->second.fault = "it wrote outside its buffers";
    more.begin()->second.blocked = true;
    CHECK(mergeMeasurements(known, more, 2).empty());
    CHECK(at(known, 0).blocked);
    CHECK(at(known, 0).fault == "it wrote outside its buffers");
}
