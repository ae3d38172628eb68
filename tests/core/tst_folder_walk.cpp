#include "core/read/folder_walk.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <filesystem>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace flipscope;
using namespace flipscope::testing;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

Names namesOf(const Walk& walk) {
    Names names;
    for (const FoundFile& file : walk.files)
        names.push_back(fs::path(file.folder).filename().string() + "/" + file.name);
    return names;
}

Walk walkOf(const Names& paths, const WalkOptions& options = {}) {
    Result<Walk> walk = walkPaths(paths, options);
    REQUIRE(walk.hasValue());
    return std::move(walk).value();
}

struct RunFolders {
    TemporaryFolder folder;
    RunFolders() {
        for (const char* run : {"run2", "run10"}) {
            fs::create_directories(folder.file(run));
            writeFile(folder.file(run) + "/decisions.jsonl", decisionLog({1, 2}, 100));
            writeFile(folder.file(run) + "/stdout.log", "hello\n");
        }
    }
};

}  // namespace

TEST_CASE("all files below a folder are found with their kind, in natural order") {
    const RunFolders runs;
    const Walk walk = walkOf({runs.folder.path()});
    CHECK(namesOf(walk) ==
          Names{"run2/decisions.jsonl", "run2/stdout.log", "run10/decisions.jsonl", "run10/stdout.log"});
    CHECK(walk.files[0].look.kind == FileKind::decisionLog);
    CHECK(walk.files[1].look.kind == FileKind::text);
    CHECK(walk.files[0].shownPath == runs.folder.path() + "/run2/decisions.jsonl");
    CHECK(walk.problems.empty());
    CHECK(walk.notes.empty());
    CHECK(walk.filesSeen == 4);
}

TEST_CASE("loops of links end, a linked run is the run itself") {
    const RunFolders runs;
    REQUIRE(::symlink("..", runs.folder.file("run2/up").c_str()) == 0);
    REQUIRE(::symlink("run10", runs.folder.file("latest").c_str()) == 0);
    const Walk walk = walkOf({runs.folder.path()});
    CHECK(walk.files.size() == 4);
}

TEST_CASE("what is given twice is found once and noted") {
    const RunFolders runs;
    const std::string run2 = runs.folder.file("run2");
    CHECK(walkOf({run2, run2 + "/."}).files.size() == 2);
    const Walk overlapping = walkOf({run2, runs.folder.path()});
    CHECK(overlapping.files.size() == 4);
    REQUIRE(overlapping.notes.size() == 1);
    CHECK((overlapping.notes[0].kind == NoteKind::duplicateRun));
    const Walk fileAgain = walkOf({runs.folder.path(), run2 + "/decisions.jsonl"});
    CHECK(fileAgain.files.size() == 4);
    CHECK(fileAgain.notes.size() == 1);
}

TEST_CASE("pipes are never opened and binary files are dropped unless they were named") {
    const RunFolders runs;
    REQUIRE(::mkfifo(runs.folder.file("run2/pipe").c_str(), 0600) == 0);
    writeFile(runs.folder.file("run2/a.out"), std::string("\x7f"
                                                          "ELF\0\0",
                                                          6));
    const Walk all = walkOf({runs.folder.path()});
    CHECK(all.files.size() == 4);
    REQUIRE(all.notes.size() == 1);
    CHECK(all.notes[0].message.find("a named pipe, a socket or a device and is not read: ") != std::string::npos);
    const Walk named = walkOf({runs.folder.file("run2/pipe"), runs.folder.file("run2/a.out"), "/nonexistent"});
    REQUIRE(named.files.size() == 1);
    CHECK(named.files[0].look.inWords == "an ELF program or library");
    CHECK(named.problems.size() == 2);
}

