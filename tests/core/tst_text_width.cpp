#include "core/report/text_width.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("width counts terminal columns, not bytes") {
    CHECK(displayWidth("abc") == 3);
    CHECK(displayWidth("µs ×") == 4);
    CHECK(displayWidth("e\xCC\x81") == 1);  // e and a combining acute
    CHECK(displayWidth("核心") == 4);
    CHECK(displayWidth("") == 0);
}

TEST_CASE("long names lose their middle and keep both ends") {
    CHECK(cutInTheMiddle("abcdefghij", 10) == "abcdefghij");
    CHECK(cutInTheMiddle("abcdefghij", 7) == "abc…hij");
    CHECK(cutInTheMiddle("abcdefghij", 6) == "abc…ij");
    CHECK(cutInTheMiddle("abc", 1) == "…");
    CHECK(cutInTheMiddle("abc", 0) == "");
    CHECK(displayWidth(cutInTheMiddle("核心核心核心", 6)) <= 6);
}

TEST_CASE("padding fills up to the width and never cuts") {
    CHECK(padRight("µ", 3) == "µ  ");
    CHECK(padLeft("µ", 3) == "  µ");
    CHECK(padLeft("long", 2) == "long");
}

TEST_CASE("paragraphs break at blanks and leave longer words whole") {
    CHECK(wrapWords("one two three", 7) == std::vector<std::string>{"one two", "three"});
    CHECK(wrapWords("a unbreakable b", 4) == std::vector<std::string>{"a", "unbreakable", "b"});
    CHECK(wrapWords("", 10).empty());
}
