#pragma once

#include "core/model/result.h"
#include "core/read/sqlite_database.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;

namespace flipscope {

// An environment database being made: a file of its own beside the place where it is to stand, which gets its name only
// when it is whole. Schema: formats cubecl-0.11 §4.3, version 3, in rollback mode (one file, header versions 1/1).
// Without publish() nothing is left. Move-only. Thread rule: one thread at a time.
class NewDatabase {
public:
    // mode: permissions of the file.
    [[nodiscard]] static Result<NewDatabase> create(const std::string& target, unsigned mode);

    NewDatabase(NewDatabase&& other) noexcept;
    NewDatabase& operator=(NewDatabase&& other) noexcept;
    NewDatabase(const NewDatabase&) = delete;
    NewDatabase& operator=(const NewDatabase&) = delete;
    ~NewDatabase();

    // Copies rows of `entries` with their types and bytes, in the order of the file. condition: SQL over its columns.
    // The number of rows.
    [[nodiscard]] Result<std::size_t> copyRows(const SqliteDatabase& base, const std::string& condition);
    // What `meta` holds but the version of the schema.
    [[nodiscard]] std::optional<Error> copyMeta(const SqliteDatabase& base);
    [[nodiscard]] std::optional<Error> addRow(std::string_view nameSpace, std::string_view key, std::string_view value);
    // Ends writing and checks the file; rows cannot be added afterwards.
    [[nodiscard]] std::optional<Error> finish();
    // The file as it stands before it has its name.
    [[nodiscard]] const std::string& path() const { return m_path; }
    // Flushes it to disk and gives it its name. replace: an existing file of that name goes; else it is an Error.
    [[nodiscard]] std::optional<Error> publish(bool replace);

private:
    struct Closer {
        void operator()(sqlite3* handle) const;
    };
    NewDatabase(std::string target, std::string path) : m_target(std::move(target)), m_path(std::move(path)) {}
    [[nodiscard]] Error failure(const std::string& what) const;
    [[nodiscard]] std::optional<Error> run(const char* sql);
    [[nodiscard]] Result<std::size_t> copy(const SqliteDatabase& base, const std::string& select,
                                           const std::string& insert);

    std::string m_target, m_path;
    std::unique_ptr<sqlite3, Closer> m_handle;
};

}  // namespace flipscope
