#include "core/model/counted_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("one is one, and none are many") {
    CHECK(countedText(1, "key", "keys") == "1 key");
    CHECK(countedText(0, "key", "keys") == "0 keys");
    CHECK(countedText(3, "entry is", "entries are") == "3 entries are");
}
