#include "core/drive/recording_settings.h"
#include "core/drive/run_mark.h"
#include "core/drive/run_record.h"
#include "core/read/folder_listing.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;
using testing::writeFile;

TEST_CASE("a run's name is its word and a number") {
    CHECK(isNumbered("run12", "run"));
    CHECK_FALSE(isNumbered("run", "run"));
    CHECK_FALSE(isNumbered("run1b", "run"));
    CHECK_FALSE(isNumbered("trial1", "run"));
}

TEST_CASE("folders that were made for a run are told from those of the user") {
    const TemporaryFolder folder;
    const std::string run = folder.file("run1");
    CHECK(!foreignAt(run));
    REQUIRE(!makeMarkedFolder(run));
    CHECK(!foreignAt(run));
    writeFile(run + "/stdout.log", "half");
    CHECK(!foreignAt(run));
    std::filesystem::remove(run + "/" + std::string(kRunMarkName));
    REQUIRE(foreignAt(run));
    CHECK(foreignAt(run)->message.find(run + " is in the way: Flipscope did not make it") == 0);
    // Killed while the mark was being written.
    std::filesystem::rename(run + "/stdout.log", run + "/" + std::string(kRunMarkName) + ".123");
    CHECK(!foreignAt(run));
}

TEST_CASE("a record or the settings of a run's own folder are a sign as well, those of a user are none") {
    const TemporaryFolder folder;
    const std::string run = folder.file("run1");
    std::filesystem::create_directories(run);
    writeFile(run + "/run.json", "{}");
    CHECK(foreignAt(run));
    writeFile(run + "/run.json", toJson(RunRecord{}).substr(0, 40));
    CHECK(!foreignAt(run));
    std::filesystem::remove(run + "/run.json");
    writeFile(run + "/cubecl.toml", "[autotune.decisions]\nfile = \"decisions.jsonl\"\n");
    CHECK(foreignAt(run));
    writeFile(run + "/cubecl.toml", recordingConfig({}, run).value());
    CHECK(!foreignAt(run));
}

TEST_CASE("files and links that lead nowhere are in the way") {
    const TemporaryFolder folder;
    writeFile(folder.file("run1"), "x");
    CHECK(foreignAt(folder.file("run1")));
    std::filesystem::create_symlink("nowhere", folder.file("run2"));
    CHECK(foreignAt(folder.file("run2")));
}

TEST_CASE("only what has the name of a trial can be in the way of trials") {
    const TemporaryFolder folder;
    CHECK(!foreignAmongTrials(folder.file("none")));
    for (const char* name : {"trial", "trials", "trialx", "mytrial1", "run1"}) {
        std::filesystem::create_directories(folder.file(name));
        writeFile(folder.file(std::string(name) + "/notes"), "x");
    }
    CHECK(!foreignAmongTrials(folder.path()));
    REQUIRE(!makeMarkedFolder(folder.file("trial1")));
    CHECK(!foreignAmongTrials(folder.path()));
    for (const char* name : {"trial12", "recording"}) {
        std::filesystem::create_directories(folder.file(name));
        writeFile(folder.file(std::string(name) + "/notes"), "x");
        CHECK(foreignAmongTrials(folder.path()));
        std::filesystem::remove_all(folder.file(name));
    }
}

TEST_CASE("a mark is no hidden file that may hold runs") {
    CHECK(!mayHideRuns(std::string(kRunMarkName)));
    CHECK(mayHideRuns(".runs"));
}
