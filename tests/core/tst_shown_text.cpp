#include "core/read/shown_text.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("valid names stay as they are, anything else is shown as hexadecimal") {
    CHECK(shownText("run 1/µs – 日本 😀") == "run 1/µs – 日本 😀");
    CHECK(shownText("a\xff"
                    "b") == "a\\xffb");
    CHECK(shownText("line\nbreak\x1b[31m\x7f") == "line\\x0abreak\\x1b[31m\\x7f");
    CHECK(shownText("\xc3") == "\\xc3");                             // cut off
    CHECK(shownText("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
    CHECK(shownText("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // surrogate
    CHECK(shownText("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
    CHECK(shownText("").empty());
}
