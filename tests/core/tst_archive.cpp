#include "core/read/archive.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <filesystem>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>
#include <locale.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

struct Made {
    std::string name, content;
    unsigned type = AE_IFREG;
    std::string target = {};
};

enum class Form { tar, tarGz, zip, encryptedZip, gzOnly };

void makeArchive(const std::string& path, Form form, const std::vector<Made>& entries) {
    archive* writer = archive_write_new();
    if (form == Form::zip || form == Form::encryptedZip) archive_write_set_format_zip(writer);
    if (form == Form::tar || form == Form::tarGz) archive_write_set_format_pax_restricted(writer);
    if (form == Form::gzOnly) archive_write_set_format_raw(writer);
    if (form == Form::tarGz || form == Form::gzOnly) archive_write_add_filter_gzip(writer);
    if (form == Form::encryptedZip) {
        archive_write_set_options(writer, "zip:encryption=traditional");
        archive_write_set_passphrase(writer, "secret");
    }
    REQUIRE(archive_write_open_filename(writer, path.c_str()) == ARCHIVE_OK);
    for (const Made& made : entries) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, made.name.c_str());
        archive_entry_set_filetype(entry, made.type);
        archive_entry_set_perm(entry, 0600);
        if (made.type == AE_IFLNK) archive_entry_set_symlink(entry, made.target.c_str());
        if (made.type == AE_IFREG && !made.target.empty()) archive_entry_set_hardlink(entry, made.target.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(made.content.size()));
        REQUIRE(archive_write_header(writer, entry) == ARCHIVE_OK);
        if (!made.content.empty()) archive_write_data(writer, made.content.data(), made.content.size());
        archive_entry_free(entry);
    }
    REQUIRE(archive_write_close(writer) == ARCHIVE_OK);
    archive_write_free(writer);
}

struct Unpacked {
    TemporaryFolder folder;
    PrivateFolder into = PrivateFolder::create().value();
    UnpackedArchive archive;
    std::string file(const std::string& name) { return folder.file(name); }
    void unpack(const std::string& name, const ArchiveLimits& limits = {}) {
        Result<UnpackedArchive> result = unpackArchive(file(name), name, into, limits);
        REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
        archive = std::move(result).value();
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const UnpackedFile& entry : archive.files)
            all.push_back(entry.name);
        return all;
    }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("zip and tar archives give their files with content and kind") {
    const std::string log = decisionLog({1, 2}, 100);
    for (const Form form : {Form::zip, Form::tar, Form::tarGz}) {
        Unpacked u;
        makeArchive(
            u.file("runs"), form,
            {{"runs/run1", "", AE_IFDIR, ""}, {"runs/run1/decisions.jsonl", log}, {"./runs/run1/stdout.log", "hi\n"}});
        u.unpack("runs");
        CHECK(u.names() == Names{"runs/run1/decisions.jsonl", "runs/run1/stdout.log"});
        CHECK(u.archive.files[0].look.kind == FileKind::decisionLog);
        CHECK(u.archive.files[0].size == log.size());
        CHECK(readFile(u.archive.files[0].storedPath) == log);
        CHECK(u.archive.problems.empty());
        CHECK_FALSE(u.archive.isOneFile);
    }
}

TEST_CASE("names outside ASCII are read whatever the locale, which stays as it was") {
    const std::string log = decisionLog({1, 2}, 100);
    for (const Form form : {Form::zip, Form::tar}) {
        Unpacked u;
        const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        REQUIRE(utf8 != nullptr);
        const locale_t before = ::uselocale(utf8);  // so that the zip says that its names are UTF-8
        makeArchive(u.file("runs"), form, {{"läufe/decisions.jsonl", log}});
        ::uselocale(before);
        ::freelocale(utf8);
        u.unpack("runs");
        CHECK(u.names() == Names{"läufe/decisions.jsonl"});
        CHECK(u.archive.problems.empty());
        REQUIRE(u.archive.files.size() == 1);
        CHECK(readFile(u.archive.files[0].storedPath) == log);
        CHECK(::uselocale(nullptr) == before);
    }
}

