#include "core/analyse/outcomes.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

OutcomeValues valuesOf(const std::vector<std::string>& texts) {
    OutcomeValues values;
    values.source = "test";
    for (const std::string& text : texts)
        values.values.push_back(text == "?" ? std::nullopt : std::optional(text));
    return values;
}

std::string shown(const Result<Outcome>& outcome) {
    if (!outcome) return "error: " + outcome.errorMessage();
    std::string text;
    for (const OutcomeGroup& group : outcome.value().groups) {
        text += group.name + ":";
        for (const std::size_t member : group.members)
            text += " " + std::to_string(member);
        text += "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("by text: numbers ascending, others by size and name") {
    CHECK(shown(groupOutcome(valuesOf({"b", "a", "c", "b"}), Grouping::byText)) == "b: 0 3\na: 1\nc: 2\n");
    CHECK(shown(groupOutcome(valuesOf({"10", "9", "10", "nan", "-inf"}), Grouping::byText)) ==
          "-inf: 4\n9: 1\n10: 0 2\nnan: 3\n");
    CHECK(shown(groupOutcome(valuesOf({"", "x", "?"}), Grouping::byText)) == "(empty): 0\nx: 1\n");
}

TEST_CASE("runs without a value are in no group and counted") {
    const auto outcome = groupOutcome(valuesOf({"a", "?", "b", "?"}), Grouping::byText);
    REQUIRE(outcome);
    CHECK(outcome.value().groupOf == std::vector<int>{0, -1, 1, -1});
    CHECK(outcome.value().unlabelled == 2);
    CHECK_FALSE(outcome.value().numeric);
}

TEST_CASE("by threshold: up to it and above it") {
    const auto outcome = groupOutcome(valuesOf({"1", "2", "3", "nan", "inf"}), Grouping::byThreshold, 2.0);
    CHECK(shown(outcome) == "≤ 2: 0 1\n> 2: 2\ninf: 4\nnan: 3\n");
    CHECK(outcome.value().cut == 2.0);
    CHECK(shown(groupOutcome(valuesOf({"1", "2"}), Grouping::byThreshold, 5.5)).find("splits nothing") !=
          std::string::npos);
}

TEST_CASE("by gap: groups are named by the values beside the gap as they were printed") {
    const auto outcome = groupOutcome(valuesOf({"7.0661", "7.06406", "7.06540", "7.0640"}), Grouping::byGap);
    CHECK(shown(outcome) == "≤ 7.06406: 1 3\n≥ 7.06540: 0 2\n");
    CHECK(outcome.value().cut == doctest::Approx(7.06473));
    CHECK(outcome.value().numeric);
}

TEST_CASE(
    "by gap: nan and inf are groups of their own, and the finite are split further only at a gap that stands out") {
    CHECK(shown(groupOutcome(valuesOf({"2.31", "nan", "2.29", "2.30", "inf", "nan"}), Grouping::byGap)) ==
          "finite: 0 2 3\ninf: 4\nnan: 1 5\n");
    CHECK(shown(groupOutcome(valuesOf({"1", "1.1", "5", "5.1", "nan"}), Grouping::byGap)) ==
          "≤ 1.1: 0 1\n≥ 5: 2 3\nnan: 4\n");
}

TEST_CASE("by gap: equal values are one group") {
    const auto outcome = groupOutcome(valuesOf({"3", "3.0", "3"}), Grouping::byGap);
    CHECK(shown(outcome) == "3: 0 1 2\n");
    CHECK_FALSE(outcome.value().cut.has_value());
}

TEST_CASE("automatic: text while few values repeat, the gap when nearly every run has its own") {
    const auto chosen = [](const std::vector<std::string>& texts) {
        return groupOutcome(valuesOf(texts), Grouping::automatic).value().grouping;
    };
    CHECK(chosen({"1", "2", "1", "2"}) == Grouping::byText);
    CHECK(chosen({"1", "2"}) == Grouping::byText);
    CHECK(chosen({"1.1", "1.2", "5"}) == Grouping::byGap);
    CHECK(chosen({"1", "2", "3", "1", "2", "3"}) == Grouping::byText);
    CHECK(chosen({"1", "2", "3", "1", "2"}) == Grouping::byGap);
    CHECK(chosen({"40e20c83", "40e21db5", "40e21200"}) == Grouping::byText);
    std::vector<std::string> eleven;
    for (int i = 0; i < 33; ++i)
        eleven.push_back(std::to_string(i % 11));
    CHECK(chosen(eleven) == Grouping::byGap);
}

TEST_CASE("automatic: some nan or inf among numbers that are nearly all different part finite from not finite") {
    const auto outcome = groupOutcome(valuesOf({"2.31", "nan", "2.29", "inf", "2.30", "?"}), Grouping::automatic);
    CHECK(shown(outcome) == "finite: 0 2 4\nnot finite: 1 3\n");
    CHECK(outcome.value().grouping == Grouping::byFinite);
    CHECK(shown(groupOutcome(valuesOf({"1", "2", "nan"}), Grouping::automatic)) == "finite: 0 1\nnan: 2\n");
    // Few values that repeat stay what they are.
    CHECK(groupOutcome(valuesOf({"1", "2", "1", "2", "nan"}), Grouping::automatic).value().grouping ==
          Grouping::byText);
    CHECK(shown(groupOutcome(valuesOf({"1", "2"}), Grouping::byFinite)) == "finite: 0 1\n");
}

TEST_CASE("ungrouped: no groups, the values stay") {
    const auto outcome = groupOutcome(valuesOf({"1", "nan", "?"}), Grouping::ungrouped);
    CHECK(shown(outcome).empty());
    CHECK(outcome.value().groupOf == std::vector<int>{-1, -1, -1});
    CHECK(outcome.value().unlabelled == 1);
    CHECK(shown(groupOutcome(valuesOf({"1", "clean"}), Grouping::ungrouped)).starts_with("error: "));
}

TEST_CASE("what is no number cannot be split by size") {
    CHECK(shown(groupOutcome(valuesOf({"1", "clean"}), Grouping::byGap)) ==
          "error: test: \"clean\" is no number, so the runs cannot be compared by size");
    CHECK(shown(groupOutcome(valuesOf({"?", "?"}), Grouping::byThreshold, 1.0)) == "error: test: no run has a value");
    CHECK(shown(groupOutcome(valuesOf({"1", "2"}), Grouping::byThreshold)) ==
          "error: a threshold is needed to split the runs by it");
}

TEST_CASE("no values at all give no groups") {
    CHECK(shown(groupOutcome(valuesOf({}), Grouping::automatic)).empty());
    CHECK(shown(groupOutcome(valuesOf({"?"}), Grouping::byText)).empty());
}

TEST_CASE("decimal commas are numbers where they are consistent") {
    const auto outcome = groupOutcome(valuesOf({"7,064", "7,0659", "?", "9"}), Grouping::byThreshold, 7.065);
    CHECK(shown(outcome) == "≤ 7.065: 0\n> 7.065: 1 3\n");
    CHECK(outcome.value().source == "test (decimal commas read as points)");
    CHECK_FALSE(groupOutcome(valuesOf({"7,064", "7.065"}), Grouping::byGap));
    CHECK_FALSE(groupOutcome(valuesOf({"1,064", "999"}), Grouping::byGap));  // perhaps thousands
    CHECK_FALSE(groupOutcome(valuesOf({"1,2,3", "4,5"}), Grouping::byGap));
}

TEST_CASE("a threshold outside the values says where they lie") {
    CHECK(shown(groupOutcome(valuesOf({"7.0", "7.5"}), Grouping::byThreshold, 8.0)) ==
          "error: the threshold 8 splits nothing: the values lie from 7 to 7.5");
}
