#include "core/drive/recording_settings.h"
#include "tests/support/sample_database.h"

#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;
using testing::writeFile;

namespace {

ProgramConfig configIn(const std::string& folder) {
    auto config = findProgramConfig(folder);
    REQUIRE(config);
    return std::move(config).value();
}

TomlTable settingsOf(std::string_view text) {
    Result<TomlTable> table = TomlTable::parse(text);
    REQUIRE_MESSAGE(table, table.errorMessage());
    return std::move(table).value();
}

// Why the file of these settings is passed over; empty when it counts.
std::string whyPassedOver(const std::string& text) {
    const TemporaryFolder folder;
    writeFile(folder.file("cubecl.toml"), text);
    const ProgramConfig config = configIn(folder.path());
    return config.passedOver.empty() ? "" : config.passedOver[0].substr(folder.file("cubecl.toml").size());
}

std::optional<std::string> valueOf(const EnvironmentChanges& changes, const std::string& name) {
    for (const auto& [variable, value] : changes)
        if (variable == name) return value;
    return "(not named)";
}

}  // namespace

TEST_CASE("the nearest readable configuration counts, cubecl.toml before burn.toml") {
    const TemporaryFolder folder;
    const std::string deep = folder.file("a/b");
    std::filesystem::create_directories(deep);
    writeFile(folder.file("burn.toml"), "[cubecl.autotune]\nlevel = \"full\"\n[other]\nx = 1\n");
    CHECK(configIn(deep).settings.toText().value() == "[autotune]\nlevel = \"full\"\n");
    writeFile(folder.file("cubecl.toml"), "[autotune]\nlevel = \"minimal\"\n");
    CHECK(configIn(deep).path == folder.file("cubecl.toml"));
    writeFile(deep + "/cubecl.toml", "no toml at all");
    const ProgramConfig config = configIn(deep);
    CHECK(config.path == folder.file("cubecl.toml"));
    REQUIRE(config.passedOver.size() == 1);
    CHECK(config.passedOver.front().find("a/b/cubecl.toml, line 1") != std::string::npos);
}

TEST_CASE("what cubecl ignores is passed over with the reason, not believed") {
    CHECK(whyPassedOver("[autotune]\nlevel = \"full\"\nlevel = \"minimal\"\n").find(", line 3, column ") == 0);
    CHECK(whyPassedOver("a = 1\n[a]\nb = 1\n").find(", line 2, column ") == 0);
    CHECK(whyPassedOver("a = 01\n").find(", line 1, column ") == 0);
    CHECK(whyPassedOver("a = @\n").find(", line 1, column ") == 0);
    CHECK(whyPassedOver("environment = \"x\"\n") == ": environment is no table");
    CHECK(whyPassedOver("autotune = 5\n") == ": autotune is no table");
    CHECK(whyPassedOver("[autotune]\ndecisions = \"x\"\n") == ": autotune.decisions is no table");
    CHECK(whyPassedOver("autotune.recorder.file = 1\n") == ": autotune.recorder.file is no text");
    CHECK(whyPassedOver("[autotune]\ndecisions = {}\nrecorder = {}\n") ==
          ": autotune.decisions and autotune.recorder are two names of one table");
    CHECK(whyPassedOver("environment.name = 1\n") == ": environment.name is no text");
    for (const char* place : {"\"elsewhere\"", "1", "{}", "{ directory = 1 }"})
        CHECK(whyPassedOver(std::string("environment.path = ") + place + "\n") == ": environment.path names no place");
    for (const char* place : {"\"target\"", "\"local\"", "\"global\"", "{ directory = \"d\" }"})
        CHECK(whyPassedOver(std::string("environment.path = ") + place + "\n").empty());
    CHECK(whyPassedOver("\xEF\xBB\xBF[autotune]\r\nlevel = \"full\"\r\n[[streams]]\na = 1\n").empty());
    const TemporaryFolder folder;
    writeFile(folder.file("burn.toml"), "cubecl = 1\n");
    CHECK(configIn(folder.path()).passedOver == std::vector{folder.file("burn.toml") + ": cubecl is no table"});
    writeFile(folder.file("burn.toml"), "other = 1\n");
    CHECK(configIn(folder.path()).passedOver.empty());
}

