#include "core/analyse/line_families.h"

#include <map>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Families after joining, each as its lines; each inner list is a run.
std::vector<std::string> joined(const std::vector<std::vector<std::string>>& runs) {
    DistinctLines lines;
    std::vector<LineFamily> families;
    for (std::uint32_t run = 0; run < runs.size(); ++run) {
        std::uint32_t number = 0;
        for (const std::string& line : runs[run]) {
            const std::uint32_t text = lines.add(line);
            if (lines.patternOf(text) >= families.size()) families.resize(lines.patternOf(text) + std::size_t{1});
            families[lines.patternOf(text)].appearances.push_back({run, {text, ++number}});
        }
    }
    joinWordVariants(families, lines, runs.size());
    std::vector<std::string> result;
    for (const LineFamily& family : families) {
        result.emplace_back();
        for (const Appearance& appearance : family.appearances)
            result.back() += (result.back().empty() ? "" : "|") + std::string(lines[appearance.line.text].text);
    }
    return result;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("alternatives of one word are joined") {
    CHECK(joined({{"status: clean"}, {"status: exploded"}, {"status: clean"}, {"status: stuck"}}) ==
          Lines{"status: clean|status: exploded|status: clean|status: stuck"});
}

TEST_CASE("a number and a word in its place are alternatives") {
    CHECK(joined({{"loss 2.5"}, {"loss diverged"}}) == Lines{"loss 2.5|loss diverged"});
}

TEST_CASE("lines that every run has are lines of their own") {
    CHECK(joined({{"exact a ok", "exact b ok"}, {"exact a ok", "exact b ok"}}).size() == 2);
}

TEST_CASE("lines that do not stand for each other stay apart") {
    // Together twice in the first run, once in the second.
    CHECK(joined({{"warn a", "warn b"}, {"warn a"}, {"warn b"}}).size() == 2);
    // Too different.
    CHECK(joined({{"all is well here"}, {"it went bad early"}}).size() == 2);
}

TEST_CASE("a run that has none of the alternatives does not matter") {
    CHECK(joined({{"t PASSED"}, {"t FAILED"}, {"x 1"}}) == Lines{"t PASSED|t FAILED", "x 1"});
}

TEST_CASE("named lines with alternatives keep their order inside a run") {
    CHECK(joined({{"a PASSED", "b PASSED"}, {"a FAILED", "b PASSED"}, {"a PASSED", "b FAILED"}}) ==
          Lines{"a PASSED|b PASSED|a FAILED|b PASSED|a PASSED|b FAILED"});
}
