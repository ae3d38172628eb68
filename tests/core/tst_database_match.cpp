#include "core/read/database_match.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Small data by hand: keys are numbers, a decision has two candidates whose numbers are `time` and `time + 9`.
struct Case {
    InternPool pool;
    CandidateSetIndex set = pool.internSet({"a", "b"});
    std::vector<Run> processes;
    EnvironmentDatabase database;

    KeyIndex key(int m) { return pool.internKey("{\"m\":" + std::to_string(m) + "}", set); }

    Decision decision(int m, std::uint32_t winner, std::int64_t time, bool proved = true) {
        Decision made;
        made.key = key(m);
        made.set = set;
        made.loggedWinner = CandidateIndex{winner};
        if (proved) made.usedWinner = made.loggedWinner;
        made.source = proved ? WinnerSource::log : WinnerSource::none_notProvable;
        for (const std::uint32_t index : {0U, 1U}) {
            const Nanoseconds t{time + (index == winner ? 0 : 9)};
            made.measured.push_back({{index}, true, {t, t, t, t}});
        }
        return made;
    }
    void log(int m, std::uint32_t winner, std::int64_t time, bool proved = true) {
        if (processes.empty()) processes.emplace_back();
        processes.back().decisions.push_back(decision(m, winner, time, proved));
    }
    void row(int m, std::uint32_t winner, std::optional<std::int64_t> time, std::uint32_t measuredBest) {
        DatabaseChoice& choice = database.choices.emplace_back();
        choice.key = key(m);
        choice.device = "device-0-0-cuda";
        choice.producerVersion = "0.11.0";
        choice.winner = {winner};
        if (time) choice.decision = decision(m, measuredBest, *time);
    }
    void record(std::uint64_t session, int m, std::uint32_t winner) {
        DatabaseRecord& made = database.records.emplace_back();
        made.session = session;
        made.key = key(m);
        made.winner = {winner};
    }
    void sessions(const std::vector<std::uint64_t>& ids) {
        for (const std::uint64_t id : ids)
            database.sessions.emplace_back().id = id;
    }
    DatabaseMatch match() { return matchDatabase(processes, database, "x.db", pool); }
    const Decision& at(std::size_t process, std::size_t i) { return processes[process].decisions[i]; }
};

}  // namespace

TEST_CASE("a row with the numbers of the decision was filled by the process and says what it used") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 1, 200);
    c.row(1, 0, 100, 0);
    c.row(2, 1, 555, 1);  // another process's
    const DatabaseMatch match = c.match();
    CHECK(match.processes[0].decisionsFound == 1);
    CHECK(match.processes[0].device == "device-0-0-cuda");
    CHECK(match.processes[0].producerVersion == "0.11.0");
    CHECK((c.at(0, 0).source == WinnerSource::database));
    CHECK((c.at(0, 1).source == WinnerSource::log));
    CHECK_FALSE(c.at(0, 1).databaseWinner.has_value());
    CHECK(match.disagreements.empty());
}

TEST_CASE("such a row that names another winner is a disagreement and is believed") {
    Case c;
    c.log(1, 0, 100);
    c.row(1, 1, 100, 0);
    const DatabaseMatch match = c.match();
    REQUIRE(match.disagreements.size() == 1);
    CHECK(match.disagreements[0].logged == CandidateIndex{0});
    CHECK(match.disagreements[0].other == CandidateIndex{1});
    CHECK(c.at(0, 0).usedWinner == CandidateIndex{1});
    CHECK(c.at(0, 0).loggedWinner == CandidateIndex{0});
}

TEST_CASE("a session with the same keys and winners is the process's; others are counted, not used") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 1, 200);
    c.sessions({5, 7, 9});
    c.record(5, 1, 1);
    c.record(5, 2, 1);
    c.record(7, 1, 0);
    c.record(7, 2, 1);
    c.record(9, 3, 0);
    const DatabaseMatch match = c.match();
    REQUIRE(match.processes[0].session.has_value());
    CHECK(match.processes[0].session->id == 7);
    CHECK(match.otherSessions == 2);
    CHECK(match.otherSessionDecisions == 3);
    CHECK(c.at(0, 0).databaseWinner == CandidateIndex{0});
    CHECK(match.disagreements.empty());
}

