#include "core/drive/toml_settings.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string flat(std::string_view text) {
    const auto settings = readTomlSettings(text);
    return settings ? toToml(settings.value()) : "error: " + settings.errorMessage();
}

}  // namespace

TEST_CASE("sections, dotted keys and inline tables become paths; values stay as written") {
    CHECK(flat("a = 1 # one\n[b.c]\nd.e = \"x # y\"\n[ f ]\ng = { h = 'i', j = { k = 0x10 } }\n") ==
          "a = 1\nb.c.d.e = \"x # y\"\nf.g.h = 'i'\nf.g.j.k = 0x10\n");
    CHECK(flat("a = [1, # one\n  [2, \"]\"],\n]\nb = 2") == "a = [1, # one\n  [2, \"]\"],\n]\nb = 2\n");
    CHECK(flat("a = \"\"\"x\n[no.section]\ny\"\"\"\"\nb = '''\n'''\n") ==
          "a = \"\"\"x\n[no.section]\ny\"\"\"\"\nb = '''\n'''\n");
    CHECK(flat("\"a b\".'c' = 1979-05-27 07:32:00\r\n") == "\"a b\".c = 1979-05-27 07:32:00\n");
    CHECK(flat("[a]\n[a.b]\nc = {}\n") == "a.b.c = {}\n");
    CHECK(flat("x = [{ a = 1 }, { b = \"}\" }]") == "x = [{ a = 1 }, { b = \"}\" }]\n");
    CHECK(flat("") == "");
}

TEST_CASE("what is no TOML is an error with its line") {
    CHECK(flat("a = 1\nb\n") == "error: line 2: no setting");
    CHECK(flat("a = \"x\n") == "error: line 1: no setting");
    CHECK(flat("a = 1 b = 2\n") == "error: line 1: no setting");
    CHECK(flat("\n[a\nb = 1\n").find("error: line ") == 0);
    CHECK(flat("[[a]]\nb = 1\n").find("array of sections") != std::string::npos);
    CHECK(flat("a = [[1, 2\n").find("error") == 0);
    CHECK(flat("a = {b = 1").find("error") == 0);
    CHECK(flat(std::string(100'000, '[')).find("error") == 0);
    CHECK(flat("a = " + std::string(100'000, '[')).find("error") == 0);
    CHECK(flat(std::string("a = \"\0", 6)).find("error") == 0);
}

TEST_CASE("strings survive quoting") {
    for (const std::string text : {"plain", "qu\"ote", "back\\slash", "line\nbreak", "\x01", "é — ☃"})
        CHECK(textOfToml(tomlString(text)) == text);
    CHECK(textOfToml(R"("\u00e9\t\U0001F600")") == "é\t😀");
    CHECK(textOfToml("'C:\\x'") == "C:\\x");
    CHECK(textOfToml("true") == "true");
    CHECK(textOfToml("\"") == "\"");
    CHECK(textOfToml("\"\"\"\nx\"\"\"") == "x");
    CHECK(textOfToml(R"("\u12")") == "\x12");
}

TEST_CASE("a path is under its beginning only") {
    const TomlSetting setting{{"a", "b", "c"}, "1"};
    CHECK(isUnder(setting, {"a", "b"}));
    CHECK(isUnder(setting, {}));
    CHECK(!isUnder(setting, {"b"}));
    CHECK(!isUnder(setting, {"a", "b", "c", "d"}));
}
