#include "tests/support/database_entries.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

namespace flipscope::testing {

namespace {

// Calls use(statement) for each row of the query.
template <class Use>
void forEachRow(const std::string& path, const char* sql, Use use) {
    sqlite3* handle = nullptr;
    const std::string uri = "file:" + path + "?mode=ro&immutable=1";
    if (sqlite3_open_v2(uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK) {
        throw std::runtime_error("cannot open " + path);
    }
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr);
    int step = sqlite3_step(statement);
    for (; step == SQLITE_ROW; step = sqlite3_step(statement))
        use(statement);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    if (step != SQLITE_DONE) throw std::runtime_error("cannot read " + path);
}

std::string bytesOf(sqlite3_stmt* statement, int column) {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    return size == 0 ? std::string() : std::string(data, size);
}

}  // namespace

DatabaseEntries entriesOf(const std::string& path) {
    DatabaseEntries entries;
    forEachRow(path, "SELECT namespace, key, value, origin FROM entries", [&](sqlite3_stmt* row) {
        entries[{bytesOf(row, 0), bytesOf(row, 1)}] = {bytesOf(row, 2), bytesOf(row, 3)};
    });
    return entries;
}

std::map<std::string, std::string> metaOf(const std::string& path) {
    std::map<std::string, std::string> meta;
    forEachRow(path, "SELECT k, v FROM meta", [&](sqlite3_stmt* row) { meta[bytesOf(row, 0)] = bytesOf(row, 1); });
    return meta;
}

}  // namespace flipscope::testing
