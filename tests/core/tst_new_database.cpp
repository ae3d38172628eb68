#include "core/pin/new_database.h"
#include "tests/support/database_entries.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

NewDatabase made(const std::string& target) {
    Result<NewDatabase> result = NewDatabase::create(target, 0640);
    REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
    return std::move(result).value();
}

}  // namespace

TEST_CASE("the file gets its name when it is whole, with the permissions asked for") {
    const TemporaryFolder folder;
    NewDatabase database = made(folder.file("out.db"));
    CHECK_FALSE(std::filesystem::exists(folder.file("out.db")));
    CHECK_FALSE(database.addRow("cuda/x", std::string("k\0", 2), "v").has_value());
    CHECK_FALSE(database.finish().has_value());
    CHECK_FALSE(database.publish(false).has_value());
    CHECK(folder.names() == std::vector<std::string>{"out.db"});
    CHECK((std::filesystem::status(folder.file("out.db")).permissions() == std::filesystem::perms{0640}));
    CHECK(entriesOf(folder.file("out.db")) == DatabaseEntries{{{"cuda/x", std::string("k\0", 2)}, {"v", "0"}}});
    CHECK(metaOf(folder.file("out.db")) == std::map<std::string, std::string>{{"schema_version", "3"}});
}

TEST_CASE("without publishing nothing is left, also after a move") {
    const TemporaryFolder folder;
    {
        NewDatabase database = made(folder.file("out.db"));
        CHECK(folder.names().size() == 1);
        NewDatabase other = std::move(database);
        database = made(folder.file("b.db"));
        CHECK(folder.names().size() == 2);
    }
    CHECK(folder.names().empty());
}

TEST_CASE("a file that appeared meanwhile is replaced only when asked") {
    const TemporaryFolder folder;
    NewDatabase database = made(folder.file("out.db"));
    REQUIRE_FALSE(database.finish().has_value());
    writeFile(folder.file("out.db"), "mine");
    const auto refused = database.publish(false);
    REQUIRE(refused.has_value());
    CHECK(refused->message.find("exists") != std::string::npos);
    CHECK(readFile(folder.file("out.db")) == "mine");
    CHECK_FALSE(database.publish(true).has_value());
    CHECK(entriesOf(folder.file("out.db")).empty());
    CHECK(folder.names() == std::vector<std::string>{"out.db"});
}

TEST_CASE("rows keep their types, bytes and order; a row twice is refused") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        base.run("INSERT INTO entries VALUES ('a', 'text', 5, 1), ('b', x'00ff', 'v', 0), ('c', x'01', x'02', 0)");
    }
    const auto base = SqliteDatabase::openUnchanging(folder.file("base.db"), {});
    REQUIRE(base);
    NewDatabase database = made(folder.file("out.db"));
    CHECK(database.copyRows(base.value(), "namespace < 'c'").value() == 2);
    CHECK_FALSE(database.copyRows(base.value(), "namespace = 'a'").hasValue());
    CHECK_FALSE(database.copyRows(base.value(), "nonsense").hasValue());
    REQUIRE_FALSE(database.copyRows(base.value(), "1 = 0").value() > 0);
    REQUIRE_FALSE(database.finish().has_value());
    const auto copy = SqliteDatabase::openUnchanging(database.path(), {});
    SqliteQuery query(copy.value(),
                      "SELECT group_concat(namespace || typeof(key) || typeof(value) || origin) FROM entries");
    REQUIRE((query.step() == SqliteQuery::Step::row));
    CHECK(query.bytes(0) == "atextinteger1,bblobtext0");
}
