#include "core/read/wal_check.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

constexpr std::size_t kFrame = 24 + 4096;

// A log of several frames as SQLite writes it.
std::string soundLog(const TemporaryFolder& folder) {
    SampleDatabase live(folder.file("live"), SampleDatabase::Journal::wal);
    live.run("UPDATE meta SET v='later'");
    live.copyFilesTo(folder.file("a.db"));
    return readFile(folder.file("a.db-wal"));
}

WalCondition conditionOf(const TemporaryFolder& folder, const std::string& bytes) {
    writeFile(folder.file("x-wal"), bytes);
    return walConditionOf(folder.file("x-wal"));
}

}  // namespace

TEST_CASE("a log as SQLite writes it is sound, and so is none") {
    const TemporaryFolder folder;
    const std::string log = soundLog(folder);
    REQUIRE(log.size() >= 32 + 2 * kFrame);
    CHECK((conditionOf(folder, log) == WalCondition::sound));
    CHECK((conditionOf(folder, "") == WalCondition::sound));
    CHECK((walConditionOf(folder.file("none")) == WalCondition::sound));
}

TEST_CASE("frames of an earlier log in the same file are no damage") {
    const TemporaryFolder folder;
    std::string log = soundLog(folder);
    std::string earlier = log.substr(log.size() - kFrame);
    earlier[8] = static_cast<char>(earlier[8] ^ 1);  // of another salt
    CHECK((conditionOf(folder, log + earlier) == WalCondition::sound));
}

TEST_CASE("a log that ends inside a frame or its header is torn") {
    const TemporaryFolder folder;
    const std::string log = soundLog(folder);
    CHECK((conditionOf(folder, log.substr(0, log.size() - 100)) == WalCondition::torn));
    CHECK((conditionOf(folder, log.substr(0, 20)) == WalCondition::torn));
}

TEST_CASE("a log whose beginning is damaged cannot be used") {
    const TemporaryFolder folder;
    const std::string log = soundLog(folder);
    std::string garbage = log;
    for (std::size_t i = 0; i < 3000; ++i)
        garbage[i] = static_cast<char>(i * 7 + 3);
    CHECK((conditionOf(folder, garbage) == WalCondition::unusable));
    CHECK((conditionOf(folder, std::string(50000, 'x')) == WalCondition::unusable));
    std::string sum = log;
    sum[20] = static_cast<char>(sum[20] ^ 1);  // the header no longer fits its sum
    CHECK((conditionOf(folder, sum) == WalCondition::unusable));
    std::string first = log;
    first[32 + 24 + 5] = static_cast<char>(first[32 + 24 + 5] ^ 1);  // nor the first page its own
    CHECK((conditionOf(folder, first) == WalCondition::unusable));
}

TEST_CASE("damage behind sound frames loses the rest") {
    const TemporaryFolder folder;
    std::string log = soundLog(folder);
    log[32 + kFrame + 24 + 5] = static_cast<char>(log[32 + kFrame + 24 + 5] ^ 1);
    CHECK((conditionOf(folder, log) == WalCondition::damaged));
}
