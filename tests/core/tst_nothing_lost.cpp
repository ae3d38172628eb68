// Whatever cannot be used of what the user gave is said in the load report.

#include "core/read/loader.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using namespace flipscope::testing;
namespace fs = std::filesystem;

namespace {

struct Case {
    TemporaryFolder folder;
    LoadOptions options;

    void file(const std::string& name, const std::string& content) {
        fs::create_directories(fs::path(folder.file(name)).parent_path());
        writeFile(folder.file(name), content);
    }
    Dataset load() {
        Result<Dataset> result = loadRuns({folder.path()}, options);
        REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
        return std::move(result).value();
    }
};

bool hasProblem(const Dataset& dataset, const std::string& pathEnd, const std::string& words) {
    const auto& problems = dataset.report.problems;
    return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
        return problem.path.ends_with(pathEnd) && problem.message.find(words) != std::string::npos;
    });
}

bool hasNote(const Dataset& dataset, const std::string& words) {
    const auto& notes = dataset.report.notes;
    return std::any_of(notes.begin(), notes.end(),
                       [&](const Note& note) { return note.message.find(words) != std::string::npos; });
}

std::string asUtf16(const std::string& text, const std::string& mark) {
    std::string wide = mark;
    for (const char c : text)
        wide += std::string{c, '\0'};
    return wide;
}

}  // namespace

TEST_CASE("a hole or garbage at the beginning of a log costs that line only") {
    for (const std::string& damage : {std::string(9, '\0'), std::string(9000, '\0') + "\n",
                                      std::string("\x80\x04\x01\n"), std::string("\xff\xfe\x01\n")}) {
        Case c;
        c.file("run1/decisions.jsonl", damage + decisionLog({1, 2}, 100));
        const Dataset dataset = c.load();
        REQUIRE(dataset.runs.size() == 1);
        CHECK(dataset.runs[0].decisions.size() == 2);
        CHECK(dataset.report.problemCount == 1);
        CHECK(dataset.report.problems.at(0).line == 1);
    }
}

TEST_CASE("outputs that are no text are named with what they look like, a hole leaves a text a text") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    c.file("run1/stdout.log", asUtf16("step 0: loss 7.06\n", "\xff\xfe"));
    c.file("run1/stderr.log", asUtf16("step 0: loss 7.06\n", ""));
    c.file("run1/metrics.csv", std::string("\x01\x02\x03\x04\x05\x06\0\x08", 8));
    c.file("run1/exit_status", "\x89PNG\r\n\x1a\n");
    c.file("run1/model.bin", "\x89PNG\r\n\x1a\n");  // nobody expects a text there
    c.file("run1/holes.txt", "step 0: loss 7.06 and more\n" + std::string(4000, '\0') + "step 1: loss 7\n");
    const Dataset dataset = c.load();
    CHECK(dataset.report.problemCount == 4);
    CHECK(hasProblem(dataset, "stdout.log", "UTF-16 text, which is not read: save it as UTF-8"));
    CHECK(hasProblem(dataset, "stderr.log", "UTF-16 text"));
    CHECK(hasProblem(dataset, "metrics.csv", "binary data"));
    CHECK(hasProblem(dataset, "exit_status", "a PNG image"));
    REQUIRE(dataset.runs.at(0).outputs.size() == 1);
    CHECK(dataset.runs[0].outputs[0].text.find("step 1: loss 7") != std::string::npos);
}

TEST_CASE("text between the decisions is counted and told once") {
    Case c;
    c.file("run1/stdout.log", "start\n" + decisionLog({1}, 100) + "loss 7\n");
    CHECK(c.load().report.otherLines == 2);
    CHECK(hasNote(c.load(), "2 lines between the decisions are other text"));
    c.file("run2/stdout.log", "start\n" + decisionLog({1}, 200));
    const Dataset two = c.load();
    CHECK(two.report.otherLines == 3);
    CHECK(hasNote(two, "3 lines between the decisions are other text (of 2 logs, this is the first)"));
    CHECK(two.report.problemCount == 0);
}

TEST_CASE("a split by hand that is not possible is told") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2, 3}, 100) + decisionLog({1, 2}, 500));
    c.file("run2/decisions.jsonl", decisionLog({1, 2, 3}, 900));
    c.file("run3/decisions.jsonl", decisionLog({1, 2}, 300) + decisionLog({1, 2}, 400));
    CHECK(c.load().runs.at(0).perhapsTwoProcesses);
    c.options.splitByHand = {"run1", "run2", "run3", "nosuch\n"};
    const Dataset dataset = c.load();
    CHECK(dataset.runs.size() == 5);
    CHECK(dataset.report.problemCount == 3);
    CHECK(hasProblem(dataset, "run2/decisions.jsonl", "cannot be split by hand: no key comes again"));
    CHECK(hasProblem(dataset, "run3/decisions.jsonl", "its 2 processes are separate runs already"));
    CHECK(hasProblem(dataset, "nosuch\\x0a", "no run has this id"));
    for (const Problem& problem : dataset.report.problems)
        CHECK((problem.kind == ProblemKind::requestUnmet));
}