TEST_CASE("a file named like a database that is none is told, its neighbours are kept") {
    const RunFolders runs;
    SampleDatabase(runs.folder.file("run10/good.db"));
    std::string garbage = readFile(runs.folder.file("run10/good.db"));
    for (std::size_t i = 0; i < 32; ++i)
        garbage[i] = static_cast<char>(0x80 + i);
    writeFile(runs.folder.file("run2/a.db"), garbage);
    writeFile(runs.folder.file("run2/b.sqlite"), "SQLite form");
    writeFile(runs.folder.file("run2/c.DB"), "no such host\n");
    writeFile(runs.folder.file("run2/d.sqlite3"), std::string("\x1f\x8b\x08\0", 4));
    writeFile(runs.folder.file("run2/e.bin"), garbage);
    const Walk walk = walkOf({runs.folder.path()});
    CHECK(walk.files.size() == 5);
    std::string told;
    for (const Problem& problem : walk.problems) {
        CHECK((problem.kind == ProblemKind::notDecisionData));
        told += fs::path(problem.path).filename().string() + ": " + problem.message + "\n";
    }
    const std::string start = "is named like a database, but does not begin like one: it looks like ";
    const std::string end = ", and nothing of it is read\n";
    CHECK(told == "a.db: " + start + "binary data" + end + "b.sqlite: " + start +
                      "the torn beginning of a SQLite database" + end + "c.DB: " + start + "plain text" + end +
                      "d.sqlite3: " + start + "a gzip archive" + end);
    CHECK(walkOf({runs.folder.file("run2/c.DB")}).files.size() == 1);  // named: read as what it is
}

TEST_CASE("names in any bytes are shown printable") {
    const TemporaryFolder folder;
    fs::create_directory(folder.file("run\xff"));
    writeFile(folder.file("run\xff/decisions.jsonl"), decisionLog({1}, 100));
    const Walk walk = walkOf({folder.path()});
    REQUIRE(walk.files.size() == 1);
    CHECK(walk.files[0].shownPath.ends_with("/run\\xff/decisions.jsonl"));
}

TEST_CASE("build folders are left out unless named, their environment is kept") {
    const TemporaryFolder folder;
    fs::create_directories(folder.file("target/environment"));
    writeFile(folder.file("target/CACHEDIR.TAG"), "x");
    writeFile(folder.file("target/build.log"), "text\n");
    writeFile(folder.file("target/environment/default.db"), std::string("SQLite format 3\0", 16));
    CHECK(namesOf(walkOf({folder.path()})) == Names{"environment/default.db"});
    CHECK(walkOf({folder.file("target")}).files.size() == 3);
}

TEST_CASE("a text in a folder is put in words when it is asked for") {
    const RunFolders runs;
    const Walk walk = walkOf({runs.folder.path()});
    CHECK(describe(walk.files[1]) == "plain text");
    CHECK(describe(walk.files[0]) == "a cubecl decision log");
    fs::remove(runs.folder.file("run2/stdout.log"));
    CHECK(describe(walk.files[1]) == "a file that cannot be read");
}

TEST_CASE("depth and number of files are bounded and said") {
    const RunFolders runs;
    WalkOptions options;
    options.depth = 0;
    const Walk shallow = walkOf({runs.folder.path()}, options);
    CHECK(shallow.files.empty());
    CHECK((shallow.problems.at(0).kind == ProblemKind::limitReached));
    options = {};
    options.files = 3;
    const Walk few = walkOf({runs.folder.path()}, options);
    CHECK(few.files.size() == 3);
    CHECK(few.problems.size() == 1);
}

TEST_CASE("many files are looked at by several threads with one answer") {
    const TemporaryFolder folder;
    for (int i = 0; i < 300; ++i)
        writeFile(folder.file("f" + std::to_string(i)), "text " + std::to_string(i));
    WalkOptions options;
    options.threads = 4;
    CHECK(namesOf(walkOf({folder.path()}, options)) == namesOf(walkOf({folder.path()})));
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    CHECK(walkPaths({folder.path()}, options).cancelled());
}
