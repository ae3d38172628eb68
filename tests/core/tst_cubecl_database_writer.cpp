#include "core/pin/cbor_bytes.h"
#include "core/pin/cubecl_database_writer.h"
#include "tests/support/database_entries.h"
#include "tests/support/document_text.h"
#include "tests/support/other_process.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <map>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

const Json kChoice{{"fastest_index", 1}, {"results", {sampleSkip("a"), sampleSkip("b"), sampleSkip("c")}}};

Pin pinOf(std::uint64_t m, std::uint32_t candidate, std::vector<std::string> places = {}) {
    Pin pin;
    pin.keyJson = sampleKey(m, "")["key"].dump();
    pin.candidate = {candidate};
    pin.setChecksum = "ab";
    pin.places = std::move(places);
    return pin;
}

// Choices for the keys 1 to 3, a kernel, a record and a measured peak.
void addRows(SampleDatabase& database) {
    database.add("cuda/0.11.0/ptx", Json{{"id", 1}}, Json{{"ptx", {1, 2, 3}}});
    for (std::uint64_t m = 1; m <= 3; ++m)
        database.add(kMatmulNamespace, sampleKey(m, "ab"), kChoice);
    database.add("records/v1/sessions", Json(7), Json{{"id", 7}});
    database.add("throughput/0.11.0/x", Json{{"mode", "Launch"}}, Json{{"ops_count", 1}});
}

std::string errorOf(const std::vector<Pin>& pins, const std::string& base, const std::string& out,
                    const WriteOptions& options = {}) {
    const auto result = writePins(pins, base, out, options);
    return result.errorMessage();
}

std::map<std::string, std::string> filesOf(const TemporaryFolder& folder) {
    std::map<std::string, std::string> files;
    for (const std::string& name : folder.names())
        files[name] = readFile(folder.file(name));
    return files;
}

}  // namespace

TEST_CASE("the output holds the pinned choice, no other choice and everything else byte for byte") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
        base.run("INSERT INTO meta VALUES ('manifest', 'mine')");
    }
    const auto before = filesOf(folder);
    const auto written = writePins({pinOf(2, 0)}, folder.file("base.db"), folder.file("out.db"));
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(written.value().otherChoicesDropped == 3);
    CHECK(written.value().otherChoicesKept == 0);
    CHECK(written.value().otherRowsKept == 3);
    CHECK(written.value().otherRowsDropped == 0);
    CHECK(written.value().warnings.empty());
    REQUIRE(written.value().rows.size() == 1);
    CHECK(written.value().rows[0].nameSpace == kMatmulNamespace);

    DatabaseEntries expected = entriesOf(folder.file("base.db"));
    std::erase_if(expected, [](const auto& row) { return row.first.first.starts_with("autotune/"); });
    expected[{kMatmulNamespace, written.value().rows[0].keyBlob}] = {cborOfChoice({0}), "0"};
    CHECK(entriesOf(folder.file("out.db")) == expected);
    CHECK(metaOf(folder.file("out.db")) ==
          std::map<std::string, std::string>{{"schema_version", "3"}, {"manifest", "mine"}});

    auto after = filesOf(folder);
    const std::string made = after.extract("out.db").mapped();
    CHECK(after == before);
    CHECK(made.substr(16, 4) == std::string("\x10\x00\x01\x01", 4));  // pages of 4096 bytes, header versions 1/1
}

TEST_CASE(
    "a pin with the name of another candidate is not written, or by its index; keys unknown to the base are told") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        const Json results{sampleSuccess("b", 1, 5), sampleSuccess("a", 0, 9), sampleSkip("c")};
        base.add(kMatmulNamespace, sampleKey(1, "ab"), Json{{"fastest_index", 1}, {"results", results}});
    }
    Pin pin = pinOf(1, 0);
    pin.candidateName = "b";
    CHECK(test::holds(errorOf({pin}, folder.file("base.db"), folder.file("out.db")), "candidate 0 is a, and b is 1"));
    CHECK(folder.names() == std::vector<std::string>{"base.db"});
    WriteOptions options;
    options.takesIndex = true;
    const auto written = writePins({pin, pinOf(5, 2)}, folder.file("base.db"), folder.file("out.db"), options);
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(entriesOf(folder.file("out.db")).at({kMatmulNamespace, written.value().rows[0].keyBlob}).first ==
          cborOfChoice({0}));
    CHECK(written.value().notInBase == std::vector<std::size_t>{1});
    CHECK(written.value().warnings.size() == 2);
}

