#include "core/model/label_text.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {
const std::string kReplaced = "\xEF\xBF\xBD";
}

TEST_CASE("plain text passes, whatever the script") {
    CHECK(labelText("matmul 5×7 µs ᵀ 行列 🙂", 100) == "matmul 5×7 µs ᵀ 行列 🙂");
    CHECK(labelText("", 10).empty());
}

TEST_CASE("characters that break a line, hide or turn the text are replaced") {
    CHECK(labelText("a\x1b[31m\n\t\x7f", 100) == "a" + kReplaced + "[31m" + kReplaced + kReplaced + kReplaced);
    CHECK(labelText("\xC2\x85", 100) == kReplaced);  // next line
    CHECK(labelText("\xE2\x80\xAE"
                    "abc",
                    100) == kReplaced + "abc");          // right-to-left override
    CHECK(labelText("\xEF\xBB\xBF", 100) == kReplaced);  // byte order mark
}

TEST_CASE("invalid UTF-8 is replaced byte by byte") {
    CHECK(labelText("a\xFFz", 100) == "a" + kReplaced + "z");
    CHECK(labelText("\xE2\x82", 100) == kReplaced + kReplaced);                  // cut off
    CHECK(labelText("\xC0\xAF", 100) == kReplaced + kReplaced);                  // overlong
    CHECK(labelText("\xED\xA0\x80", 100) == kReplaced + kReplaced + kReplaced);  // surrogate
    CHECK(labelText("\xF4\x90\x80\x80", 100).size() == 4 * kReplaced.size());    // beyond Unicode
}

TEST_CASE("a cut counts characters and is marked") {
    CHECK(labelText("ééééé", 5) == "ééééé");
    CHECK(labelText("éééééx", 5) == "ééééé…");
    CHECK(labelText("abc", 0) == "…");
}
