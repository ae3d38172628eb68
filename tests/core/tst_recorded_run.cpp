#include "core/drive/recorded_run.h"
#include "tests/support/simulated_program.h"

#include <filesystem>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a run leaves its outputs, its choices and its record in its folder") {
    const TemporaryFolder folder;
    const RecordedRun run = simulatedRun(folder, {{"keys", 3}}, "run1");
    CHECK(run.record.exitStatus == 0);
    CHECK((run.diagnosis.keeping == ChoiceKeeping::kept));
    CHECK(readFile(folder.file("run1/stdout.log")).find("key 2: checksum") != std::string::npos);
    CHECK(readRunRecord(folder.file("run1/run.json")).value().seconds == run.record.seconds);
    const Dataset dataset = loadedRuns({folder.file("run1")});
    REQUIRE(dataset.runs.size() == 1);
    CHECK(dataset.runs.front().decisions.size() == 3);
    CHECK(dataset.runs.front().exitStatus == 0);
}

TEST_CASE("a run that was made to its end is found again as it was, an interrupted one is none") {
    const TemporaryFolder folder;
    DrivenProgram program = simulatedProgram(folder, {{"keys", 2}});
    for (const bool keepsFolder : {false, true}) {
        program.keepsFolder = keepsFolder;
        const std::string place = folder.file(keepsFolder ? "kept" : "own");
        CHECK(!completeRun(program, place));
        const auto run = recordRun(program, place, {}, {}, {});
        REQUIRE_MESSAGE(run, run.errorMessage());
        const auto again = completeRun(program, place);
        REQUIRE(again);
        CHECK(again->folder == place);
        CHECK(again->record.seconds == run.value().record.seconds);
        CHECK(again->diagnosis.databasePath == run.value().diagnosis.databasePath);
        CHECK(again->diagnosis.hasDatabase);
        std::filesystem::remove(place + "/run.json");
        CHECK(!completeRun(program, place));
    }
}

TEST_CASE("the database is put in place before the program starts") {
    const TemporaryFolder folder;
    std::string path;
    const auto place = [&path](const std::string& given) -> std::optional<Error> {
        path = given;
        return std::filesystem::is_directory(std::filesystem::path(given).parent_path()) ? std::nullopt
                                                                                         : std::optional(Error{"no"});
    };
    REQUIRE(recordRun(simulatedProgram(folder, {{"keys", 1}}), folder.file("run1"), place, {}, {}));
    CHECK(path == folder.file("run1/env/default.db"));
    const auto refused = recordRun(simulatedProgram(folder, {{"keys", 1}}), folder.file("run2"),
                                   [](const std::string&) { return Error{"full disk"}; }, {}, {});
    CHECK(refused.errorMessage() == "full disk");
}

TEST_CASE("what a program does to its own folder costs neither the record nor what a link leads to") {
    const TemporaryFolder folder;
    writeFile(folder.file("precious.txt"), "precious");
    std::filesystem::create_directory(folder.file("other"));
    writeFile(folder.file("other/run.json"), "precious");
    int number = 0;
    const auto after = [&](const std::string& script) {
        DrivenProgram program;
        program.folder = folder.path();
        program.command = {"/bin/sh", "-c", script};
        const auto run = recordRun(program, folder.file("run" + std::to_string(++number)), {}, {}, {});
        REQUIRE_MESSAGE(run, run.errorMessage());
        const auto record = readRunRecord(run.value().folder + "/run.json");
        REQUIRE_MESSAGE(record, record.errorMessage());
        CHECK(record.value().exitStatus == 3);
        CHECK(readFile(folder.file("precious.txt")) == "precious");
        CHECK(readFile(folder.file("other/run.json")) == "precious");
        return run.value().remarks.empty() ? std::string() : run.value().remarks.front();
    };
    const std::string precious = folder.file("precious.txt"), other = folder.file("other");
    CHECK(after("ln -s '" + precious + "' run.json; exit 3").empty());
    CHECK(after("ln -s '" + other + "' run.json; exit 3").empty());
    CHECK(after("ln -sf '" + precious + "' process.json; exit 3").empty());
    CHECK(after("echo mine > run.json; exit 3") == "run4: its program's own run.json is kept as run.json.program.");
    CHECK(readFile(folder.file("run4/run.json.program")) == "mine\n");
    CHECK(after("rm -rf \"$PWD\"; exit 3").find("run5: its program took away its folder") == 0);
    CHECK(after("here=$PWD; cd ..; rm -rf \"$here\"; ln -s '" + other + "' \"$here\"; exit 3")
              .find("took away its folder") != std::string::npos);
    CHECK(after("chmod 0 .; exit 3").find("took away the rights") != std::string::npos);
}

TEST_CASE("arguments that name files beside the user are told") {
    const TemporaryFolder folder;
    writeFile(folder.file("data.bin"), "x");
    DrivenProgram program;
    program.folder = folder.path();
    program.command = {"./data.bin", "data.bin", "--data.bin", folder.file("data.bin"), "none.bin"};
    CHECK(relativeFiles(program) == std::vector<std::string>{"data.bin"});
    program.keepsFolder = true;
    CHECK(relativeFiles(program).empty());
}

TEST_CASE("the last line of a text, however long the text and its lines are") {
    const TemporaryFolder folder;
    const std::string path = folder.file("stderr.log");
    CHECK(lastLineOf(path).empty());
    for (const auto& [text, last] : std::initializer_list<std::pair<std::string, std::string>>{
             {"", ""},
             {"\n\n", ""},
             {"one", "one"},
             {"one\ntwo\r\n\r\n", "two"},
             {"10 %\r20 %\r30 %\r", "30 %"},
             {std::string(1'000'000, 'x') + "\nlast\n", "last"},
             {std::string(1'000'000, 'x') + "y", std::string(4095, 'x') + "y"}}) {
        writeFile(path, text);
        CHECK(lastLineOf(path) == last);
    }
}
