#include "core/read/run_assembly.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Keys are letters; a decision's only number is its time, so that processes differ.
struct Case {
    InternPool pool;
    CandidateSetIndex set = pool.internSet({"x", "y"});
    RunSources sources;

    Case() {
        sources.path = "run1/decisions.jsonl";
        sources.sources = {{sources.path, RunSources::Of::allProcesses, {}}};
    }
    Decision decision(char key, std::int64_t time, std::uint32_t winner = 0) {
        Decision made;
        made.key = pool.internKey("{\"m\":\"" + std::string(1, key) + "\"}", set);
        made.set = set;
        made.loggedWinner = made.usedWinner = CandidateIndex{winner};
        made.source = WinnerSource::log;
        made.line = static_cast<std::uint32_t>(sources.decisions.size() + 1);
        made.measured.push_back({{winner}, true, {{time}, {time}, {time}, {time}}});
        return made;
    }
    void log(std::string_view keys, std::int64_t time) {
        sources.hasLog = true;
        for (const char key : keys)
            sources.decisions.push_back(decision(key, time + key));
    }
    EnvironmentDatabase& database(bool shared = false) {
        auto made = std::make_shared<EnvironmentDatabase>();
        sources.databases.push_back({"run1/e.db", made, shared});
        return *made;
    }
    void row(EnvironmentDatabase& into, char key, std::int64_t time, std::uint32_t winner = 0, bool numbers = true) {
        DatabaseChoice& choice = into.choices.emplace_back();
        choice.key = decision(key, 1).key;
        choice.winner = {winner};
        choice.checksum = "abc";
        choice.device = "device-0-0-cuda";
        if (numbers) choice.decision = decision(key, time + key, winner);
    }
    AssembledRuns assemble(bool splitByHand = false) { return assembleRuns(sources, pool, splitByHand); }
};