TEST_CASE("a run's configuration keeps the program's settings but what is recorded where") {
    ProgramConfig config;
    config.settings = settingsOf(
        "[autotune]\nlevel = \"full\"\nrecorder = { file = \"x\", stdout = true }\n"
        "[environment]\nname = \"mine\"\npath = \"local\"\nrecords.level = \"off\"\n[[streams]]\na = 1\n");
    CHECK(recordingConfig(config, "/runs/a \"b\"").value() ==
          "[autotune]\nlevel = \"full\"\n\n[autotune.decisions]\nfile = \"/runs/a \\\"b\\\"/decisions.jsonl\"\n\n"
          "[environment.path]\ndirectory = \"/runs/a \\\"b\\\"/env\"\n\n[environment.records]\nlevel = \"off\"\n\n"
          "[[streams]]\na = 1\n");
    CHECK(TomlTable::parse(recordingConfig({}, "/r").value()).value().textAt({"autotune", "decisions", "file"}) ==
          "/r/decisions.jsonl");
    CHECK(config.settings.textAt({"environment", "name"}) == "mine");  // what was read stays as it was
}

TEST_CASE("the decision log that a project writes by itself") {
    ProgramConfig config;
    CHECK(!configuredDecisionLog(config, "/p"));
    config.settings = settingsOf("autotune.recorder.file = \"logs/d.jsonl\"");
    CHECK(configuredDecisionLog(config, "/p") == "/p/logs/d.jsonl");
    config.settings = settingsOf("autotune.decisions.file = '/abs/d.jsonl'");
    CHECK(configuredDecisionLog(config, "/p") == "/abs/d.jsonl");
}

TEST_CASE("where a program has its database") {
    const TemporaryFolder folder;
    const std::string deep = folder.file("outer/inner/cwd");
    std::filesystem::create_directories(deep);
    ::setenv("XDG_CACHE_HOME", "/cache", 1);
    ProgramConfig config;
    CHECK(environmentDatabasePath(config, deep, "") == "/cache/cubecl/default.db");
    writeFile(folder.file("outer/inner/Cargo.toml"), "");
    CHECK(environmentDatabasePath(config, deep, "") == folder.file("outer/inner/target/environment/default.db"));
    writeFile(folder.file("outer/Cargo.toml"), "");  // the outermost counts
    CHECK(environmentDatabasePath(config, deep, "a b/c") == folder.file("outer/target/environment/a_b_c.db"));
    config.settings = settingsOf("[environment]\nname = \"mine\"\npath = \"local\"\n");
    CHECK(environmentDatabasePath(config, deep, "") == deep + "/mine.db");
    CHECK(environmentDatabasePath(config, deep, "..") == deep + "/default.db");
    config.settings = settingsOf("environment.path = \"global\"");
    CHECK(environmentDatabasePath(config, deep, "") == "/cache/cubecl/default.db");
    config.settings = settingsOf("environment.path = { directory = \"/where\" }");
    CHECK(environmentDatabasePath(config, deep, "x") == "/where/x.db");
    ::unsetenv("XDG_CACHE_HOME");
}

TEST_CASE("variables of a recorded run") {
    ::setenv("XLA_FLAGS", "--mine", 1);
    EnvironmentChanges changes = recordingEnvironment({}, "/r");
    CHECK(valueOf(changes, "CUBECL_ENVIRONMENT") == std::nullopt);
    CHECK(valueOf(changes, "CUBECL_AUTOTUNE_CACHE") == "1");
    CHECK(valueOf(changes, "TRITON_CACHE_DIR") == "/r/triton");
    CHECK(valueOf(changes, "XLA_FLAGS")->find("--mine --xla_gpu_dump_autotune_results_to=/r/autotune.txt") == 0);
    CHECK(valueOf(changes, "TORCHINDUCTOR_CACHE_DIR") == "(not named)");
    ::setenv("XLA_FLAGS", "--xla_gpu_dump_autotune_results_to=/mine", 1);
    changes = recordingEnvironment({false, true, true}, "/r");
    CHECK(valueOf(changes, "XLA_FLAGS") == "(not named)");  // the user's own dump stays
    CHECK(valueOf(changes, "TRITON_CACHE_DIR") == "(not named)");
    CHECK(valueOf(changes, "TORCHINDUCTOR_CACHE_DIR") == "/r/inductor");
    ::unsetenv("XLA_FLAGS");
}
