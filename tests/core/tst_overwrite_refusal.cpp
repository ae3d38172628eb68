#include "core/write/overwrite_refusal.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

std::string refusal(const std::string& path, const std::vector<std::string>& inputs) {
    const auto error = overwriteRefusal(path, inputs);
    return error ? error->message : std::string();
}

}  // namespace

TEST_CASE("inputs and what lies in input folders are not overwritten, other files are") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.file("runs/run1"));
    std::filesystem::create_directories(folder.file("runs2"));
    writeFile(folder.file("runs/run1/default.db"), "x");
    writeFile(folder.file("runs2/default.db"), "x");
    const std::vector<std::string> inputs{folder.file("runs")};
    CHECK(refusal(folder.file("runs/run1/default.db"), inputs).find("it belongs to the input") != std::string::npos);
    CHECK(refusal(folder.file("runs2/../runs/run1/default.db"), inputs).find("belongs") != std::string::npos);
    CHECK(refusal(folder.file("runs2/default.db"), inputs).empty());  // a name that only begins alike
    CHECK(refusal(folder.file("runs/new.db"), inputs).empty());
    CHECK(refusal(folder.file("runs2/default.db"), {folder.file("runs2/default.db")}).find("will not overwrite") == 0);
    CHECK(refusal(folder.file("runs2"), {}).find("it is a folder") != std::string::npos);
    std::filesystem::create_symlink(folder.file("runs/run1/default.db"), folder.file("link.db"));
    CHECK(refusal(folder.file("link.db"), inputs).find("belongs") != std::string::npos);
    std::filesystem::create_hard_link(folder.file("runs2/default.db"), folder.file("other.db"));
    CHECK(refusal(folder.file("other.db"), {folder.file("runs2/default.db")}).find("belongs") != std::string::npos);
    CHECK(refusal("/dev/null", {"/dev"}).empty());
}