TEST_CASE("the other choices, records and kernels stay or go as asked") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
        base.add(kMatmulNamespace, sampleKey(2, "older"), kChoice);  // the first row of a key wins: it must go
        base.addBytes(kMatmulNamespace, "no CBOR", "at all");
    }
    WriteOptions options;
    options.keepOtherChoices = options.dropRecords = options.dropKernels = true;
    const auto written = writePins({pinOf(2, 2)}, folder.file("base.db"), folder.file("out.db"), options);
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(written.value().otherChoicesKept == 3);
    CHECK(written.value().otherChoicesDropped == 2);
    CHECK(written.value().otherRowsKept == 1);
    CHECK(written.value().otherRowsDropped == 2);
    const DatabaseEntries entries = entriesOf(folder.file("out.db"));
    CHECK(entries.size() == 5);
    CHECK(entries.count({kMatmulNamespace, "no CBOR"}) == 1);
    CHECK(entries.at({kMatmulNamespace, written.value().rows[0].keyBlob}).first == cborOfChoice({2}));
}

TEST_CASE("rows that are still in the -wal count, and the files of the base stay as they are") {
    const TemporaryFolder folder, origin;
    {
        SampleDatabase live(origin.file("live.db"), SampleDatabase::Journal::wal);
        addRows(live);
        live.copyFilesTo(folder.file("base.db"));
    }
    writeFile(folder.file("base.db-tshm"), "an index of another engine");
    const auto before = filesOf(folder);
    REQUIRE(before.size() == 3);
    const auto written = writePins({pinOf(1, 2)}, folder.file("base.db"), origin.file("out.db"));
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(written.value().otherRowsKept == 3);
    CHECK(filesOf(folder) == before);
    std::filesystem::create_symlink(folder.file("base.db"), origin.file("link.db"));
    const auto linked = writePins({pinOf(1, 2)}, origin.file("link.db"), origin.file("other.db"));
    REQUIRE_MESSAGE(linked.hasValue(), linked.errorMessage());
    CHECK(entriesOf(origin.file("other.db")) == entriesOf(origin.file("out.db")));
    CHECK(filesOf(folder) == before);
    WriteOptions replace;
    replace.replaceOutput = true;
    for (const char* suffix : {"-wal", "-shm", "-tshm", "-journal"}) {
        const auto refused = writePins({pinOf(1, 2)}, folder.file("base.db"), folder.file("base.db") + suffix, replace);
        CHECK_FALSE(refused.hasValue());
        CHECK(test::holds(refused.errorMessage(), "a part of the database"));
    }
    CHECK(filesOf(folder) == before);
}

TEST_CASE("without a base the pins make a new database") {
    const TemporaryFolder folder;
    const auto written = writePins({pinOf(5, 2, {kMatmulNamespace})}, "", folder.file("out.db"));
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(entriesOf(folder.file("out.db")).size() == 1);
    CHECK(folder.names() == std::vector<std::string>{"out.db"});
    CHECK(test::holds(errorOf({pinOf(5, 2)}, "", folder.file("b.db")), "no base database"));
    CHECK(test::holds(errorOf({}, "", folder.file("b.db")), "no pins"));
}

