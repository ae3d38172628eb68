#include "core/read/sqlite_database.h"

#include "core/read/file_bytes.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sqlite3.h>

namespace flipscope {
namespace {

constexpr int kLongestValue = 64 << 20;         // bytes of one text or blob
constexpr int kStepsBetweenQuestions = 10'000;  // of SQLite's virtual machine
constexpr std::uint64_t kMostQuestions = 20'000;

}  // namespace

struct SqliteDatabase::Watch {
    std::stop_token stop;
    std::uint64_t questions = 0;

    static int ask(void* self) {
        auto* watch = static_cast<Watch*>(self);
        return watch->stop.stop_requested() || ++watch->questions > kMostQuestions ? 1 : 0;
    }
};

SqliteDatabase::SqliteDatabase() : m_watch(std::make_unique<Watch>()) {}
SqliteDatabase::SqliteDatabase(SqliteDatabase&&) noexcept = default;
SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&&) noexcept = default;
SqliteDatabase::~SqliteDatabase() = default;

void SqliteDatabase::Closer::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& name, int flags, const std::stop_token& stop) {
    SqliteDatabase database;
    sqlite3* handle = nullptr;
    const int outcome = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_PRIVATECACHE, nullptr);
    database.m_handle.reset(handle);
    if (outcome != SQLITE_OK) return Error{database.lastError()};
    database.guard(stop);
    return database;
}

void SqliteDatabase::guard(const std::stop_token& stop) {
    sqlite3* handle = m_handle.get();
    m_watch->stop = stop;
    sqlite3_progress_handler(handle, kStepsBetweenQuestions, &Watch::ask, m_watch.get());
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    // A copy that is thrown away needs neither its -wal written back nor anything flushed to disk.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    sqlite3_exec(handle, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA synchronous=OFF;", nullptr, nullptr,
                 nullptr);
}

Result<SqliteDatabase> SqliteDatabase::openUnchanging(const std::string& path, const std::stop_token& stop) {
    return open(sqliteUri(path, "mode=ro&immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, stop);
}

Result<SqliteDatabase> SqliteDatabase::openOwn(const std::string& path, const std::stop_token& stop) {
    return open(sqliteUri(path, "mode=rw"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, stop);
}

std::string SqliteDatabase::lastError() const {
    return m_handle == nullptr ? "out of memory" : sqlite3_errmsg(m_handle.get());
}

void SqliteQuery::Finaliser::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

SqliteQuery::SqliteQuery(const SqliteDatabase& database, std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    m_statement.reset(statement);
}

SqliteQuery::Step SqliteQuery::step() {
    if (m_statement == nullptr) return Step::failed;
    const int outcome = sqlite3_step(m_statement.get());
    if (outcome == SQLITE_ROW) return Step::row;
    return outcome == SQLITE_DONE ? Step::done : Step::failed;
}

bool SqliteQuery::isTextOrBlob(int column) const {
    const int type = sqlite3_column_type(m_statement.get(), column);
    return type == SQLITE_TEXT || type == SQLITE_BLOB;
}

std::string_view SqliteQuery::bytes(int column) const {
    if (!isTextOrBlob(column)) return {};
    const void* data = sqlite3_column_blob(m_statement.get(), column);
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    if (data == nullptr || size <= 0) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

std::string sqliteUri(const std::string& path, std::string_view query) {
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
    std::string uri = "file://";
    for (const char c : absolute.native()) {
        if (kPlain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += '%';
            uri += kDigits[byte >> 4U];
            uri += kDigits[byte & 0xfU];
        }
    }
    uri += '?';
    uri += query;
    return uri;
}

bool isInWalMode(const std::string& path) {
    constexpr std::size_t kReadVersion = 19;
    const Result<InputFile> opened = InputFile::open(path);
    std::array<char, kReadVersion + 1> head{};
    if (!opened) return false;
    const Result<std::size_t> got = opened.value().readAt(0, head.data(), head.size());
    return got && got.value() == head.size() && head[kReadVersion] == 2;
}

}  // namespace flipscope
