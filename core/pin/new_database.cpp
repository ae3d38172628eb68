#include "core/pin/new_database.h"

#include "core/read/shown_text.h"
#include "core/read/system_message.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

struct Finaliser {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finaliser>;

Statement prepare(sqlite3* handle, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
    return Statement(statement);
}

constexpr const char* kSchema =
    "PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
    "BEGIN;"
    "CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL);"
    "INSERT INTO meta VALUES ('schema_version', '3');"
    "CREATE TABLE entries (namespace TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, origin INTEGER NOT NULL, "
    "PRIMARY KEY (namespace, key));";
constexpr const char* kInsert = "INSERT INTO entries VALUES (?, ?, ?, ?)";
constexpr int kLocalOrigin = 0;

bool flushToDisk(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool flushed = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return flushed;
}

// errno tells why when false.
bool moveTo(const std::string& from, const std::string& to, bool replace) {
    if (replace) return std::rename(from.c_str(), to.c_str()) == 0;
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    // Not on this file system: a second name cannot replace a file either.
    return ::link(from.c_str(), to.c_str()) == 0 && ::unlink(from.c_str()) == 0;
}

}  // namespace

void NewDatabase::Closer::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

NewDatabase::NewDatabase(NewDatabase&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_path(std::exchange(other.m_path, {})),
      m_handle(std::move(other.m_handle)) {}

NewDatabase& NewDatabase::operator=(NewDatabase&& other) noexcept {
    std::swap(m_target, other.m_target);
    std::swap(m_path, other.m_path);
    std::swap(m_handle, other.m_handle);
    return *this;
}

NewDatabase::~NewDatabase() {
    m_handle.reset();
    if (!m_path.empty()) ::unlink(m_path.c_str());
}

Error NewDatabase::failure(const std::string& what) const {
    return Error{"cannot write " + shownText(m_target) + ": " + what};
}

std::optional<Error> NewDatabase::run(const char* sql) {
    if (sqlite3_exec(m_handle.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
    return failure(sqlite3_errmsg(m_handle.get()));
}

Result<NewDatabase> NewDatabase::create(const std::string& target, unsigned mode) {
    std::string path = target + ".XXXXXX";
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return Error{"cannot write beside " + shownText(target) + ": " + systemMessage()};
    NewDatabase made(target, path);
    const bool allowed = ::fchmod(descriptor, static_cast<mode_t>(mode)) == 0;
    ::close(descriptor);
    if (!allowed) return made.failure(systemMessage());
    sqlite3* handle = nullptr;
    const int opened = sqlite3_open_v2(sqliteUri(path, "mode=rw").c_str(), &handle,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_PRIVATECACHE, nullptr);
    made.m_handle.reset(handle);
    if (opened != SQLITE_OK) return made.failure(handle != nullptr ? sqlite3_errmsg(handle) : "out of memory");
    if (auto error = made.run(kSchema)) return *error;
    return made;
}

Result<std::size_t> NewDatabase::copy(const SqliteDatabase& base, const std::string& select,
                                      const std::string& insert) {
    const Statement from = prepare(base.handle(), select);
    const Statement into = prepare(m_handle.get(), insert);
    if (from == nullptr) return Error{"cannot read the base database: " + base.lastError()};
    if (into == nullptr) return failure(sqlite3_errmsg(m_handle.get()));
    const int columns = sqlite3_column_count(from.get());
    std::size_t rows = 0;
    int step = sqlite3_step(from.get());
    for (; step == SQLITE_ROW; step = sqlite3_step(from.get())) {
        for (int i = 0; i < columns; ++i)
            sqlite3_bind_value(into.get(), i + 1, sqlite3_column_value(from.get(), i));
        if (sqlite3_step(into.get()) != SQLITE_DONE) {
            return failure(std::string("a row of the base is refused: ") + sqlite3_errmsg(m_handle.get()));
        }
        sqlite3_reset(into.get());
        ++rows;
    }
    if (step != SQLITE_DONE) return Error{"cannot read the base database to its end: " + base.lastError()};
    return rows;
}

Result<std::size_t> NewDatabase::copyRows(const SqliteDatabase& base, const std::string& condition) {
    return copy(base, "SELECT namespace, key, value, origin FROM entries WHERE " + condition + " ORDER BY rowid",
                kInsert);
}

std::optional<Error> NewDatabase::copyMeta(const SqliteDatabase& base) {
    const Result<std::size_t> copied = copy(base, "SELECT k, v FROM meta WHERE k <> 'schema_version' ORDER BY rowid",
                                            "INSERT INTO meta VALUES (?, ?)");
    return copied ? std::nullopt : std::optional(Error{copied.errorMessage()});
}

std::optional<Error> NewDatabase::addRow(std::string_view nameSpace, std::string_view key, std::string_view value) {
    const Statement insert = prepare(m_handle.get(), kInsert);
    if (insert == nullptr) return failure(sqlite3_errmsg(m_handle.get()));
    sqlite3_bind_text(insert.get(), 1, nameSpace.data(), static_cast<int>(nameSpace.size()), SQLITE_STATIC);
    sqlite3_bind_blob(insert.get(), 2, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    sqlite3_bind_blob(insert.get(), 3, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
    sqlite3_bind_int(insert.get(), 4, kLocalOrigin);
    if (sqlite3_step(insert.get()) == SQLITE_DONE) return std::nullopt;
    return failure(sqlite3_errmsg(m_handle.get()));
}

std::optional<Error> NewDatabase::finish() {
    if (auto error = run("COMMIT")) return error;
    {
        const Statement check = prepare(m_handle.get(), "PRAGMA integrity_check(1)");
        const bool asked = check != nullptr && sqlite3_step(check.get()) == SQLITE_ROW;
        const auto* answer = asked ? sqlite3_column_text(check.get(), 0) : nullptr;
        const std::string words = answer == nullptr ? "no answer" : reinterpret_cast<const char*>(answer);
        if (words != "ok") return failure("the file made is damaged: " + words);
    }
    m_handle.reset();
    return std::nullopt;
}

std::optional<Error> NewDatabase::publish(bool replace) {
    if (!flushToDisk(m_path) || !moveTo(m_path, m_target, replace)) return failure(systemMessage());
    m_path.clear();
    const std::filesystem::path folder = std::filesystem::path(m_target).parent_path();
    flushToDisk(folder.empty() ? "." : folder.string());  // so that the name survives a loss of power; best effort
    return std::nullopt;
}

}  // namespace flipscope
