#pragma once

#include "core/model/result.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace flipscope {

// An SQLite database opened for reading hostile files: no functions or triggers of the file run, no work without end.
// Move-only. Thread rule: one thread at a time.
class SqliteDatabase {
public:
    // Opens a file that nothing writes to: creates no file beside it, takes no lock, works in read-only folders. A -wal
    // beside it is not read.
    [[nodiscard]] static Result<SqliteDatabase> openUnchanging(const std::string& path, const std::stop_token& stop);
    // Opens a file that is ours alone, with the -wal beside it, which is applied to it. Never with a -journal
    // that came from elsewhere: SQLite deletes the files that it names.
    [[nodiscard]] static Result<SqliteDatabase> openOwn(const std::string& path, const std::stop_token& stop);

    SqliteDatabase(SqliteDatabase&&) noexcept;
    SqliteDatabase& operator=(SqliteDatabase&&) noexcept;
    ~SqliteDatabase();

    [[nodiscard]] sqlite3* handle() const { return m_handle.get(); }
    // The last error of the library in words.
    [[nodiscard]] std::string lastError() const;

private:
    struct Watch;  // counts the work of all statements, which is limited, and asks whether to stop
    struct Closer {
        void operator()(sqlite3* handle) const;
    };
    SqliteDatabase();
    [[nodiscard]] static Result<SqliteDatabase> open(const std::string& name, int flags, const std::stop_token& stop);
    void guard(const std::stop_token& stop);

    std::unique_ptr<Watch> m_watch;
    std::unique_ptr<sqlite3, Closer> m_handle;
};

// One prepared query. Columns count from 0; views of text and blobs live until the next step.
class SqliteQuery {
public:
    enum class Step : std::uint8_t { row, done, failed };

    // A query that cannot be prepared steps to `failed` at once. The database must outlive it.
    SqliteQuery(const SqliteDatabase& database, std::string_view sql);

    [[nodiscard]] Step step();
    [[nodiscard]] bool isTextOrBlob(int column) const;
    // The bytes of a text or blob; empty for anything else.
    [[nodiscard]] std::string_view bytes(int column) const;

private:
    struct Finaliser {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finaliser> m_statement;
};

// The file: URI of a path, any byte that has a meaning there escaped. `query` begins behind "?".
[[nodiscard]] std::string sqliteUri(const std::string& path, std::string_view query);

// The file says that what is written to it goes to a -wal beside it first (SQLite file format §1.3: the version for
// reading is 2). Closing the last writer brings all over and removes the -wal, but leaves the mode.
[[nodiscard]] bool isInWalMode(const std::string& path);

}  // namespace flipscope
