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
    CHECK(toToml(configIn(deep).settings) == "autotune.level = \"full\"\n");
    writeFile(folder.file("cubecl.toml"), "[autotune]\nlevel = \"minimal\"\n");
    CHECK(configIn(deep).path == folder.file("cubecl.toml"));
    writeFile(deep + "/cubecl.toml", "no toml at all");
    const ProgramConfig config = configIn(deep);
    CHECK(config.path == folder.file("cubecl.toml"));
    REQUIRE(config.passedOver.size() == 1);
    CHECK(config.passedOver.front().find("a/b/cubecl.toml, line 1") != std::string::npos);
}

TEST_CASE("a run's configuration keeps the program's settings but what is recorded where") {
    ProgramConfig config;
    config.settings = readTomlSettings(
                          "[autotune]\nlevel = \"full\"\nrecorder = { file = \"x\", stdout = true }\n"
                          "[environment]\nname = \"mine\"\npath = \"local\"\nrecords.level = \"off\"\n")
                          .value();
    CHECK(recordingConfig(config, "/runs/a \"b\"") ==
          "autotune.level = \"full\"\nenvironment.records.level = \"off\"\n"
          "autotune.decisions.file = \"/runs/a \\\"b\\\"/decisions.jsonl\"\n"
          "environment.path.directory = \"/runs/a \\\"b\\\"/env\"\n");
    CHECK(readTomlSettings(recordingConfig({}, "/r")));
}

TEST_CASE("the decision log that a project writes by itself") {
    ProgramConfig config;
    CHECK(!configuredDecisionLog(config, "/p"));
    config.settings = {{{"autotune", "recorder", "file"}, "\"logs/d.jsonl\""}};
    CHECK(configuredDecisionLog(config, "/p") == "/p/logs/d.jsonl");
    config.settings = {{{"autotune", "decisions", "file"}, "'/abs/d.jsonl'"}};
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
    config.settings = {{{"environment", "name"}, "\"mine\""}, {{"environment", "path"}, "\"local\""}};
    CHECK(environmentDatabasePath(config, deep, "") == deep + "/mine.db");
    CHECK(environmentDatabasePath(config, deep, "..") == deep + "/default.db");
    config.settings = {{{"environment", "path"}, "\"global\""}};
    CHECK(environmentDatabasePath(config, deep, "") == "/cache/cubecl/default.db");
    config.settings = {{{"environment", "path", "directory"}, "\"/where\""}};
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
