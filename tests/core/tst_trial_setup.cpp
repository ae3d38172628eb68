#include "core/drive/trial_setup.h"
#include "core/read/choice_rows.h"
#include "tests/support/simulated_program.h"

#include <filesystem>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a test is split into words, and a path to it counts from where the user stands") {
    const auto reading = readingByTest("./judge.sh 'two words'", "/home/me");
    REQUIRE(reading);
    CHECK((reading.value().by == OutcomeReading::By::test));
    CHECK(reading.value().test == std::vector<std::string>{"/home/me/judge.sh", "two words"});
    CHECK(readingByTest("judge", "/home/me").value().test.front() == "judge");  // found by PATH
    CHECK(!readingByTest("  ", "/home/me"));
    CHECK(!readingByTest("'open", "/home/me"));
}

TEST_CASE("a folder inside a run is found, one beside it or of a similar name is not") {
    const TemporaryFolder folder;
    for (const char* run : {"run1", "run10"})
        std::filesystem::create_directory(folder.file(run));
    const std::vector<std::string> runs{folder.file("none"), folder.file("run1")};
    CHECK(pathAround(folder.file("run1/trials"), runs) == folder.file("run1"));
    CHECK(pathAround(folder.file("run1"), runs) == folder.file("run1"));
    CHECK(!pathAround(folder.file("run10/trials"), runs));
    CHECK(!pathAround(folder.file("trials"), runs));
}

TEST_CASE("places of a run are its folders, and the archives that it lies in") {
    Run run;
    run.sources = {"/runs/a/stdout.log", "/runs/a/decisions.jsonl", "/runs.tar!/a/b.log", "/runs.tar!/a/c.log"};
    CHECK(placesOf(run) == std::vector<std::string>{"/runs/a", "/runs.tar"});
}

TEST_CASE("the human log is asked for where a kept folder has no decision log") {
    const TemporaryFolder folder;
    DrivenProgram program;
    program.command = {"true"};
    program.folder = folder.path();
    CHECK(!setUpTrials(program, "/t", {}).value().program.humanLog);
    program.keepsFolder = true;
    CHECK(setUpTrials(program, "/t", {}).value().program.humanLog);
    writeFile(folder.file("cubecl.toml"), "[autotune.decisions]\nfile = \"d.jsonl\"\n");
    CHECK(!setUpTrials(program, "/t", {}).value().program.humanLog);
}

TEST_CASE("the base database is a run's, or of one run made for it; a program without persistence leaves none") {
    const TemporaryFolder folder;
    simulatedRun(folder, {{"keys", 2}}, "one");
    simulatedRun(folder, {{"keys", 2}, {"persistence", false}}, "none");
    const Dataset dataset = loadedRuns({folder.file("one"), folder.file("none")});
    const RunIndex with = *findRun(dataset, "one"), without = *findRun(dataset, "none");
    const auto settingsOf = [&folder](const nlohmann::json& scenario) {
        return setUpTrials(simulatedProgram(folder, scenario), folder.file("trials"), {}).value();
    };
    auto claim = claimTrials(folder.file("trials"));
    REQUIRE_MESSAGE(claim, claim.errorMessage());
    TrialSettings settings = settingsOf({{"keys", 2}});
    std::size_t recordings = 0;
    const auto recording = [&recordings] { ++recordings; };
    auto found = findBaseDatabase(settings, claim.value(), dataset, {without, with}, recording, {});
    REQUIRE_MESSAGE(found, found.errorMessage());
    CHECK(!found.value());
    CHECK(settings.baseDatabase == databasesOf(runOf(dataset, with)).at(0));
    CHECK(recordings == 0);

    settings = settingsOf({{"keys", 2}});
    found = findBaseDatabase(settings, claim.value(), dataset, {without}, recording, {});
    REQUIRE_MESSAGE(found, found.errorMessage());
    CHECK(!found.value());
    CHECK(settings.baseDatabase.starts_with(folder.file("trials/recording")));
    CHECK(recordings == 1);

    settings = settingsOf({{"keys", 2}, {"persistence", false}});
    found = findBaseDatabase(settings, claim.value(), dataset, {without}, {}, {});
    REQUIRE_MESSAGE(found, found.errorMessage());
    REQUIRE(found.value());
    CHECK((found.value()->diagnosis.keeping == ChoiceKeeping::keptLogOnly));
    CHECK(settings.baseDatabase.empty());

    std::stop_source stop;
    stop.request_stop();
    CHECK(findBaseDatabase(settings, claim.value(), dataset, {without}, {}, stop.get_token()).cancelled());
}

TEST_CASE("trials that go on take the database that was made for them, and run nothing") {
    const TemporaryFolder folder;
    simulatedRun(folder, {{"keys", 2}, {"persistence", false}}, "none");
    const Dataset dataset = loadedRuns({folder.file("none")});
    const std::string recording = folder.file("trials/recording"), journal = folder.file("trials/trials.jsonl");
    for (const bool keepsFolder : {false, true}) {
        DrivenProgram program = simulatedProgram(folder, {{"keys", 2}});
        program.keepsFolder = keepsFolder;
        const auto base = [&](std::size_t& recordings) {
            TrialSettings settings = setUpTrials(program, folder.file("trials"), {}).value();
            auto claim = claimTrials(settings.folder);
            REQUIRE_MESSAGE(claim, claim.errorMessage());
            const auto found =
                findBaseDatabase(settings, claim.value(), dataset, {RunIndex{0}}, [&recordings] { ++recordings; }, {});
            REQUIRE_MESSAGE(found, found.errorMessage());
            CHECK(!found.value());
            for (const std::string& remark : claim.value().remarks)
                CHECK(remark.find("An interrupted run was set aside: " + folder.file("trials/.interrupted/")) == 0);
            return std::pair(settings.baseDatabase, claim.value().remarks.size());
        };
        std::size_t recordings = 0;
        const auto first = base(recordings);
        REQUIRE(recordings == 1);
        // Without trials nothing says whose the run is.
        base(recordings);
        CHECK(recordings == 2);
        writeFile(journal, "a journal");
        CHECK(base(recordings) == std::pair(first.first, std::size_t{0}));
        CHECK(recordings == 2);
        // One that was interrupted, or whose database is gone, is made again, and where it is now is said.
        std::filesystem::remove(recording + "/run.json");
        CHECK(base(recordings) == std::pair(first.first, std::size_t{1}));
        CHECK(recordings == 3);
        std::filesystem::remove(first.first);
        CHECK(base(recordings) == std::pair(first.first, std::size_t{1}));
        CHECK(recordings == 4);
        std::filesystem::remove_all(folder.file("trials"));
    }
}
