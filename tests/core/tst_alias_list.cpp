#include "core/read/alias_list.h"
#include "tests/support/sample_database.h"

#include <array>

#include <doctest/doctest.h>
#include <unistd.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

TuningKey key(const std::string& id, const std::string& label, const std::string& json) {
    TuningKey made;
    made.id = id;
    made.label = label;
    made.canonicalJson = json;
    return made;
}

// Two keys of one text belong to two tuners.
Dataset someKeys() {
    Dataset dataset;
    dataset.keys = {key("11110000", "matmul a", R"({"k":1,"m":2})"), key("22220000", "matmul b", R"({"m":3})"),
                    key("22221111", "sum", R"({"x":1})"), key("33330000", "reduce", R"({"x":1})")};
    return dataset;
}

Dataset withAliases(const std::string& csv) {
    Dataset dataset = someKeys();
    const std::vector<KeyAlias> aliases = readAliasList(csv, "aliases.csv", dataset.report);
    giveAliases(dataset, aliases);
    return dataset;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a list is known by its first line") {
    CHECK(looksLikeAliasList("alias,key\n31944fb2,1111\n"));
    CHECK(looksLikeAliasList("\xEF\xBB\xBF\"Alias\" ; KEY\r\n"));
    CHECK(looksLikeAliasList("alias,key"));
    CHECK_FALSE(looksLikeAliasList("run,label\n"));
    CHECK_FALSE(looksLikeAliasList("alias,key,card\n"));
    CHECK_FALSE(looksLikeAliasList("\nalias,key\n"));
    CHECK_FALSE(looksLikeAliasList(""));
}

TEST_CASE("a key is named by id, beginning of the id, label or its JSON in any order") {
    const Dataset dataset = withAliases(
        "alias,key\n31944fb2,11110000\nsecond,1111\nthird,matmul b\nfourth,\"{ \"\"m\"\": 2, \"\"k\"\": 1 }\"\n");
    CHECK(dataset.keys[0].aliases == Names{"31944fb2", "second", "fourth"});
    CHECK(dataset.keys[1].aliases == Names{"third"});
    CHECK(dataset.report.problemCount == 0);
    CHECK(findKey(dataset, "31944fb2") == KeyIndex{0});
}

TEST_CASE("an alias of several keys is a problem and is not given") {
    const Dataset dataset = withAliases("alias,key\nx,\"{\"\"x\"\":1}\"\ny,2222\n");
    REQUIRE(dataset.report.problems.size() == 2);
    CHECK(dataset.report.problems[0].line == 2);
    CHECK(dataset.report.problems[0].path == "aliases.csv");
    CHECK(dataset.report.problems[0].message.find("several keys") != std::string::npos);
    CHECK(dataset.report.problems[1].line == 3);
    for (const TuningKey& named : dataset.keys)
        CHECK(named.aliases.empty());
}

TEST_CASE("one alias stands for one key, and not for another key's own name") {
    const Dataset dataset = withAliases("alias,key\nx,1111\nx,22220000\nx,1111\n33330000,1111\n");
    CHECK(dataset.keys[0].aliases == Names{"x"});
    CHECK(dataset.keys[1].aliases.empty());
    REQUIRE(dataset.report.problems.size() == 2);
    CHECK(dataset.report.problems[0].message.find("already stands for another key") != std::string::npos);
    CHECK(dataset.report.problems[1].message.find("name of another key") != std::string::npos);
}

TEST_CASE("aliases of keys that these runs do not have are told together") {
    const Dataset dataset = withAliases("alias,key\na,99990000\nb,\"{\"\"m\"\":9}\"\nc,matmul b\n");
    CHECK(dataset.report.problemCount == 0);
    REQUIRE(dataset.report.notes.size() == 1);
    CHECK(dataset.report.notes[0].message == "2 aliases name no key of these runs: a, b");
    CHECK(dataset.keys[1].aliases == Names{"c"});
}

TEST_CASE("lines that cannot be used are problems with their number") {
    const Dataset dataset = withAliases("alias,key\nonly\n,1111\nx,\na\x1b[31m,1111\nn,{\"k\":1,\"m\":2}\nok,1111\n");
    CHECK(dataset.report.problemCount == 5);
    CHECK(dataset.report.problems.at(0).line == 2);
    CHECK(dataset.report.problems.at(3).message.find('\x1b') == std::string::npos);
    CHECK(dataset.report.problems.at(4).message.find("in quotes") != std::string::npos);
    CHECK(dataset.keys[0].aliases == Names{"ok"});
}

TEST_CASE("a file that is none or no list is an error") {
    const TemporaryFolder folder;
    LoadReport report;
    CHECK(readAliasFile(folder.file("absent"), "a", report).errorMessage().find("No such file") != std::string::npos);
    writeFile(folder.file("x.csv"), "run,label\n");
    CHECK(readAliasFile(folder.file("x.csv"), "x", report).errorMessage().find("alias,key") != std::string::npos);
    writeFile(folder.file("y.csv"), "alias,key\na,1111\n");
    CHECK(readAliasFile(folder.file("y.csv"), "y", report).value().at(0).alias == "a");
    CHECK(report.filesRead == 1);
}

TEST_CASE("a list comes from a pipe, too") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    REQUIRE(::write(ends[1], "alias,key\nx,11110000\n", 21) == 21);
    ::close(ends[1]);
    LoadReport report;
    const Result<std::vector<KeyAlias>> read = readAliasFile("/dev/fd/" + std::to_string(ends[0]), "list", report);
    ::close(ends[0]);
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    REQUIRE(read.value().size() == 1);
    CHECK(read.value()[0].alias == "x");
    CHECK(report.problemCount == 0);
}
