#include "core/drive/run_diagnosis.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;
using testing::writeFile;

namespace {

std::string keepingOf(const TemporaryFolder& folder) {
    return std::string(toString(diagnoseRun(folder.path(), folder.file("env/default.db")).keeping));
}

}  // namespace

TEST_CASE("what a run left tells whether its choices were kept") {
    const TemporaryFolder folder;
    CHECK(keepingOf(folder) == "configNotRead");
    writeFile(folder.file("decisions.jsonl"), "");
    CHECK(keepingOf(folder) == "nothingTuned");
    writeFile(folder.file("decisions.jsonl"), "{}\n");
    CHECK(keepingOf(folder) == "keptLogOnly");
    std::filesystem::create_directory(folder.file("env"));
    CHECK(keepingOf(folder) == "databaseRefused");
    writeFile(folder.file("env/default.db"), "x");
    CHECK(keepingOf(folder) == "kept");
    std::filesystem::remove(folder.file("decisions.jsonl"));
    CHECK(keepingOf(folder) == "databaseOnly");
}

TEST_CASE("a program that says that it ignores its configuration did read one") {
    const TemporaryFolder folder;
    const std::string line = "cubecl config: Ignoring \"/r/cubecl.toml\", which doesn't have the right format => TOML";
    writeFile(folder.file("stderr.log"), "hello\n" + line + "\nmore\n");
    const RunDiagnosis diagnosis = diagnoseRun(folder.path(), folder.file("env/default.db"));
    CHECK(toString(diagnosis.keeping) == "configIgnored");
    CHECK(diagnosis.ignoredConfig == line);
    writeFile(folder.file("decisions.jsonl"), "{}\n");  // then it was another file, before the right one
    CHECK(keepingOf(folder) == "keptLogOnly");
}

TEST_CASE("files of other frameworks are seen") {
    const TemporaryFolder folder;
    const auto look = [&folder] { return diagnoseRun(folder.path(), "/none").otherFramework; };
    CHECK(!look());
    std::filesystem::create_directory(folder.file("triton"));
    CHECK(!look());
    writeFile(folder.file("triton/x"), "");
    CHECK(look());
}
