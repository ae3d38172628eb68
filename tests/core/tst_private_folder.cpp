#include "core/read/private_folder.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a private folder is ours alone and goes away with its content") {
    std::string path;
    {
        Result<PrivateFolder> created = PrivateFolder::create();
        REQUIRE(created);
        const PrivateFolder folder = std::move(created).value();
        path = folder.path();
        CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::others_all) ==
              std::filesystem::perms::none);
        flipscope::testing::writeFile(path + "/x", "content");
    }
    CHECK_FALSE(std::filesystem::exists(path));
}
