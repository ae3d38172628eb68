#include "core/drive/program_setup.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("a program is set up as it was asked for") {
    const TemporaryFolder folder;
    writeFile(folder.file("input.txt"), "1\n");
    const auto setup =
        setUpProgram({{"./train", "input.txt", "--steps"}, folder.path(), false, {false, true, true}, 1.5});
    REQUIRE_MESSAGE(setup, setup.errorMessage());
    const DrivenProgram& program = setup.value().program;
    CHECK(program.command == std::vector<std::string>{"./train", "input.txt", "--steps"});
    CHECK(program.folder == std::filesystem::canonical(folder.path()).string());
    CHECK(program.limit == std::chrono::milliseconds(1500));
    CHECK(!program.frameworks.triton);
    CHECK(program.frameworks.inductor);
    CHECK(setup.value().ignored.empty());
    CHECK(setup.value().notFound == std::vector<std::string>{"input.txt"});
    // In its own folder it finds the file.
    CHECK(setUpProgram({{"./train", "input.txt"}, folder.path(), true, {}, 0}).value().notFound.empty());
    CHECK(!setUpProgram({{"./train"}, folder.path(), true, {}, 0}).value().program.limit);
}

TEST_CASE("settings of the program that cubecl ignores are named, faults of the wish are errors") {
    const TemporaryFolder folder;
    writeFile(folder.file("cubecl.toml"), "= nothing\n");
    const auto setup = setUpProgram({{"./train"}, folder.path(), false, {}, 0});
    REQUIRE_MESSAGE(setup, setup.errorMessage());
    REQUIRE(setup.value().ignored.size() == 1);
    CHECK(setup.value().ignored[0].find("/cubecl.toml, line 1, column 1: ") != std::string::npos);
    CHECK(setup.value().ignored[0].find(". cubecl 0.11 ignores such a file, and so do the runs.") != std::string::npos);
    CHECK(setUpProgram({{}, folder.path(), false, {}, 0}).errorMessage() == "no program is named");
    CHECK(setUpProgram({{"a"}, folder.file("none"), false, {}, 0}).errorMessage().find("cannot be entered") !=
          std::string::npos);
    CHECK(setUpProgram({{"a"}, folder.file("cubecl.toml"), false, {}, 0}).errorMessage().find("cannot be entered") !=
          std::string::npos);
}

TEST_CASE("settings too large to be copied are an error before anything is started") {
    const TemporaryFolder folder;
    writeFile(folder.file("cubecl.toml"), "a = 1\n" + std::string(std::size_t{1} << 20, '#'));
    CHECK(setUpProgram({{"a"}, folder.path(), false, {}, 0}).errorMessage().find("larger than 1 MiB") !=
          std::string::npos);
}

TEST_CASE("a folder for results is absolute, from where the user stands") {
    CHECK(resultFolderFrom("/a/b", "runs/") == "/a/b/runs");
    CHECK(resultFolderFrom("/a/b", "../c") == "/a/c");
    CHECK(resultFolderFrom("/a/b", "/c") == "/c");
    CHECK(resultFolderFrom("", "x") == (std::filesystem::current_path() / "x").string());
}