bool hasNote(const AssembledRuns& runs, NoteKind kind, std::string_view words = "") {
    for (const Note& note : runs.notes) {
        if (note.kind == kind && note.message.find(words) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a plain log is one run with its texts and its status") {
    Case c;
    c.log("abc", 100);
    c.sources.outputs.push_back({"stdout.log", "hi", false});
    c.sources.exitStatus = 3;
    const AssembledRuns runs = c.assemble();
    REQUIRE(runs.runs.size() == 1);
    CHECK(runs.runs[0].decisions.size() == 3);
    CHECK(runs.runs[0].outputs.size() == 1);
    CHECK(runs.runs[0].exitStatus == 3);
    CHECK(runs.runs[0].sources == std::vector<std::string>{"run1/decisions.jsonl"});
    CHECK(runs.notes.empty());
    CHECK(holdsRun(c.sources));
}

TEST_CASE("appended processes are separate runs, the text is the last one's, and it is said") {
    Case c;
    c.log("abc", 100);
    c.log("abc", 500);
    c.sources.outputs.push_back({"stdout.log", "hi", false});
    EnvironmentDatabase& database = c.database();
    for (const char key : {'a', 'b', 'c'})
        c.row(database, key, 500);
    c.sources.sources.push_back({"run1/e.db", RunSources::Of::database, "run1/e.db"});
    c.sources.sources.push_back({"run1/e.db-wal", RunSources::Of::database, "run1/e.db"});
    c.sources.sources.push_back({"run1/other.db", RunSources::Of::database, "run1/other.db"});
    c.sources.sources.push_back({"stdout.log", RunSources::Of::lastProcess, {}});
    const AssembledRuns runs = c.assemble();
    REQUIRE(runs.runs.size() == 2);
    CHECK(runs.runs[0].sources == std::vector<std::string>{"run1/decisions.jsonl"});
    CHECK(runs.runs[1].sources ==
          std::vector<std::string>{"run1/decisions.jsonl", "run1/e.db", "run1/e.db-wal", "stdout.log"});
    CHECK(runs.runs[0].outputs.empty());
    CHECK(runs.runs[1].outputs.size() == 1);
    CHECK((runs.runs[0].decisions[0].source == WinnerSource::log));
    CHECK((runs.runs[1].decisions[0].source == WinnerSource::database));
    CHECK(hasNote(runs, NoteKind::splitLog, "lines 1, 4"));
    CHECK(runs.runs[1].environment.at("device") == "device-0-0-cuda");
    CHECK(runs.runs[0].environment.count("device") == 0);
}

TEST_CASE("a partial repeat stays one run until it is split by hand") {
    Case c;
    c.log("abcdef", 100);
    c.log("bdf", 500);
    const AssembledRuns one = c.assemble();
    REQUIRE(one.runs.size() == 1);
    CHECK(one.runs[0].perhapsTwoProcesses);
    CHECK(hasNote(one, NoteKind::perhapsTwoProcesses));
    CHECK_FALSE(one.isSplitByHand);
    const AssembledRuns two = c.assemble(true);
    CHECK(two.isSplitByHand);
    REQUIRE(two.runs.size() == 2);
    CHECK(two.runs[1].decisions.size() == 3);
    CHECK_FALSE(two.runs[0].perhapsTwoProcesses);
}

TEST_CASE("a log of one key again and again is perhaps several processes and can be split by hand") {
    Case c;
    for (std::int64_t time = 100; time < 400; time += 100)
        c.log("a", time);
    const AssembledRuns one = c.assemble();
    REQUIRE(one.runs.size() == 1);
    CHECK(one.runs[0].perhapsTwoProcesses);
    CHECK(hasNote(one, NoteKind::perhapsTwoProcesses, "one key comes again and again"));
    const AssembledRuns split = c.assemble(true);
    CHECK(split.isSplitByHand);
    CHECK(split.runs.size() == 3);
}

TEST_CASE("a session over the whole log keeps it one run") {
    Case c;
    c.log("ab", 100);
    c.log("ab", 500);
    EnvironmentDatabase& database = c.database();
    database.sessions.emplace_back().id = 7;
    for (const char key : {'a', 'b', 'a', 'b'}) {
        DatabaseRecord& record = database.records.emplace_back();
        record.session = 7;
        record.key = c.decision(key, 1).key;
    }
    const AssembledRuns runs = c.assemble();
    REQUIRE(runs.runs.size() == 1);
    CHECK(runs.runs[0].session->id == 7);
    CHECK_FALSE(runs.runs[0].perhapsTwoProcesses);
}

TEST_CASE("an empty log is a run whose choices are not known") {
    Case c;
    c.sources.hasLog = true;
    EnvironmentDatabase& database = c.database();
    c.row(database, 'a', 100);
    const AssembledRuns runs = c.assemble();
    REQUIRE(runs.runs.size() == 1);
    CHECK(runs.runs[0].choicesUnknown);
    CHECK(runs.runs[0].decisions.empty());
    CHECK(hasNote(runs, NoteKind::cachedChoices, "holds 1 choice of earlier processes"));
    c.sources.recordsSkipped = 2;  // not empty: damaged
    CHECK_FALSE(c.assemble().runs.at(0).choicesUnknown);
}

TEST_CASE("a database that is not the run's is named and not used") {
    Case c;
    c.log("ab", 100);
    EnvironmentDatabase& database = c.database();
    c.row(database, 'a', 900);
    c.row(database, 'z', 900);
    const AssembledRuns runs = c.assemble();
    CHECK((runs.runs.at(0).decisions[0].source == WinnerSource::log));
    CHECK(hasNote(runs, NoteKind::otherSessions, "the log decides"));
    CHECK(runs.disagreements.empty());
}

TEST_CASE("choices beyond those tuned are said to be unknown in use") {
    Case c;
    c.log("a", 100);
    EnvironmentDatabase& database = c.database();
    c.row(database, 'a', 100);
    c.row(database, 'z', 900);
    CHECK(hasNote(c.assemble(), NoteKind::cachedChoices, "1 key that this run did not tune"));
}

TEST_CASE("a database alone is a run of its rows, named to be perhaps of several processes") {
    Case c;
    EnvironmentDatabase& database = c.database();
    c.row(database, 'a', 100, 1);
    c.row(database, 'b', 100, 0, false);
    CHECK(holdsRun(c.sources));
    const AssembledRuns runs = c.assemble();
    REQUIRE(runs.runs.size() == 1);
    REQUIRE(runs.runs[0].decisions.size() == 2);
    CHECK(runs.runs[0].decisions[0].usedWinner == CandidateIndex{1});
    CHECK_FALSE(runs.runs[0].decisions[0].loggedWinner.has_value());
    CHECK((runs.runs[0].decisions[1].source == WinnerSource::database));
    REQUIRE(runs.unnamedSets.size() == 1);
    CHECK(runs.unnamedSets[0].decision == 1);
    CHECK(runs.unnamedSets[0].checksum == "abc");
    CHECK(hasNote(runs, NoteKind::otherSessions, "which processes made its choices"));
}

TEST_CASE("a human log alone tells the decisions, beside a log it is a witness") {
    Case c;
    ParsedHumanLog human;
    human.decisions = {c.decision('a', 100), c.decision('b', 100)};
    c.sources.humanLogs.push_back({"run1/autotune.log", human});
    const AssembledRuns alone = c.assemble();
    REQUIRE(alone.runs.size() == 1);
    CHECK(alone.runs[0].decisions.size() == 2);
    CHECK(alone.notes.empty());

    c.sources.hasLog = true;
    c.sources.decisions = {c.decision('a', 100), c.decision('b', 100, 1)};
    c.sources.decisions[1].measured = human.decisions[1].measured;
    const AssembledRuns both = c.assemble();
    CHECK(both.runs.size() == 1);
    CHECK(both.disagreements.size() == 1);
}

TEST_CASE("a later process that found its choices is said, the text may be its") {
    Case c;
    c.log("a", 100);
    ParsedHumanLog human;
    human.decisions = {c.decision('a', 100 + 'a')};
    human.validated.push_back({c.decision('a', 1).key, "abc", 99});
    c.sources.humanLogs.push_back({"run1/autotune.log", human});
    CHECK(hasNote(c.assemble(), NoteKind::cachedChoices, "1 key"));
    c.sources.outputs.push_back({"stdout.log", "hi", false});
    CHECK(hasNote(c.assemble(), NoteKind::textOfOtherProcess));
}

TEST_CASE("nothing is no run") {
    Case c;
    CHECK_FALSE(holdsRun(c.sources));
}

TEST_CASE("rows written by hand that contradict the log are said, but not those of a database shared with other runs") {
    for (const bool shared : {false, true}) {
        Case c;
        c.log("ab", 100);
        EnvironmentDatabase& database = c.database(shared);
        c.row(database, 'a', 0, 1, false);
        database.choices.back().checksum.clear();
        const AssembledRuns runs = c.assemble();
        CHECK(runs.disagreements.size() == (shared ? 0 : 1));
        CHECK(runs.runs.at(0).decisions.at(0).usedWinner == CandidateIndex{0});
    }
}

TEST_CASE("a database without log and sessions does not count sessions") {
    Case c;
    c.row(c.database(), 'a', 100);
    CHECK(hasNote(c.assemble(), NoteKind::otherSessions, "which processes made its choices is not recorded"));
}
