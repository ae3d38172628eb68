#pragma once

#include "core/model/result.h"
#include "core/read/file_copy.h"
#include "core/read/private_folder.h"
#include "core/read/sqlite_database.h"
#include "core/read/wal_check.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// The -wal beside a database: its path, or empty when there is none.
[[nodiscard]] std::string walBeside(const std::string& dbPath);

// A user's SQLite database, open for reading without touching anything of the user's. Without a -wal the
// file itself is read as one that nobody writes to; else both are copied into a private folder and the copy is read. A
// rollback journal is never replayed: it may name other files, which SQLite deletes when it has replayed it. Move-only.
// Thread rule: one thread at a time.
class DatabaseSnapshot {
public:
    // walPath empty: none. An Error names the file and what failed.
    [[nodiscard]] static Result<DatabaseSnapshot> open(const std::string& dbPath, const std::string& walPath,
                                                       const std::stop_token& stop);

    [[nodiscard]] const SqliteDatabase& database() const { return m_database; }
    [[nodiscard]] bool isCopy() const { return m_folder.has_value(); }
    // False when a program wrote to a file while it was copied or, for a file read in place, since it was opened: what
    // was read may mix two states.
    [[nodiscard]] bool isConsistent() const;
    // Of the -wal, sound without one: what does not fit is left out without a word by SQLite.
    [[nodiscard]] WalCondition walCondition() const { return m_wal; }
    // A rollback journal lies beside the database: a write was interrupted, and what was read may hold half of it.
    [[nodiscard]] bool isBesideJournal() const { return m_besideJournal; }

private:
    struct Source {
        std::string path, suffix;
        FileStamp stamp;
    };

    explicit DatabaseSnapshot(SqliteDatabase database) : m_database(std::move(database)) {}
    [[nodiscard]] static Result<std::vector<Source>> findSources(const std::string& dbPath, const std::string& walPath);
    [[nodiscard]] static Result<PrivateFolder> copyAll(const std::vector<Source>& sources, const std::stop_token& stop);
    [[nodiscard]] static bool areUnchanged(const std::vector<Source>& sources);

    // Declared first, destroyed last: the database in it is closed before.
    std::optional<PrivateFolder> m_folder;
    SqliteDatabase m_database;
    std::vector<Source> m_sources;
    bool m_copiedConsistently = true;
    WalCondition m_wal = WalCondition::sound;
    bool m_besideJournal = false;
};

}  // namespace flipscope