TEST_CASE("a record settles what the log cannot prove") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 1, 200, false);
    c.sessions({7});
    c.record(7, 1, 0);
    c.record(7, 2, 0);
    const DatabaseMatch match = c.match();
    CHECK(c.at(0, 1).usedWinner == CandidateIndex{0});
    CHECK((c.at(0, 1).source == WinnerSource::database));
    CHECK(match.disagreements.size() == 1);  // said, since the log names another one
}

TEST_CASE("a session that contradicts a proved winner is said to disagree and is never believed") {
    Case few;
    for (int m = 0; m < 10; ++m)
        few.log(m, 0, 100);
    few.sessions({7});
    for (int m = 0; m < 10; ++m)
        few.record(7, m, m == 4 ? 1 : 0);
    const DatabaseMatch one = few.match();
    REQUIRE(one.disagreements.size() == 1);
    CHECK(one.disagreements[0].key == few.key(4));
    CHECK(one.disagreements[0].logged == CandidateIndex{0});
    CHECK(one.disagreements[0].other == CandidateIndex{1});
    CHECK(one.otherSessions == 1);
    CHECK_FALSE(one.processes[0].session.has_value());
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK(few.at(0, i).usedWinner == CandidateIndex{0});
        CHECK((few.at(0, i).source == WinnerSource::log));
        CHECK_FALSE(few.at(0, i).databaseWinner.has_value());
    }
}

TEST_CASE("a session that differs in many proved winners is another process's") {
    Case many;
    for (int m = 0; m < 10; ++m)
        many.log(m, 0, 100);
    many.sessions({7});
    for (int m = 0; m < 10; ++m)
        many.record(7, m, m < 4 ? 1 : 0);
    const DatabaseMatch match = many.match();
    CHECK(match.disagreements.empty());
    CHECK(match.otherSessions == 1);
    CHECK_FALSE(many.at(0, 0).databaseWinner.has_value());
}

TEST_CASE("of two sessions with these keys that contradict the log neither is a disagreement") {
    Case c;
    for (int m = 0; m < 10; ++m)
        c.log(m, 0, 100);
    c.sessions({7, 8});
    for (int m = 0; m < 10; ++m) {
        c.record(7, m, m == 4 ? 1 : 0);
        c.record(8, m, m == 5 ? 1 : 0);
    }
    CHECK(c.match().disagreements.empty());
    CHECK(c.at(0, 4).usedWinner == CandidateIndex{0});
}

TEST_CASE("a session that agrees with the filled rows but contradicts a proved winner is not the process's") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 0, 200);
    c.row(1, 0, 100, 0);
    c.sessions({7});
    c.record(7, 1, 0);
    c.record(7, 2, 1);
    const DatabaseMatch match = c.match();
    CHECK_FALSE(match.processes[0].session.has_value());
    CHECK(c.at(0, 1).usedWinner == CandidateIndex{0});
}

TEST_CASE("each process of a split log gets its own session") {
    Case c;
    c.processes.resize(2);
    c.processes[0].decisions = {c.decision(1, 0, 100), c.decision(2, 0, 200)};
    c.processes[1].decisions = {c.decision(1, 1, 111), c.decision(2, 0, 222)};
    c.sessions({5, 7});
    c.record(7, 1, 1);
    c.record(7, 2, 0);
    c.row(1, 1, 111, 1);
    c.row(2, 0, 222, 0);
    const DatabaseMatch match = c.match();
    CHECK_FALSE(match.processes[0].session.has_value());
    CHECK(match.processes[1].session->id == 7);
    CHECK((c.at(0, 0).source == WinnerSource::log));
    CHECK((c.at(1, 0).source == WinnerSource::database));
    CHECK(match.disagreements.empty());
}

TEST_CASE("a session that filled the rows is the process's though the log lost lines") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 1, 200);
    c.sessions({7});
    for (const int m : {1, 2, 3})
        c.record(7, m, m == 2 ? 1 : 0);
    c.row(1, 0, 100, 0);
    c.row(2, 1, 200, 1);
    c.row(3, 0, 300, 0);
    const DatabaseMatch match = c.match();
    CHECK(match.processes[0].session->id == 7);
    CHECK(match.otherKeys == 1);
}

