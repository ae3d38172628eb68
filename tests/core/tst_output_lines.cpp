#include "core/analyse/output_lines.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string shown(std::string_view text, std::size_t most = 100) {
    DistinctLines lines;
    std::string result;
    for (const OutputLine& line : linesOf(text, most, lines))
        result += std::to_string(line.number) + ":" + std::string(lines[line.text].text) + " ";
    return result;
}

}  // namespace

TEST_CASE("lines keep their number, blank ones are left out") {
    CHECK(shown("a\n\nb\r\nc") == "1:a 3:b 4:c ");
    CHECK(shown("").empty());
    CHECK(shown("\n \n").empty());
}

TEST_CASE("of a line that was overwritten the last state counts") {
    CHECK(shown("1%\r50%\r100%\ndone\n") == "1:100% 2:done ");
}

TEST_CASE("of a long output the head and the end are looked at") {
    CHECK(shown("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 4) == "1:1 2:2 3:3 9:9 ");
    CHECK(shown("1\n2\n3\n4\n", 4) == "1:1 2:2 3:3 4:4 ");
}

TEST_CASE("binary content has no lines") {
    CHECK(shown("\x01\x02\x03\x04 ab").empty());
    CHECK(shown("\x1b[32mok\x1b[0m\n") == "1:\x1b[32mok\x1b[0m ");
}

TEST_CASE("a hole of NUL bytes makes no output binary") {
    CHECK(shown(std::string("loss 7\n") + std::string(5000, '\0') + "\nend\n").starts_with("1:loss 7 "));
    CHECK(shown(std::string(3000, '\0') + "\nloss 7\n").find(":loss 7 ") != std::string::npos);
}

TEST_CASE("equal lines are one, equal forms have one number") {
    DistinctLines lines;
    const std::uint32_t first = lines.add("loss 1");
    CHECK(lines.add("loss 1") == first);
    const std::uint32_t second = lines.add("loss 2");
    CHECK(second != first);
    CHECK(lines.patternOf(first) == lines.patternOf(second));
    CHECK(lines.patternOf(lines.add("done")) != lines.patternOf(first));
    CHECK(lines.size() == 3);
}

TEST_CASE("a text has decimal commas when one of its lines is certain") {
    CHECK(hasDecimalCommas("start\nVerlust 7,064\nVerlust 0,693\n", 100));
    CHECK(hasDecimalCommas("Verlust 7,0640", 100));
    CHECK_FALSE(hasDecimalCommas("start\nVerlust 7,064\n1,2,3\na, b\n", 100));
    CHECK_FALSE(hasDecimalCommas("loss 7.064\n", 100));
    CHECK_FALSE(hasDecimalCommas("1,2,3\nVerlust 0,693\n", 1));  // beyond what is looked at
    CHECK_FALSE(hasDecimalCommas("", 100));
}
