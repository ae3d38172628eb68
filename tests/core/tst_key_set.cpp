#include "core/drive/key_set.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("sets of keys") {
    CHECK(unionOf({1, 4}, {0, 4, 7}) == KeySet{0, 1, 4, 7});
    CHECK(without({0, 1, 4, 7}, {1, 3, 7}) == KeySet{0, 4});
    CHECK(without({}, {1}).empty());
    CHECK(firstOf({2, 5, 9}, 2) == KeySet{2, 5});
    CHECK(firstOf({2, 5, 9}, 0).empty());
}
