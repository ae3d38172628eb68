#include "core/model/load_report.h"

#include <set>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("every kind of problem and note has its own name") {
    std::set<std::string_view> problems;
    for (auto kind = ProblemKind::unreadableFile; kind <= ProblemKind::requestUnmet;
         kind = static_cast<ProblemKind>(static_cast<int>(kind) + 1)) {
        CHECK(problems.insert(toString(kind)).second);
    }
    CHECK(problems.count("tornLastLine") == 1);
    CHECK(problems.count("unknown") == 0);
    std::set<std::string_view> notes;
    for (auto kind = NoteKind::splitLog; kind <= NoteKind::information;
         kind = static_cast<NoteKind>(static_cast<int>(kind) + 1)) {
        CHECK(notes.insert(toString(kind)).second);
    }
    CHECK(notes.count("unknown") == 0);
}
