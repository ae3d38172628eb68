#include "core/read/content_hash.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a content hash depends on the bytes, not on the pieces") {
    ContentHash whole;
    whole.add("hello world");
    ContentHash pieces;
    pieces.add("hello");
    pieces.add("");
    pieces.add(" world");
    ContentHash other;
    other.add("hello worle");
    CHECK(whole.digits() == pieces.digits());
    CHECK(whole.digits() != other.digits());
    CHECK(whole.digits().size() == 32);
    CHECK(ContentHash().empty());
    CHECK(ContentHash().digits() == "99aa06d3014798d86001c324468d497f");  // XXH3-128 of nothing
    CHECK_FALSE(pieces.empty());
}
