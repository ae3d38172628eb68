#include "core/read/problem_list.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("all problems are counted and the first are kept") {
    ProblemList list;
    list.path = "x";
    for (std::uint64_t line = 1; line <= kMaxProblemsKept + 50; ++line)
        list.add(ProblemKind::damagedRecord, line, "bad");
    CHECK(list.count == kMaxProblemsKept + 50);
    REQUIRE(list.kept.size() == kMaxProblemsKept);
    CHECK(list.kept.back().line == kMaxProblemsKept);
    CHECK(list.kept.back().path == "x");
}

TEST_CASE("the problems of another list keep what they count and move their lines") {
    ProblemList list;
    list.take({{ProblemKind::damagedRecord, "a", 3, ""}, {ProblemKind::limitReached, "b", 0, ""}}, 7, 10);
    CHECK(list.count == 7);
    REQUIRE(list.kept.size() == 2);
    CHECK(list.kept[0].line == 13);
    CHECK(list.kept[1].line == 0);
}
