#include "core/read/run_finder.h"

#include <map>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

FoundFile file(const std::string& path, FileKind kind, std::uint64_t size = 100, bool named = false) {
    const std::size_t slash = path.find_last_of('/');
    return {path, path, path.substr(0, slash), path.substr(slash + 1), size, {kind, "plain text"}, named};
}

FoundFile log(const std::string& path) {
    return file(path, FileKind::decisionLog);
}
FoundFile text(const std::string& path) {
    return file(path, FileKind::text);
}
FoundFile database(const std::string& path) {
    return file(path, FileKind::database);
}

// folder or file name -> names of all files of the run
std::map<std::string, std::string> summary(const FoundRuns& found) {
    std::map<std::string, std::string> runs;
    for (const RunFiles& run : found.runs) {
        std::string all;
        for (const FoundFile& f : run.logs)
            all += f.name + " ";
        for (const FoundFile& f : run.humanLogs)
            all += f.name + " ";
        for (const DatabaseFiles& f : run.databases) {
            all += f.database.name + (f.walPath.empty() ? "" : "+wal") + (f.shared ? "(shared) " : " ");
        }
        for (const FoundFile& f : run.texts)
            all += f.name + " ";
        for (const FoundFile& f : run.statusFiles)
            all += "status:" + f.name + " ";
        runs[run.folder + (run.ownName.empty() ? "" : ":" + run.ownName)] = all;
    }
    return runs;
}

using Summary = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("a folder with one log is a run with everything in it") {
    CHECK(summary(findRuns({log("/d/run1/decisions.jsonl"), file("/d/run1/autotune.log", FileKind::humanLog),
                            database("/d/run1/e.db"), file("/d/run1/e.db-wal", FileKind::databaseSidecar),
                            text("/d/run1/stderr.log"), text("/d/run1/stdout.log"), text("/d/run1/cubecl.toml"),
                            text("/d/run1/rc"), log("/d/run2/decisions.jsonl")})) ==
          Summary{{"/d/run1", "decisions.jsonl autotune.log e.db+wal stdout.log stderr.log status:rc "},
                  {"/d/run2", "decisions.jsonl "}});
}

TEST_CASE("the database may lie in a folder of its own below the run or beside the log's folder") {
    CHECK(summary(findRuns({log("/d/run-17/decisions.jsonl"), file("/d/run-17/autotune.log", FileKind::humanLog),
                            database("/d/run-17/env/run-17.db")})) ==
          Summary{{"/d/run-17", "decisions.jsonl autotune.log run-17.db "}});
    CHECK(summary(findRuns({database("/d/run1/env/x.db"), log("/d/run1/logs/decisions.jsonl"),
                            text("/d/run1/stdout.log"), log("/d/run2/logs/decisions.jsonl")})) ==
          Summary{{"/d/run1/logs", "decisions.jsonl x.db stdout.log "}, {"/d/run2/logs", "decisions.jsonl "}});
}

TEST_CASE("in a flat folder each log is a run and takes what is named after it") {
    CHECK(summary(findRuns({log("/d/run1.jsonl"), text("/d/run1.log"), log("/d/run10.jsonl"), text("/d/run10.out"),
                            log("/d/run2.jsonl"), database("/d/run2.db"), text("/d/notes.txt"),
                            database("/d/default.db")})) ==
          Summary{{"/d:run1.jsonl", "run1.jsonl default.db(shared) run1.log "},
                  {"/d:run10.jsonl", "run10.jsonl default.db(shared) run10.out "},
                  {"/d:run2.jsonl", "run2.jsonl run2.db default.db(shared) "}});
}

TEST_CASE("a log that is empty is a run when its name says so") {
    CHECK(summary(findRuns({file("/d/run1/decisions.jsonl", FileKind::empty, 0), text("/d/run1/stdout.log")})) ==
          Summary{{"/d/run1", "decisions.jsonl stdout.log "}});
    CHECK(summary(findRuns({log("/d/run1.jsonl"), file("/d/run2.jsonl", FileKind::empty, 0)})).size() == 2);
    CHECK(summary(findRuns({log("/d/decisions.jsonl"), file("/d/metrics.jsonl", FileKind::empty, 0)})) ==
          Summary{{"/d", "decisions.jsonl "}});
    CHECK(findRuns({file("/d/metrics.jsonl", FileKind::empty, 0)}).runs.empty());
}

TEST_CASE("without a decision log a human log, else a database stands for a run") {
    CHECK(summary(findRuns({file("/d/run1/autotune.log", FileKind::humanLog), text("/d/run1/stdout.log")})) ==
          Summary{{"/d/run1", "autotune.log stdout.log "}});
    CHECK(summary(findRuns({database("/d/run1/environment.db"), text("/d/run1/stdout.log")})) ==
          Summary{{"/d/run1", "environment.db stdout.log "}});
    CHECK(summary(findRuns({database("/d/a.db"), database("/d/b.db")})) ==
          Summary{{"/d:a.db", "a.db "}, {"/d:b.db", "b.db "}});
    // A database of another folder is not given to the only log there is.
    CHECK(summary(findRuns({log("/d/run1/decisions.jsonl"), database("/d/run2/environment.db")})).size() == 2);
}

