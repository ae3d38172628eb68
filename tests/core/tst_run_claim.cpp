#include "core/drive/run_claim.h"
#include "core/drive/started_program.h"
#include "core/process/child_process.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;

TEST_CASE("a run is claimed once; the folder stays as it is") {
    const TemporaryFolder folder;
    const std::string run = folder.file("run1");
    std::filesystem::create_directory(run);
    testing::writeFile(run + "/stdout.log", "half");
    const auto claim = claimRun(run);
    REQUIRE_MESSAGE(claim, claim.errorMessage());
    CHECK(claim.value().folder == run);
    CHECK(claim.value().lock.holder().empty());
    CHECK(claim.value().remarks.empty());
    const auto second = claimRun(run);
    REQUIRE(second);
    CHECK(!second.value().lock.holder().empty());
    CHECK(testing::readFile(run + "/stdout.log") == "half");
    CHECK(claimRun(folder.file("run2")).value().lock.holder().empty());
}

TEST_CASE("what an interrupted start left running is ended with the claim, but not by one that did not get it") {
    const TemporaryFolder folder;
    const std::string run = folder.file("run1");
    std::filesystem::create_directory(run);
    const std::string mark = freshMark();
    auto child = ChildProcess::start({{"sleep", "300"}, {}, {{std::string(kMarkVariable), mark}}});
    REQUIRE(child);
    const auto identity = processIdentity(child.value().number());
    REQUIRE(identity);
    {
        const auto lock = FolderLock::take(folder.path(), "run1");
        testing::writeFile(run + "/" + std::string(kStartedProgramName), toJson({*identity, mark, "h"}));
        CHECK(claimRun(run).value().remarks.empty());
        CHECK(processIdentity(identity->number));
    }
    const auto claim = claimRun(run);
    CHECK(claim.value().remarks.size() == 1);
    CHECK(!processIdentity(identity->number));
}