TEST_CASE("aliases lie beside the runs or come from a file of their own") {
    Case c;
    c.file("runs/run1/decisions.jsonl", decisionLog({1, 2}, 100));
    c.file("runs/aliases.csv", "alias,key\n31944fb2,\"{\"\"definition\"\":{\"\"m\"\":2}}\"\n");
    Dataset dataset = c.load();
    REQUIRE(findKey(dataset, "31944fb2").has_value());
    CHECK(keyOf(dataset, *findKey(dataset, "31944fb2")).canonicalJson == R"({"definition":{"m":2}})");
    CHECK(dataset.report.problemCount == 0);
    CHECK(dataset.runs.at(0).outputs.empty());
    const TemporaryFolder elsewhere;
    writeFile(elsewhere.file("own.csv"), "alias,key\nmine," + dataset.keys[0].id + "\nother,no such key\n");
    c.options.aliasFile = elsewhere.file("own.csv");
    dataset = c.load();
    CHECK(findKey(dataset, "mine") == KeyIndex{0});
    CHECK(findKey(dataset, "31944fb2").has_value());
    CHECK(hasNote(dataset, "1 alias names no key of these runs: other"));
    c.options.aliasFile = elsewhere.file("absent.csv");
    CHECK(loadRuns({c.folder.path()}, c.options).errorMessage().find("absent.csv: No such file") != std::string::npos);
}

TEST_CASE("problems beyond those kept are counted wherever they come from") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    for (int i = 0; i < 130; ++i)
        c.file("run1/bad" + std::to_string(i) + ".log", "\x89PNG\r\n\x1a\n");
    const Dataset dataset = c.load();
    CHECK(dataset.report.problems.size() == kMaxProblemsKept);
    CHECK(dataset.report.problemCount == 130);
}

TEST_CASE("a run whose only decisions are in a database that cannot be read is a problem, other runs or not") {
    struct Lost {
        std::string what, words;
        void (*make)(const std::string& path);
    };
    const auto make = [](const std::string& path) {
        SampleDatabase made(path);
        for (std::uint64_t m = 0; m < 100; ++m)
            made.add(kMatmulNamespace, sampleKey(m, "ab"),
                     {{"fastest_index", 1}, {"results", nlohmann::json::array()}});
    };
    static const auto cut = [](const std::string& path, std::size_t length) {
        writeFile(path, readFile(path).substr(0, length));
    };
    const std::vector<Lost> cases{
        {"50 bytes", "damaged or incomplete", [](const std::string& path) { cut(path, 50); }},
        {"one page", "damaged or incomplete", [](const std::string& path) { cut(path, 4096); }},
        {"nothing", "without tables", [](const std::string& path) { cut(path, 0); }},
        {"schema", "schema version \"9\"",
         [](const std::string& path) {
             SampleDatabase(path, SampleDatabase::Journal::rollback, "entries", "9").run("");
         }},
        {"-wal left behind", "may be in a -wal file",
         [](const std::string& path) {
             SampleDatabase live(path + "live", SampleDatabase::Journal::wal);
             live.copyFilesTo(path);
             fs::remove(path + "-wal");
         }},
        {"-wal cut", "not in its -wal file, which may be cut off",
         [](const std::string& path) {
             SampleDatabase live(path + "live", SampleDatabase::Journal::wal);
             live.copyFilesTo(path);
             cut(path + "-wal", 4000);
         }},
        {"no rows", "without autotune decisions", [](const std::string& path) {
             SampleDatabase live(path, SampleDatabase::Journal::wal);
             live.run("PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM entries");
             live.run("PRAGMA wal_checkpoint(TRUNCATE)");
             live.copyFilesTo(path + "2");
             fs::remove(path + "2-wal");
             fs::rename(path + "2", path);
         }}};
    for (const Lost& lost : cases) {
        CAPTURE(lost.what);
        Case c;
        c.file("lost/stdout.log", "loss 7\n");
        if (lost.what != "schema" && lost.what.find("wal") == std::string::npos && lost.what != "no rows")
            make(c.folder.file("lost/default.db"));
        lost.make(c.folder.file("lost/default.db"));
        for (const fs::directory_entry& entry : fs::directory_iterator(c.folder.file("lost"))) {
            const std::string name = entry.path().filename().string();
            if (name != "default.db" && name != "default.db-wal" && name != "stdout.log") fs::remove(entry.path());
        }
        const std::string alone = loadRuns({c.folder.path()}).errorMessage();
        CHECK(alone.find("no autotune decisions found: ") == 0);
        CHECK(alone.find(lost.words) != std::string::npos);
        c.file("good/decisions.jsonl", decisionLog({1, 2}, 100));
        const Dataset dataset = c.load();
        CHECK(dataset.runs.size() == 1);
        CHECK(hasProblem(dataset, "lost/default.db", lost.words));
        CHECK_FALSE(hasProblem(dataset, "lost/default.db", c.folder.path()));
    }
}