TEST_CASE("two rows of one key are told apart by their numbers") {
    Case c;
    c.log(1, 0, 100);
    c.log(1, 1, 200);  // a second device
    c.row(1, 0, 100, 0);
    c.row(1, 1, 200, 1);
    CHECK(c.match().processes[0].decisionsFound == 2);
    CHECK(c.at(0, 0).databaseWinner == CandidateIndex{0});
    CHECK(c.at(0, 1).databaseWinner == CandidateIndex{1});
}

TEST_CASE("rows without numbers are nobody's, dry runs decide nothing") {
    Case c;
    c.log(1, 0, 100);
    c.row(1, 1, std::nullopt, 0);
    c.record(7, 1, 0);
    c.database.records.back().dryRun = true;
    const DatabaseMatch match = c.match();
    CHECK(match.processes[0].decisionsFound == 0);
    CHECK(c.at(0, 0).usedWinner == CandidateIndex{0});
}

TEST_CASE("one session over the whole log proves one process") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 0, 100);
    c.log(1, 1, 200);
    c.log(2, 0, 200);
    c.sessions({7});
    for (const auto& [m, winner] : {std::pair{1, 0U}, {2, 0U}, {1, 1U}})
        c.record(7, m, winner);
    CHECK_FALSE(oneSessionCovers(c.processes[0].decisions, c.database, c.pool));
    c.record(7, 2, 0);
    CHECK(oneSessionCovers(c.processes[0].decisions, c.database, c.pool));
}

TEST_CASE("rows that were written by hand are compared with what the process chose, and never taken for it") {
    for (const bool withRecords : {true, false}) {
        Case c;
        c.log(1, 0, 100);
        c.log(2, 1, 200);
        c.log(3, 1, 300);
        c.row(1, 0, 100, 0);           // the process's
        c.row(2, 0, std::nullopt, 0);  // another winner
        c.row(3, 1, std::nullopt, 0);  // the same winner
        c.row(9, 1, std::nullopt, 0);  // another key
        c.row(2, 0, std::nullopt, 0);
        c.database.choices.back().checksum = "of another candidate set";
        c.sessions({7});
        if (withRecords) {
            for (const auto& [m, winner] : {std::pair{1, 0U}, {2, 1U}, {3, 1U}})
                c.record(7, m, winner);
        }
        const DatabaseMatch match = c.match();
        CHECK(match.disagreements.empty());
        REQUIRE(match.writtenLater.size() == 1);
        CHECK(match.writtenLater[0].key == c.key(2));
        CHECK(match.writtenLater[0].logged == CandidateIndex{1});
        CHECK(match.writtenLater[0].other == CandidateIndex{0});
        CHECK(match.writtenLater[0].process == 0U);
        CHECK(c.at(0, 1).usedWinner == CandidateIndex{1});
        CHECK((c.at(0, 1).source == (withRecords ? WinnerSource::database : WinnerSource::log)));
    }
}

TEST_CASE("a database tells what it knows, and nothing of what another one told before") {
    Case c;
    c.log(1, 0, 100);
    c.row(1, 1, 100, 0);
    CHECK(c.match().disagreements.size() == 1);
    const EnvironmentDatabase empty;
    const DatabaseMatch again = matchDatabase(c.processes, empty, "y.db", c.pool);
    CHECK(again.processes[0].decisionsFound == 0);
    CHECK(again.disagreements.empty());
    CHECK(c.match().disagreements.empty());  // the same database a second time
}

TEST_CASE("of processes that chose alike the session is that of the one whose times are in the rows") {
    Case c;
    c.log(1, 0, 100);
    c.log(2, 0, 200);
    c.processes.emplace_back();
    c.log(1, 0, 500);
    c.log(2, 0, 600);
    c.row(1, 0, 100, 0);
    c.row(2, 0, 200, 0);
    c.sessions({7});
    c.record(7, 1, 0);
    c.record(7, 2, 0);
    const DatabaseMatch match = c.match();
    CHECK(match.processes[0].session.has_value());
    CHECK_FALSE(match.processes[1].session.has_value());
    CHECK((c.at(1, 0).source == WinnerSource::log));
}
