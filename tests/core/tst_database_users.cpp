#include "core/pin/database_users.h"
#include "tests/support/other_process.h"
#include "tests/support/sample_database.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

TEST_CASE("nobody uses a database that lies there, or that is not there") {
    const TemporaryFolder folder;
    writeFile(folder.file("a.db"), "x");
    for (const char* name : {"a.db", "none.db"}) {
        const DatabaseUsers users = usersOfDatabase(folder.file(name));
        CHECK(users.programs.empty());
        CHECK_FALSE(users.isLocked);
    }
    CHECK(folder.names() == std::vector<std::string>{"a.db"});
}

TEST_CASE("a program with the file or a file beside it open is named") {
    const TemporaryFolder folder;
    for (const char* opened : {"a.db", "a.db-wal", "a.db-tshm"}) {
        writeFile(folder.file("a.db"), "x");
        writeFile(folder.file(opened), "x");
        const OtherProcess user("exec sleep 30 9<'" + folder.file(opened) + "'");
        user.waitUntilOpen(folder.file(opened));
        const DatabaseUsers users = usersOfDatabase(folder.file("a.db"));
        REQUIRE(users.programs.size() == 1);
        CHECK(users.programs[0].starts_with("sleep (process "));
    }
    CHECK(usersOfDatabase(folder.file("b.db")).programs.empty());
}

TEST_CASE("a lock of another program is seen without its name") {
    const TemporaryFolder folder;
    { SampleDatabase made(folder.file("a.db")); }
    CHECK_FALSE(usersOfDatabase(folder.file("a.db")).isLocked);
    const OtherProcess user("exec python3 -c \"import fcntl,time;f=open('" + folder.file("a.db") +
                            "','r+b');fcntl.lockf(f,fcntl.LOCK_EX);open('" + folder.file("done") + "','w');g=open('" +
                            folder.file("done") + "');time.sleep(30)\"");
    user.waitUntilOpen(folder.file("a.db"), folder.file("done"));
    CHECK(usersOfDatabase(folder.file("a.db")).isLocked);
}
