#include "core/model/utf8.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("well-formed sequences of every length") {
    const auto is = [](std::string_view text, std::uint32_t value, std::size_t length) {
        const CodePoint c = decodeUtf8(text);
        CHECK(c.value == value);
        CHECK(c.length == length);
    };
    is("a\xFF", 'a', 1);
    is("\xC3\xA9x", 0xE9, 2);
    is("\xE2\x82\xAC", 0x20AC, 3);
    is("\xF0\x9F\x98\x80", 0x1F600, 4);
    is("\xF4\x8F\xBF\xBF", 0x10FFFF, 4);
    is(std::string_view("\0", 1), 0, 1);
}

TEST_CASE("anything else has no length") {
    for (const std::string_view bad :
         {"", "\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xE2\x82", "\xF0\x80\x80\xAF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
        CHECK(decodeUtf8(bad).length == 0);
    }
}

TEST_CASE("controls, invisible and reordering characters mislead, letters and spaces do not") {
    for (const std::uint32_t c :
         {0x00U, 0x0AU, 0x1BU, 0x7FU, 0x85U, 0x061CU, 0x200BU, 0x200FU, 0x2028U, 0x202EU, 0x2066U, 0xFEFFU})
        CHECK(misleads(c));
    for (const std::uint32_t c : {0x20U, 0x41U, 0xA0U, 0xE9U, 0x200CU, 0x200DU, 0x2070U, 0x20ACU, 0x1F600U})
        CHECK_FALSE(misleads(c));
}
