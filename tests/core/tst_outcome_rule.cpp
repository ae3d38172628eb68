#include "core/drive/outcome_rule.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

OutcomeRule rule(const std::vector<std::string>& good, const std::vector<std::string>& bad, bool gap = false,
                 std::optional<double> threshold = {}) {
    auto made = OutcomeRule::from(good, bad, gap, threshold);
    REQUIRE_MESSAGE(made, made.errorMessage());
    return std::move(made).value();
}

std::string judged(const OutcomeRule& rule, const std::string& text) {
    return std::string(toString(rule.judge(text)));
}

}  // namespace

TEST_CASE("single texts are compared as they are") {
    const OutcomeRule texts = rule({"7.06", "7.06"}, {"NaN"});
    CHECK(judged(texts, "7.06") == "good");
    CHECK(judged(texts, "NaN") == "bad");
    CHECK(judged(texts, "7.061") == "other");
    CHECK(texts.inWords() == "“7.06” is good, “NaN” is bad");
    CHECK(judged(rule({"clean", "fine"}, {"broken"}), "fine") == "good");
}

TEST_CASE("numbers that differ inside a side are told apart by the gap between the sides") {
    for (const bool isGoodBelow : {true, false}) {
        const std::vector<std::string> low{"1.0", "1.1"}, high{"4.1", "5"};
        const OutcomeRule numbers = isGoodBelow ? rule(low, high) : rule(high, low);
        CHECK(judged(numbers, "0.2") == (isGoodBelow ? "good" : "bad"));
        CHECK(judged(numbers, "2.05") == (isGoodBelow ? "good" : "bad"));
        CHECK(judged(numbers, "2.6") == "other");
        CHECK(judged(numbers, "3.2") == (isGoodBelow ? "bad" : "good"));
        CHECK(judged(numbers, "100") == (isGoodBelow ? "bad" : "good"));
        CHECK(judged(numbers, "nan") == "other");
        CHECK(judged(numbers, "text") == "other");
    }
    CHECK(judged(rule({"1"}, {"2"}), "1.1") == "other");
    CHECK(judged(rule({"1"}, {"2"}, true), "1.1") == "good");
}

TEST_CASE("not finite against numbers") {
    const OutcomeRule exploded = rule({"1.0", "1.2"}, {"nan", "inf"});
    CHECK(judged(exploded, "77") == "good");
    CHECK(judged(exploded, "NaN") == "bad");
    CHECK(exploded.swapQuestion().empty());
    CHECK(rule({"NaN"}, {"7.06"}).swapQuestion() == "“NaN” is called good, “7.06” bad: are the sides swapped?");
    CHECK(rule({"inf", "nan"}, {"7.06", "8"}).swapQuestion().find("“inf” is called good") == 0);
    CHECK(rule({"exit 0"}, {"7.06"}).swapQuestion().empty());
    const OutcomeRule mixed = rule({"1.0", "1.2"}, {"nan", "9"});
    CHECK(judged(mixed, "inf") == "bad");
    CHECK(judged(mixed, "8.9") == "bad");
}

TEST_CASE("a threshold decides where it is given") {
    const OutcomeRule split = rule({"1"}, {"9"}, false, 8.0);
    CHECK(judged(split, "7.9") == "good");
    CHECK(judged(split, "8.1") == "bad");
    CHECK(!OutcomeRule::from({"1"}, {"9"}, false, 10.0));
}

TEST_CASE("sides that cannot be told apart are an error") {
    CHECK(OutcomeRule::from({"a"}, {"a", "b"}, false, {}).errorMessage().find("“a”") != std::string::npos);
    CHECK(OutcomeRule::from({"1", "3"}, {"2", "4"}, false, {}).errorMessage().find("overlap") != std::string::npos);
    CHECK(!OutcomeRule::from({}, {"1"}, false, {}));
    CHECK(!OutcomeRule::from({"1"}, {}, false, {}));
    CHECK(!OutcomeRule::from({"a"}, {"b"}, true, {}));
    CHECK(!OutcomeRule::from({"nan"}, {"inf"}, true, {}));
}
