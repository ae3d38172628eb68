#include "tests/support/sample_database.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include <sqlite3.h>

namespace flipscope::testing {
namespace {

std::string cborOf(const nlohmann::json& value) {
    const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(value);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    m_path = (std::filesystem::temp_directory_path() / "flipscope-test-XXXXXX").string();
    if (::mkdtemp(m_path.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(m_path, ignored);
}

std::vector<std::string> TemporaryFolder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_path))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void writeFile(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

SampleDatabase::SampleDatabase(const std::string& path, Journal journal, const std::string& table,
                               const std::string& version)
    : m_path(path), m_table(table) {
    if (sqlite3_open(path.c_str(), &m_handle) != SQLITE_OK) throw std::runtime_error("cannot make " + path);
    run("PRAGMA synchronous=OFF");  // no test pulls the plug, and waiting for the disk is most of the time
    run(journal == Journal::wal ? "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0"
                                : "PRAGMA journal_mode=DELETE");
    run("CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL)");
    run("INSERT INTO meta VALUES ('schema_version', '" + version + "')");
    run("CREATE TABLE " + table +
        " (namespace TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, origin INTEGER NOT NULL, "
        "PRIMARY KEY (namespace, key))");
}

SampleDatabase::~SampleDatabase() {
    sqlite3_close(m_handle);
}

void SampleDatabase::run(const std::string& sql) {
    if (sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        throw std::runtime_error(sql + ": " + sqlite3_errmsg(m_handle));
    }
}

void SampleDatabase::add(const std::string& nameSpace, const nlohmann::json& key, const nlohmann::json& value) {
    addBytes(nameSpace, cborOf(key), cborOf(value));
}

void SampleDatabase::addBytes(const std::string& nameSpace, const std::string& key, const std::string& value) {
    sqlite3_stmt* insert = nullptr;
    const std::string sql = "INSERT INTO " + m_table + " VALUES (?, ?, ?, 0)";
    sqlite3_prepare_v2(m_handle, sql.c_str(), -1, &insert, nullptr);
    sqlite3_bind_text(insert, 1, nameSpace.data(), static_cast<int>(nameSpace.size()), nullptr);
    sqlite3_bind_blob(insert, 2, key.data(), static_cast<int>(key.size()), nullptr);
    sqlite3_bind_blob(insert, 3, value.data(), static_cast<int>(value.size()), nullptr);
    const int outcome = sqlite3_step(insert);
    sqlite3_finalize(insert);
    if (outcome != SQLITE_DONE) throw std::runtime_error(std::string("insert: ") + sqlite3_errmsg(m_handle));
}

void SampleDatabase::copyFilesTo(const std::string& path) const {
    for (const char* suffix : {"", "-wal"}) {
        if (std::filesystem::exists(m_path + suffix)) std::filesystem::copy_file(m_path + suffix, path + suffix);
    }
}

nlohmann::json sampleKey(std::uint64_t m, const std::string& checksum) {
    return {{"key", {{"definition", {{"m", m}}}}}, {"checksum", checksum}};
}

nlohmann::json sampleSuccess(const std::string& name, std::uint32_t index, std::uint64_t nanoseconds) {
    const nlohmann::json time{{"secs", 0}, {"nanos", nanoseconds}};
    return {
        {"outcome",
         {{"Ok",
           {{"name", name},
            {"index", index},
            {"computation", {{"mean", time}, {"median", time}, {"variance", time}, {"min", time}, {"max", time}}}}}}}};
}

nlohmann::json sampleSkip(const std::string& name) {
    return {{"outcome", {{"Err", {{"Skip", {{"name", name}}}}}}}};
}

}  // namespace flipscope::testing
