#include "core/read/lone_databases.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Runs with a log of one key each, and places that are a database only. Times tell runs apart.
struct Case {
    InternPool pool;
    CandidateSetIndex set = pool.internSet({"x", "y"});
    std::vector<LoadedPlace> places;

    Decision decision(char key, std::int64_t time, std::uint32_t winner) {
        Decision made;
        made.key = pool.internKey("{\"m\":\"" + std::string(1, key) + "\"}", set);
        made.set = set;
        made.loggedWinner = made.usedWinner = CandidateIndex{winner};
        made.source = WinnerSource::log;
        made.measured.push_back({{winner}, true, {{time}, {time}, {time}, {time}}});
        return made;
    }
    void log(const std::string& folder, std::int64_t time, std::uint32_t winner = 0) {
        LoadedPlace& place = places.emplace_back();
        place.place = {folder, ""};
        place.path = folder + "/decisions.jsonl";
        Run& run = place.assembled.runs.emplace_back();
        run.sources = {place.path};
        run.decisions = {decision('a', time, winner)};
    }
    // A row of key a with this time, and a session of a key that nobody tuned.
    void database(const std::string& path, LoneDatabase lone, std::int64_t time) {
        auto content = std::make_shared<EnvironmentDatabase>();
        DatabaseChoice& row = content->choices.emplace_back();
        row.decision = decision('a', time, 0);
        row.key = row.decision->key;
        row.winner = {0};
        row.device = "device-0-0-cuda";
        content->sessions.emplace_back().id = 7;
        DatabaseRecord& record = content->records.emplace_back();
        record.session = 7;
        record.key = decision('z', 1, 0).key;
        LoadedPlace& place = places.emplace_back();
        place.place = {"/d", path};
        place.path = path;
        place.lone = lone;
        place.sources.path = path;
        place.sources.sources = {{path, RunSources::Of::database, path}};
        place.sources.databases = {{path, content, false}};
    }
};

}  // namespace

TEST_CASE("a database that knows a run with a log is no run: that run gets what it says") {
    for (const LoneDatabase lone : {LoneDatabase::anywhere, LoneDatabase::aboveRuns, LoneDatabase::aboveWithText}) {
        Case c;
        c.log("/d/run1", 100);
        c.log("/d/run2", 200);
        c.database("/d/default.db", lone, 200);
        const SharedDatabasesFound found = takeOutShared(c.places, c.pool);
        REQUIRE(c.places.size() == 2);
        CHECK(found.places.size() == 1);
        CHECK((c.places[0].assembled.runs[0].decisions[0].source == WinnerSource::log));
        const Run& told = c.places[1].assembled.runs[0];
        CHECK((told.decisions[0].source == WinnerSource::database));
        CHECK(told.sources == std::vector<std::string>{"/d/run2/decisions.jsonl", "/d/default.db"});
        CHECK(told.environment.at("device") == "device-0-0-cuda");
        REQUIRE(found.notes.size() == 1);
        CHECK((found.notes[0].kind == NoteKind::otherSessions));
        CHECK(found.notes[0].message ==
              "a database that runs share: it tells 1 decision of 1 run with a log; 1 session of other processes "
              "(1 decision) not counted");
    }
}

TEST_CASE("one that knows none of them stays a run, unless it lies above several and has no text of its own") {
    for (const LoneDatabase lone : {LoneDatabase::anywhere, LoneDatabase::aboveRuns, LoneDatabase::aboveWithText}) {
        Case c;
        c.log("/d/run1", 100);
        c.log("/d/run2", 200);
        c.database("/d/default.db", lone, 999);
        const SharedDatabasesFound found = takeOutShared(c.places, c.pool);
        const bool isRun = lone != LoneDatabase::aboveRuns;
        REQUIRE(c.places.size() == (isRun ? 3 : 2));
        if (isRun) CHECK(c.places[2].assembled.runs.size() == 1);
        CHECK(found.notes.size() == (isRun ? 0 : 1));
        CHECK((c.places[0].assembled.runs[0].decisions[0].source == WinnerSource::log));
    }
}

TEST_CASE("without any log databases are the runs") {
    Case c;
    c.database("/d/a.db", LoneDatabase::anywhere, 100);
    c.database("/d/b.db", LoneDatabase::anywhere, 100);
    CHECK(takeOutShared(c.places, c.pool).places.empty());
    REQUIRE(c.places.size() == 2);
    CHECK(c.places[1].assembled.runs.size() == 1);
}

TEST_CASE("runs that were assembled anew get it again") {
    Case c;
    c.log("/d/run1", 100);
    c.log("/d/run2", 200);
    c.database("/d/default.db", LoneDatabase::aboveRuns, 200);
    const SharedDatabasesFound found = takeOutShared(c.places, c.pool);
    Run& run = c.places[1].assembled.runs[0];
    run.decisions = {c.decision('a', 200, 0)};
    CHECK(giveShared(c.places, found.places, c.pool).size() == 1);
    CHECK((run.decisions[0].source == WinnerSource::database));
}