TEST_CASE("cache files of one folder are one run: one file a tuner") {
    CHECK(summary(findRuns({file("/d/cache1/matmul.json.log", FileKind::choiceCache),
                            file("/d/cache1/reduce.json.log", FileKind::choiceCache)})) ==
          Summary{{"/d/cache1", "matmul.json.log reduce.json.log "}});
}

TEST_CASE("the output of a run is found above its cache of an older framework") {
    const std::string cache = "/r/run1/target/autotune/0.9.0/device-0-0-cuda";
    const FoundRuns found = findRuns({file(cache + "/a.json.log", FileKind::choiceCache), text("/r/run1/stdout.log")});
    CHECK(summary(found) == Summary{{cache, "a.json.log stdout.log "}});
    CHECK(found.notes.empty());
}

TEST_CASE("a database whose rows all wait in the write-ahead log is a database") {
    CHECK(summary(findRuns({log("/d/decisions.jsonl"), file("/d/e.db", FileKind::empty, 0),
                            file("/d/e.db-wal", FileKind::databaseSidecar)})) ==
          Summary{{"/d", "decisions.jsonl e.db+wal "}});
    // Without its log it is one too, whose reader says that rows are missing.
    CHECK(summary(findRuns({log("/d/decisions.jsonl"), file("/d/e.db", FileKind::empty, 0)})) ==
          Summary{{"/d", "decisions.jsonl e.db "}});
    CHECK(summary(findRuns({log("/d/decisions.jsonl"), file("/d/e.dat", FileKind::empty, 0)})) ==
          Summary{{"/d", "decisions.jsonl "}});
}

TEST_CASE("a named file that is no decision data is told what it looks like; in folders it is only left over") {
    const FoundRuns named = findRuns({file("/d/x.txt", FileKind::text, 5, true), log("/e/decisions.jsonl")});
    REQUIRE(named.problems.size() == 1);
    CHECK((named.problems[0].kind == ProblemKind::notDecisionData));
    CHECK(named.problems[0].message.find("looks like plain text") != std::string::npos);
    const FoundRuns inFolder = findRuns({text("/d/x.txt")});
    CHECK(inFolder.problems.empty());
    CHECK(inFolder.unused.size() == 1);
}

TEST_CASE("a named log is named by its file when that says more than the folder") {
    FoundFile named = log("/d/run7.jsonl");
    named.namedByUser = true;
    CHECK(findRuns({named}).runs.at(0).ownName == "run7.jsonl");
    named.name = "decisions.jsonl";
    CHECK(findRuns({named}).runs.at(0).ownName.empty());
}

TEST_CASE("at most so many texts a run are kept, the best first, and the rest is noted") {
    std::vector<FoundFile> files{log("/d/decisions.jsonl")};
    for (int i = 10; i < 40; ++i)
        files.push_back(text("/d/metric" + std::to_string(i) + ".csv"));
    files.push_back(text("/d/stdout.log"));
    const FoundRuns found = findRuns(files);
    REQUIRE(found.runs.size() == 1);
    CHECK(found.runs[0].texts.size() == kMaxTextsPerRun);
    CHECK(found.runs[0].texts[0].name == "stdout.log");
    CHECK(found.notes.size() == 1);
}

TEST_CASE("lists of aliases are kept apart") {
    FoundFile list = text("/d/names.csv");
    list.look.kind = FileKind::aliasList;
    list.namedByUser = true;
    const FoundRuns found = findRuns({log("/d/decisions.jsonl"), list});
    REQUIRE(found.aliasLists.size() == 1);
    CHECK(found.problems.empty());
    CHECK(found.runs.at(0).texts.empty());
}

TEST_CASE("a database where several runs below would share it is marked, one in a run's own folder is not") {
    const auto isAbove = [](const std::string& path) {
        const FoundRuns found =
            findRuns({log("/d/run1/decisions.jsonl"), log("/d/run2/decisions.jsonl"), database(path)});
        REQUIRE(found.runs.size() == 3);
        return found.runs.back().isAboveRuns;
    };
    CHECK(isAbove("/d/default.db"));
    CHECK(isAbove("/d/env/default.db"));
    CHECK(isAbove("/d/target/environment/default.db"));
    CHECK_FALSE(isAbove("/d/run3/default.db"));
    CHECK_FALSE(isAbove("/d/run3/env/default.db"));
    CHECK_FALSE(isAbove("/elsewhere/env/default.db"));
}
