#include "core/drive/trial_claim.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;

TEST_CASE("trials of a folder are claimed once, and by no collection beside them") {
    const TemporaryFolder folder;
    const std::string trials = folder.file("trials");
    {
        const auto claim = claimTrials(trials);
        REQUIRE_MESSAGE(claim, claim.errorMessage());
        CHECK(claim.value().folder == trials);
        CHECK(claim.value().remarks.empty());
        CHECK(claimTrials(trials).errorMessage().find(trials + " is in use: process ") == 0);
        CHECK(!lockWholeFolder(trials));
        CHECK(claimTrials(folder.file("other")));
    }
    CHECK(claimTrials(trials));
    CHECK(std::filesystem::is_empty(trials));
}
