#include "core/analyse/outcome_sides.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// "first", "second" or "?", with the word it is taken from.
std::string goodOf(std::string_view first, std::string_view second, std::string_view said = {}) {
    const SideOrder order = sideOrder(first, second, said);
    const SideOrder other = sideOrder(second, first, said);
    CHECK(order.isKnown == other.isKnown);
    if (order.isKnown) CHECK(order.isFirstGood != other.isFirstGood);
    if (!order.isKnown) return "?";
    return (order.isFirstGood ? "first " : "second ") + std::string(order.word);
}

}  // namespace

TEST_CASE("a number is good beside nan and inf, whatever it is called") {
    CHECK(goodOf("7.5", "NaN") == "first ");
    CHECK(goodOf("-inf", "1e30", "accuracy") == "second ");
    CHECK(goodOf("nan", "inf", "loss") == "?");
}

TEST_CASE("of numbers the name of the outcome tells which way is better") {
    CHECK(goodOf("7.06", "48.9", R"(step 300: loss (\S+))") == "first loss");
    CHECK(goodOf("0.91", "0.12", "val_accuracy") == "first accuracy");
    CHECK(goodOf("7.06", "48.9", "checksum") == "?");
    CHECK(goodOf("7.06", "48.9") == "?");
    CHECK(goodOf("7.06", "7.060", "loss") == "?");
}

TEST_CASE("texts tell by their own words and exit statuses") {
    CHECK(goodOf("exit 101", "exit 0") == "second ");
    CHECK(goodOf("exit 101", "exit 2") == "?");
    CHECK(goodOf("Exploded at 12", "clean") == "second exploded");
    CHECK(goodOf("A", "diverged") == "first diverged");
    CHECK(goodOf("ok", "A") == "first ok");
    CHECK(goodOf("badge", "goodness") == "?");
    CHECK(goodOf("bad", "broken") == "?");
    CHECK(goodOf("40e21204", "ff001122", "loss") == "?");
}

TEST_CASE("the two largest groups are the sides") {
    Outcome outcome;
    outcome.values = {"9", "9", "9", "1", "1", "5"};
    outcome.groups = {{"1", {3, 4}}, {"5", {5}}, {"9", {0, 1, 2}}};
    const auto sides = outcomeSides(outcome, "loss");
    REQUIRE(sides);
    CHECK(sides->good == 0);
    CHECK(sides->bad == 2);
    CHECK(sides->order.isKnown);
    const auto unknown = outcomeSides(outcome, "");
    CHECK(unknown->good == 2);  // the larger one is called so
    CHECK(unknown->bad == 0);
    CHECK(!unknown->order.isKnown);
    outcome.groups = {{"9", {0, 1, 2, 3, 4, 5}}, {"none", {}}};
    CHECK(!outcomeSides(outcome, "loss"));
}