TEST_CASE("a write-ahead log without its database is a problem, another program's database is none") {
    Case c;
    c.file("good/decisions.jsonl", decisionLog({1, 2}, 100));
    c.file("other/x", "");
    {
        SampleDatabase live(c.folder.file("other/e.db"), SampleDatabase::Journal::wal);
        live.copyFilesTo(c.folder.file("other/copy.db"));
    }
    fs::create_directory(c.folder.file("lost"));
    fs::rename(c.folder.file("other/copy.db-wal"), c.folder.file("lost/e.db-wal"));
    fs::remove_all(c.folder.file("other"));
    c.file("other/x", "");
    SampleDatabase(c.folder.file("other/places.db"))
        .run("DROP TABLE entries; DROP TABLE meta; CREATE TABLE places (x)");
    const Dataset dataset = c.load();
    CHECK(dataset.report.problemCount == 1);
    CHECK(hasProblem(dataset, "lost/e.db-wal", "a database that is not here"));
}

TEST_CASE("hidden entries are counted and named in a note") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    c.file(".r1/decisions.jsonl", decisionLog({1, 2}, 200));
    c.file("run1/.decisions.jsonl", decisionLog({1, 2}, 300));
    c.file(".git/config", "");
    const Dataset dataset = c.load();
    CHECK(dataset.runs.size() == 1);
    CHECK(dataset.report.problemCount == 0);
    CHECK(hasNote(dataset, "2 hidden entries are not looked at"));
    CHECK(hasNote(dataset, "/.r1, "));
    CHECK(hasNote(dataset, "run1/.decisions.jsonl"));
    CHECK(loadRuns({c.folder.file(".r1")}).hasValue());
}

TEST_CASE("a log written for people is told as that, one nested too deep as that") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    const std::string line = decisionLog({3}, 100);
    c.file("run2/decisions.jsonl", nlohmann::json::parse(line).dump(2) + "\n");
    const std::string deep = std::string(3000, '[') + std::string(3000, ']');
    c.file("run3/decisions.jsonl", decisionLog({4}, 100) + "{\"key\":" + deep + line.substr(line.find(",\"")));
    const Dataset dataset = c.load();
    CHECK(dataset.runs.size() == 2);
    CHECK(hasProblem(dataset, "run2/decisions.jsonl", "records are spread over several lines, not one a line"));
    CHECK(hasProblem(dataset, "run3/decisions.jsonl", "the record is nested more than 512 deep"));
}

TEST_CASE("a log that is only a piece of a record is a problem, other texts with durations are none") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    const std::string log = decisionLog({3, 4}, 100);
    c.file("run2/decisions.jsonl", log.substr(100, log.find('\n') - 200));
    c.file("run1/stdout.log", R"({"elapsed":{"secs":1,"nanos":5},"outcome":"fine"})");
    const Dataset dataset = c.load();
    CHECK(dataset.runs.size() == 1);
    CHECK(dataset.report.problemCount == 1);
    CHECK(hasProblem(dataset, "run2/decisions.jsonl", "a piece of a decision log, but not one whole record"));
    CHECK(loadRuns({c.folder.file("run2")}).errorMessage().find("a piece of a decision log") != std::string::npos);
    CHECK(loadRuns({c.folder.file("run2/decisions.jsonl")}).errorMessage().find("a piece of a decision log") !=
          std::string::npos);
}

TEST_CASE("a few NUL bytes do not make a short output binary, and are noted") {
    Case c;
    c.file("run1/decisions.jsonl", decisionLog({1, 2}, 100));
    c.file("run1/stdout.log", std::string("loss 7\0\n", 8));
    const Dataset dataset = c.load();
    CHECK(dataset.report.problemCount == 0);
    REQUIRE(dataset.runs.at(0).outputs.size() == 1);
    CHECK(dataset.runs[0].outputs[0].text == std::string("loss 7\0\n", 8));
    CHECK(hasNote(dataset, "holds NUL bytes (1)"));
}