TEST_CASE("names that lead outside lead nowhere") {
    Unpacked u;
    makeArchive(
        u.file("x.tar"), Form::tar,
        {{"../../evil.log", "a\n"}, {"/etc/absolute.log", "b\n"}, {"a/../../b.log", "c\n"}, {"good.log", "d\n"}});
    u.unpack("x.tar");
    CHECK(u.names() == Names{"etc/absolute.log", "good.log"});
    CHECK(u.archive.problems.size() == 2);
    CHECK((u.archive.problems[0].kind == ProblemKind::archiveEntry));
    for (const UnpackedFile& entry : u.archive.files)
        CHECK(entry.storedPath.starts_with(u.into.path() + "/"));
    CHECK(safeEntryName("a\\b/./c//d") == "a/b/c/d");
    CHECK(safeEntryName("..").empty());
    CHECK(safeEntryName("/").empty());
}

TEST_CASE("symbolic links are not followed, hard links are the file they name") {
    Unpacked u;
    makeArchive(u.file("x.tar"), Form::tar,
                {{"a.log", "text\n"}, {"link.log", "", AE_IFLNK, "/etc/passwd"}, {"b.log", "", AE_IFREG, "a.log"}});
    u.unpack("x.tar");
    CHECK(u.names() == Names{"a.log", "b.log"});
    CHECK(u.archive.files[1].storedPath == u.archive.files[0].storedPath);
    REQUIRE(u.archive.notes.size() == 1);
    CHECK(u.archive.notes[0].message.find("symbolic link") != std::string::npos);
}

TEST_CASE("an archive without files is said to hold none") {
    Unpacked u;
    writeFile(u.file("x.tar"), std::string(10240, '\0'));
    u.unpack("x.tar");
    CHECK(u.archive.files.empty());
    REQUIRE(u.archive.problems.size() == 1);
    CHECK(u.archive.problems[0].message == "holds no files: it is empty, or nothing but zero bytes");
}

TEST_CASE("an encrypted entry is said to be encrypted") {
    Unpacked u;
    makeArchive(u.file("x.zip"), Form::encryptedZip, {{"a.log", "text\n"}});
    u.unpack("x.zip");
    CHECK(u.archive.files.empty());
    REQUIRE(u.archive.problems.size() == 1);
    CHECK(u.archive.problems[0].path == "x.zip!/a.log");
    CHECK(u.archive.problems[0].message.find("encrypted") != std::string::npos);
}

TEST_CASE("a truncated archive gives what it still holds and a problem") {
    Unpacked u;
    std::string noise;  // does not compress
    for (std::uint32_t i = 0, x = 1; i < 200'000; ++i, x = x * 1664525U + 1013904223U) {
        noise += static_cast<char>('!' + (x >> 24U) % 90U);
    }
    makeArchive(u.file("whole.tgz"), Form::tarGz, {{"a.log", "first\n"}, {"b.log", noise}});
    const std::string bytes = readFile(u.file("whole.tgz"));
    writeFile(u.file("cut.tgz"), bytes.substr(0, bytes.size() / 2));
    u.unpack("cut.tgz");
    REQUIRE(!u.archive.files.empty());
    CHECK(u.archive.files[0].name == "a.log");
    CHECK_FALSE(u.archive.problems.empty());
}

