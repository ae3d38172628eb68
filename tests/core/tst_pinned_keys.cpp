#include "core/pin/pinned_keys.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("pins find their keys by object and tuner") {
    DatasetBuilder builder;
    const KeyIndex a = builder.addKey(R"({"m":1})"), b = builder.addKey(R"({"m":2})"), c = builder.addKey(R"({"m":2})");
    Dataset& dataset = builder.dataset();
    dataset.keys[a.value].tuner = "matmul";
    dataset.keys[b.value].tuner = "reduce";
    dataset.keys[c.value].tuner = "sum";
    const PinnedKeys keys(dataset);
    const auto keyOf = [&](const std::string& json, const std::string& tuner) {
        Pin pin;
        pin.keyJson = json;
        pin.tuner = tuner;
        return keys.keyOf(pin);
    };
    CHECK((keyOf(R"({"m":2})", "sum") == c));
    CHECK((keyOf(R"({"m":2})", "reduce") == b));
    CHECK_FALSE(keyOf(R"({"m":1})", "sum").has_value());
    Pin either;
    either.keyJson = R"({"m":2})";
    either.tuner = "none of them";
    CHECK(keys.sameObject(either) == std::vector<KeyIndex>{b, c});
    CHECK((keyOf(R"({"m":1})", "") == a));             // the only one
    CHECK_FALSE(keyOf(R"({"m":2})", "").has_value());  // either of two
    CHECK_FALSE(keyOf(R"({"m":3})", "").has_value());
}
