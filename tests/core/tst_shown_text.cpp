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

TEST_CASE("controls of terminals and of the direction of text are escaped") {
    CHECK(shownText("a\xc2\x9b"
                    "31m") == "a\\u{009B}31m");
    CHECK(shownText("\xc2\x80\xc2\x9f\xc2\xa0") == "\\u{0080}\\u{009F}\xc2\xa0");
    CHECK(shownText("run\u202Egol") == "run\\u{202E}gol");
    CHECK(shownText("\u200E\u200F\u202A\u2066\u2069\u061C") ==
          "\\u{200E}\\u{200F}\\u{202A}\\u{2066}\\u{2069}\\u{061C}");
    CHECK(shownText("\u200B\u2029\u206A") == "\\u{200B}\\u{2029}\\u{206A}");
    CHECK(shownText("\u200C\u200D") == "\u200C\u200D");
}
