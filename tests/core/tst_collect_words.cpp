#include "core/report/collect_report.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string adviceOn(ChoiceKeeping keeping, bool otherFramework = false) {
    std::string text;
    for (const std::string& sentence : keepingAdvice({keeping, "/runs/run1/env/default.db", otherFramework}))
        text += sentence + " ";
    return text;
}

}  // namespace

TEST_CASE("what is amiss is told with what to add and where the database would be") {
    CHECK(adviceOn(ChoiceKeeping::kept).empty());
    const std::string persistence = adviceOn(ChoiceKeeping::keptLogOnly);
    CHECK(persistence.find("built without persistence") != std::string::npos);
    CHECK(persistence.find("features = [\"persistence\"]") != std::string::npos);
    CHECK(persistence.find("cargo tree -e normal -i turso") != std::string::npos);
    CHECK(persistence.find("/runs/run1/env/default.db") != std::string::npos);
    CHECK(adviceOn(ChoiceKeeping::databaseRefused).find("NFS") != std::string::npos);
    CHECK(adviceOn(ChoiceKeeping::configNotRead).find("--cwd keep") != std::string::npos);
    CHECK(adviceOn(ChoiceKeeping::configNotRead, true).empty());
    CHECK(!adviceOn(ChoiceKeeping::nothingTuned).empty());
    CHECK(keepingInWords(ChoiceKeeping::configIgnored) == "configuration ignored");
    const auto ignored = keepingAdvice({ChoiceKeeping::configIgnored, "/d", false, false, "cubecl config: \x1b[31m"});
    REQUIRE(ignored.size() == 1);
    CHECK(ignored[0].find("ignored its configuration: “cubecl config: ") != std::string::npos);
    CHECK(ignored[0].find('\x1b') == std::string::npos);
    CHECK(ignored[0].find("no cubecl program") == std::string::npos);
    CHECK(keepingInWords(ChoiceKeeping::kept) == "log and database");
}
