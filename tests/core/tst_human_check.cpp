#include "core/read/human_check.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Case {
    InternPool pool;
    CandidateSetIndex set = pool.internSet({"a", "b"});
    std::vector<Run> processes{1};
    ParsedHumanLog human;

    Decision decision(int m, std::uint32_t winner, std::int64_t time, std::uint32_t line) {
        Decision made;
        made.key = pool.internKey("{\"m\":" + std::to_string(m) + "}", set);
        made.set = set;
        made.line = line;
        made.loggedWinner = CandidateIndex{winner};
        made.measured.push_back({{winner}, true, {{time}, {time}, {time}, {time}}});
        return made;
    }
    void validated(int m, std::uint32_t line) {
        human.validated.push_back({pool.internKey("{\"m\":" + std::to_string(m) + "}", set), "ab", line});
    }
    HumanCheck check(bool isSource = false) { return checkHumanLog(processes, human, "autotune.log", isSource, pool); }
};

}  // namespace

TEST_CASE("the same decisions agree silently") {
    Case c;
    c.processes[0].decisions.push_back(c.decision(1, 0, 100, 1));
    c.human.decisions.push_back(c.decision(1, 0, 100, 3));
    const HumanCheck check = c.check();
    CHECK(check.disagreements.empty());
    CHECK_FALSE(check.ofOtherProcess);
    CHECK(check.foundLater == 0);
}

TEST_CASE("the same numbers with another winner disagree") {
    Case c;
    c.processes[0].decisions.push_back(c.decision(1, 0, 100, 1));
    c.human.decisions.push_back(c.decision(1, 0, 100, 3));
    c.human.decisions[0].loggedWinner = CandidateIndex{1};
    const HumanCheck check = c.check();
    REQUIRE(check.disagreements.size() == 1);
    CHECK(check.disagreements[0].other == CandidateIndex{1});
    CHECK(check.disagreements[0].otherSource == "the human log");
}

TEST_CASE("other numbers are another process") {
    Case c;
    c.processes[0].decisions.push_back(c.decision(1, 0, 100, 1));
    c.human.decisions.push_back(c.decision(1, 1, 155, 3));
    CHECK(c.check().ofOtherProcess);
    CHECK(c.check().disagreements.empty());
}

TEST_CASE("keys found in a database behind the last decision are a later process's") {
    Case c;
    c.processes[0].decisions.push_back(c.decision(1, 0, 100, 1));
    c.human.decisions.push_back(c.decision(1, 0, 100, 3));
    c.validated(1, 9);
    CHECK(c.check().foundLater == 1);
    c.validated(2, 2);  // before: this process had it from a database
    CHECK(c.check().foundBefore == 1);
}

TEST_CASE("a log that is the source itself is not compared with itself") {
    Case c;
    c.processes[0].decisions.push_back(c.decision(1, 0, 100, 5));
    c.validated(1, 9);
    const HumanCheck check = c.check(true);
    CHECK_FALSE(check.ofOtherProcess);
    CHECK(check.foundLater == 1);
}