TEST_CASE("a zip bomb, a huge entry and endless entries stop at their limits") {
    Unpacked u;
    makeArchive(u.file("bomb.tgz"), Form::tarGz, {{"a.log", "ok\n"}, {"zeros.log", std::string(8 << 20, ' ')}});
    ArchiveLimits limits;
    limits.freeBytes = 1 << 20;
    u.unpack("bomb.tgz", limits);
    REQUIRE(u.archive.problems.size() == 1);
    CHECK((u.archive.problems[0].kind == ProblemKind::limitReached));
    CHECK(u.archive.problems[0].message.find("zip bomb") != std::string::npos);
    CHECK(u.archive.files[0].name == "a.log");
    CHECK(u.archive.files.back().size < (4U << 20U));

    limits = {};
    limits.entryBytes = 1 << 20;
    Unpacked huge;
    makeArchive(huge.file("huge.tar"), Form::tar, {{"zeros.log", std::string(3 << 20, ' ')}});
    huge.unpack("huge.tar", limits);
    CHECK((huge.archive.problems.at(0).kind == ProblemKind::limitReached));

    limits = {};
    limits.entries = 2;
    Unpacked many;
    makeArchive(many.file("many.tar"), Form::tar, {{"1", "x\n"}, {"2", "x\n"}, {"3", "x\n"}});
    many.unpack("many.tar", limits);
    CHECK(many.names() == Names{"1", "2"});
    CHECK((many.archive.problems.at(0).kind == ProblemKind::limitReached));
}

TEST_CASE("problems beyond those kept are counted") {
    Unpacked u;
    std::vector<Made> entries{{"good.log", "d\n"}};
    for (int i = 0; i < 130; ++i)
        entries.push_back({"../evil" + std::to_string(i), "a\n"});
    makeArchive(u.file("x.tar"), Form::tar, entries);
    u.unpack("x.tar");
    CHECK(u.archive.problems.size() == kMaxProblemsKept);
    CHECK(u.archive.problemCount == 130);
}

TEST_CASE("one compressed file is an archive of one entry") {
    Unpacked u;
    const std::string log = decisionLog({1}, 100);
    makeArchive(u.file("run1.jsonl.gz"), Form::gzOnly, {{"data", log}});
    u.unpack("run1.jsonl.gz");
    CHECK(u.archive.isOneFile);
    CHECK(u.names() == Names{"run1.jsonl"});
    CHECK(u.archive.files.at(0).look.kind == FileKind::decisionLog);
}

TEST_CASE("content of no use is not stored") {
    Unpacked u;
    makeArchive(u.file("x.zip"), Form::zip, {{"model.bin", std::string(1000, '\0')}});
    u.unpack("x.zip");
    CHECK(u.archive.files.at(0).storedPath.empty());
    CHECK(std::filesystem::is_empty(u.into.path()));
}

TEST_CASE("what cannot be opened is an error, stopping is cancelled") {
    Unpacked u;
    CHECK_FALSE(unpackArchive(u.file("absent"), "absent", u.into).hasValue());
    makeArchive(u.file("x.zip"), Form::zip, {{"a.log", "x\n"}});
    std::stop_source stop;
    stop.request_stop();
    CHECK(unpackArchive(u.file("x.zip"), "x.zip", u.into, {}, stop.get_token()).cancelled());
}

TEST_CASE("several entries of one name are a problem that says which is kept") {
    for (const Form form : {Form::tar, Form::zip}) {
        const TemporaryFolder folder;
        makeArchive(folder.file("a"), form,
                    {{"run1/stdout.log", "first\n"}, {"run1/stdout.log", "second\n"}, {"run1/stdout.log", "third\n"}});
        const Result<PrivateFolder> into = PrivateFolder::create();
        REQUIRE(into.hasValue());
        const Result<UnpackedArchive> unpacked = unpackArchive(folder.file("a"), "a", into.value());
        REQUIRE(unpacked.hasValue());
        REQUIRE(unpacked.value().files.size() == 1);
        CHECK(readFile(unpacked.value().files[0].storedPath) == "third\n");
        REQUIRE(unpacked.value().problemCount == 1);
        CHECK(unpacked.value().problems[0].path == "a!/run1/stdout.log");
        CHECK(unpacked.value().problems[0].message.find("the last one is read") != std::string::npos);
    }
}
