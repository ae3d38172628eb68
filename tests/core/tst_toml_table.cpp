#include "core/drive/toml_table.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

TomlTable tableOf(std::string_view text) {
    Result<TomlTable> table = TomlTable::parse(text);
    REQUIRE_MESSAGE(table, table.errorMessage());
    return std::move(table).value();
}

// Written anew.
std::string anew(std::string_view text) {
    const Result<std::string> written = tableOf(text).toText();
    REQUIRE_MESSAGE(written, written.errorMessage());
    return written.value();
}

std::string errorOf(std::string_view text) {
    const Result<TomlTable> table = TomlTable::parse(text);
    REQUIRE(!table);
    return table.errorMessage();
}

std::string repeated(std::string_view part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += part;
    return text;
}

}  // namespace

TEST_CASE("settings are found by the names that lead to them, however they are written") {
    const TomlTable table = tableOf(
        "top = 1 # one\n[b.c]\nd.e = \"x # y\"\n[ f ]\ng = { h = 'i', j = { k = 0x10 } }\n\"a b\".'c' = \"d\"\n");
    CHECK(table.textAt({"b", "c", "d", "e"}) == "x # y");
    CHECK(table.textAt({"f", "g", "h"}) == "i");
    CHECK(table.textAt({"f", "a b", "c"}) == "d");
    CHECK(table.has({"f", "g", "j", "k"}));
    CHECK(!table.has({"f", "g", "j", "l"}));
    CHECK(!table.has({"top", "b"}));
    CHECK(!table.textAt({"top"}));
    CHECK(!table.tableAt({"top"}));
    CHECK(!table.textAt({"b"}));
    REQUIRE(table.tableAt({"f", "g"}));
    CHECK(table.tableAt({"f", "g"})->toText().value() == "h = \"i\"\nj = { k = 16 }\n");
    CHECK(tableOf("").toText().value() == "\n");
}

TEST_CASE("values of every kind are written as they were read") {
    CHECK(anew("d = 1979-05-27\nt = 07:32:00.5\nl = 1979-05-27 07:32:00\no = 1979-05-27T07:32:00.25-07:30\n") ==
          "d = 1979-05-27\nl = 1979-05-27T07:32:00\no = 1979-05-27T07:32:00.25-07:30\nt = 07:32:00.5\n");
    CHECK(anew("a = 9223372036854775807\nb = -9223372036854775808\nc = 0o17\n") ==
          "a = 9223372036854775807\nb = -9223372036854775808\nc = 15\n");
    CHECK(anew("a = inf\nb = -inf\nc = nan\nd = 0.5\ne = 1e-7\nf = -0.0\n").find("nan\nd = 0.5\n") !=
          std::string::npos);
    CHECK(anew("a = [1, [\"b\", 2.5], {c = true}]\n") == "a = [ 1, [ \"b\", 2.5 ], { c = true } ]\n");
    CHECK(anew("[[a]]\nb = 1\n[[a.c]]\nd = 2\n[[a.c]]\n[[a]]\n") ==
          "[[a]]\nb = 1\n\n[[a.c]]\nd = 2\n\n[[a.c]]\n\n[[a]]\n");
    CHECK(anew("\"\" = 1\n\"a.b\" = 2\n'c\"d' = 3\n\"é\" = 4\n") ==
          "\"\" = 1\n\"a.b\" = 2\n\"c\\\"d\" = 3\n\"é\" = 4\n");
    CHECK(anew("a = {}\n[b]\n[c.d]\n").find("[b]") != std::string::npos);
}

TEST_CASE("texts keep every character") {
    for (const std::string text : {"plain", "qu\"ote", "back\\slash", "\nfirst\nbreak\n", "\r\n", "\x01\x7f", "é — ☃ 😀",
                                   "it's \"\"\" '''", ""}) {
        TomlTable table;
        table.setText({"a b", "c"}, text);
        const Result<std::string> written = table.toText();
        REQUIRE_MESSAGE(written, written.errorMessage());
        CHECK(tableOf(written.value()).textAt({"a b", "c"}) == text);
    }
    CHECK(tableOf("a = \"\"\"x\n[no.section]\ny\"\"\"\"\n").textAt({"a"}) == "x\n[no.section]\ny\"");
}

TEST_CASE("settings are replaced and removed, in inline tables too") {
    TomlTable table = tableOf("a = { b = { c = 1 }, d = 2 }\ne = 3\n");
    table.setText({"a", "b", "c"}, "x");
    table.setText({"a", "new", "f"}, "y");
    table.setText({"e", "g"}, "z");
    table.remove({"a", "d"});
    table.remove({"nothing", "here"});
    table.remove({"e", "g", "not a table"});
    table.remove({});
    const TomlTable again = tableOf(table.toText().value());
    CHECK(again.textAt({"a", "b", "c"}) == "x");
    CHECK(again.textAt({"a", "new", "f"}) == "y");
    CHECK(again.textAt({"e", "g"}) == "z");
    CHECK(!again.has({"a", "d"}));
}

TEST_CASE("what is no TOML is an error with line, column and reason") {
    CHECK(errorOf("a = 1\na = 2\n").find("line 2, column 5: ") == 0);
    for (const char* text :
         {"a = 1\nb\n", "a = \"x\n", "a = 1 b = 2\n", "\n[a\nb = 1\n", "a = [[1, 2\n", "a = {b = 1", "a = 1\n[a]\n",
          "a = 01\n", "a = @\n", "a = \"\x7f\"\n", "[a]]\n", "[a]\n[a]\n", "a = [1,,2]\n", "a = {b = 1}\n[a.c]\n",
          "a = \"\\ud800\"\n", "a = 9223372036854775808\n", "a = \"\xff\"\n", "[\nx=1\n", "[[\nx=1\n"}) {
        CHECK_MESSAGE(errorOf(text).find("line ") == 0, text);
        CHECK(errorOf(text).find(", column ") != std::string::npos);
    }
    CHECK(errorOf(std::string("a = \"\0", 6)).find("line 1") == 0);
    CHECK(errorOf("é = 1\n").find("line 1, column 1: ") == 0);
    CHECK(errorOf("a =\u00A01\n").find("line 1, column 4: ") == 0);
    CHECK(errorOf("a = 1\n\uFCFF").find("line 2, column 1: ") == 0);
    CHECK(tableOf("\uFEFF# é\na = \"\"\"x\\\n \uFCFFy\"\"\" # é").textAt({"a"}) == "x\uFCFFy");
}

TEST_CASE("depth is bounded") {
    CHECK(errorOf(repeated("[", 100'000)).find("line 1") == 0);
    CHECK(errorOf("a = " + repeated("[", 100'000)).find("line 1") == 0);
    CHECK(errorOf("\n a" + repeated(".a", 100'000) + " = 1\n") == "line 2, column 161: too many names joined by dots");
    CHECK(errorOf("[a" + repeated(" . \"=\"", 100'000) + "]\n").find("too many names") != std::string::npos);
    CHECK(errorOf("x = { a" + repeated(".'b'", 80) + " = 1 }\n").find("too many names") != std::string::npos);
    CHECK(anew("a = [" + repeated("0.5, ", 200) + "]\nb = \"" + repeated(".", 200) + "\" # " + repeated(".", 200))
              .size() > 1000);
    // The deepest that is taken: values in values, each below many names.
    const std::string names = "a" + repeated(".a", 79);
    std::string deep = names + " = 1";
    for (int i = 0; i < 70; ++i)
        deep = names + " = { " + deep + " }";
    CHECK(tableOf(deep).tableAt({"a", "a"}));
}