TEST_CASE("nothing of a user's is overwritten and nothing is left behind by a refusal") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
    }
    const std::string base = folder.file("base.db");
    writeFile(folder.file("mine.db"), "mine");
    writeFile(folder.file("old.db-wal"), "of another database");
    std::filesystem::create_hard_link(base, folder.file("hard.db"));
    std::filesystem::create_directory(folder.file("folder"));
    const auto before = folder.names();
    WriteOptions replace;
    replace.replaceOutput = true;
    const std::vector<Pin> pins = {pinOf(1, 0)};
    CHECK(test::holds(errorOf(pins, base, folder.file("mine.db")), "exists already"));
    CHECK(test::holds(errorOf(pins, base, base, replace), "the base itself"));
    CHECK(test::holds(errorOf(pins, base, folder.file("hard.db"), replace), "the base itself"));
    CHECK(test::holds(errorOf(pins, base, folder.file("old.db"), replace), "another database"));
    CHECK(test::holds(errorOf(pins, base, folder.file("folder"), replace), "no regular file"));
    CHECK(test::holds(errorOf(pins, base, folder.file("nowhere/out.db")), "cannot write beside"));
    CHECK(test::holds(errorOf(pins, folder.file("nothing.db"), folder.file("out.db")), "nothing.db"));
    CHECK(test::holds(errorOf(pins, folder.file("mine.db"), folder.file("out.db")), "no SQLite database"));
    CHECK(test::holds(errorOf({pinOf(1, 3)}, base, folder.file("out.db")), "behind the end"));
    CHECK(readFile(folder.file("mine.db")) == "mine");
    CHECK(folder.names() == before);
    CHECK(writePins(pins, base, folder.file("mine.db"), replace).hasValue());
    CHECK(entriesOf(folder.file("mine.db")).size() == 4);
    CHECK(folder.names() == before);
}

TEST_CASE("a base that another program only looks at for a moment is waited for") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
    }
    const OtherProcess reader("exec sleep 0.3 9<'" + folder.file("base.db") + "'");
    reader.waitUntilOpen(folder.file("base.db"));
    CHECK(errorOf({pinOf(1, 0)}, folder.file("base.db"), folder.file("out.db")).empty());
}

TEST_CASE("a base that a program uses is refused") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
    }
    const OtherProcess user("exec sleep 30 9<'" + folder.file("base.db") + "'");
    user.waitUntilOpen(folder.file("base.db"));
    const std::string error = errorOf({pinOf(1, 0)}, folder.file("base.db"), folder.file("out.db"));
    CHECK(test::holds(error, "is in use by sleep (process "));
    CHECK(test::holds(error, "Let the program end first"));
    CHECK(folder.names() == std::vector<std::string>{"base.db"});
}

TEST_CASE("databases of other versions and of other programs are refused in words") {
    const TemporaryFolder folder;
    { SampleDatabase(folder.file("new.db"), SampleDatabase::Journal::rollback, "cache_entries", "4"); }
    CHECK(test::holds(errorOf({pinOf(1, 0)}, folder.file("new.db"), folder.file("out.db")), "schema version “4”"));
    {
        SampleDatabase bad(folder.file("bad.db"));
        bad.run("DROP TABLE entries; CREATE TABLE entries (namespace, key, value, origin)");
        bad.run("INSERT INTO entries VALUES (NULL, x'00', x'00', 0), ('cuda/x', NULL, x'00', 0)");
    }
    CHECK(test::holds(errorOf({pinOf(1, 0, {kMatmulNamespace})}, folder.file("bad.db"), folder.file("out.db")),
                      "a row of the base is refused"));
    CHECK(folder.names() == std::vector<std::string>{"bad.db", "new.db"});
}

TEST_CASE("a stop request leaves nothing") {
    const TemporaryFolder folder;
    {
        SampleDatabase base(folder.file("base.db"));
        addRows(base);
    }
    std::stop_source stop;
    stop.request_stop();
    WriteOptions options;
    options.stop = stop.get_token();
    CHECK(writePins({pinOf(1, 0)}, folder.file("base.db"), folder.file("out.db"), options).cancelled());
    CHECK(folder.names() == std::vector<std::string>{"base.db"});
}
