#include "core/read/text_output.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

TextOutput outputOf(const std::string& content, std::size_t most) {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), content);
    ReadBuffer buffer;
    Result<TextOutput> output = readTextOutput(InputFile::open(folder.file("x")).value(), "shown", buffer, most);
    REQUIRE(output.hasValue());
    return std::move(output).value();
}

}  // namespace

TEST_CASE("a short text is kept whole") {
    const TextOutput output = outputOf("line 1\nline 2\n", 100);
    CHECK(output.text == "line 1\nline 2\n");
    CHECK(output.path == "shown");
    CHECK_FALSE(output.truncated);
    CHECK(outputOf("", 100).text.empty());
}

TEST_CASE("of a long text whole lines of its beginning and end are kept, the cut is marked") {
    std::string content;
    for (int i = 10; i < 100; ++i)
        content += "line " + std::to_string(i) + "\n";  // 90 lines of 8 bytes
    const TextOutput output = outputOf(content, 40);
    CHECK(output.truncated);
    CHECK(output.text == "line 10\nline 11\n[688 bytes left out]\nline 98\nline 99\n");
}

TEST_CASE("a long text without line ends is cut all the same") {
    const TextOutput output = outputOf(std::string(100, 'x'), 20);
    CHECK(output.text == std::string(10, 'x') + "\n[80 bytes left out]\n" + std::string(10, 'x'));
}

TEST_CASE("decision lines are taken out of a text") {
    const std::string line = decisionLine(1, 0, {10, 20});
    CHECK(withoutDecisionLines("a\n" + line + "b\n" + line + "c") == "a\nb\nc");
    CHECK(withoutDecisionLines("").empty());
}

TEST_CASE("an exit status is one integer or a member of a JSON object") {
    CHECK(exitStatusIn("101\n") == 101);
    CHECK(exitStatusIn(" -9 ") == -9);
    CHECK(exitStatusIn(R"({"rc":0,"seconds":1.5})") == 0);
    CHECK(exitStatusIn(R"({"exit_status":"3"})") == 3);
    CHECK_FALSE(exitStatusIn("3 4").has_value());
    CHECK(isRunRecord(R"( {"schema":"flipscope-run/1","exitStatus":0})"));
    for (const char* other : {R"({"schema":"flipscope-run/2"})", R"({"exitStatus":0})", "0", "{", R"(["schema"])"})
        CHECK_FALSE(isRunRecord(other));
    CHECK_FALSE(exitStatusIn("").has_value());
    CHECK_FALSE(exitStatusIn("99999999999").has_value());
    CHECK_FALSE(exitStatusIn(R"({"rc":99999999999})").has_value());
    CHECK_FALSE(exitStatusIn(R"({"rc":1.5})").has_value());
    CHECK_FALSE(exitStatusIn(R"({"loss":1})").has_value());
    CHECK_FALSE(exitStatusIn("[0]").has_value());
    CHECK_FALSE(exitStatusIn(std::string(100'000, '[')).has_value());
}

TEST_CASE("why a file holds no exit status is told with its beginning") {
    CHECK(whyNoStatus(" \n") == "holds no exit status: it is empty");
    CHECK(whyNoStatus("killed\n") == "holds no exit status, which is one whole number: killed");
}
