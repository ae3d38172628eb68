#include "core/read/choice_rows.h"

#include "core/model/key_json.h"
#include "core/read/cbor_json.h"
#include "core/read/database_rows.h"
#include "core/read/database_snapshot.h"
#include "core/read/sqlite_database.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace flipscope {

namespace {

// Columns: rowid, namespace, key, value. Null when it holds no choice.
std::optional<ChoiceRow> choiceRow(const SqliteQuery& query, const std::string& table) {
    std::string reason;
    if (!query.isTextOrBlob(2) || !query.isTextOrBlob(3)) return std::nullopt;
    std::optional<RawChoice> choice = readChoiceRow({query.bytes(1), query.bytes(2), query.bytes(3)}, reason);
    const std::optional<KeyJson> key = choice ? parseKeyJson(choice->keyJson) : std::nullopt;
    if (!key) return std::nullopt;
    return ChoiceRow{table,
                     std::string(query.bytes(0)),
                     std::string(query.bytes(1)),
                     {choice->winner},
                     std::string(query.bytes(2)),
                     canonicalJson(*key),
                     std::move(choice->checksum),
                     choice->candidates};
}

}  // namespace

std::vector<std::string> databasesOf(const Run& run) {
    std::vector<std::string> paths;
    std::error_code error;
    for (const std::string& path : run.sources) {
        if (path.ends_with(".db") && std::filesystem::is_regular_file(path, error)) paths.push_back(path);
    }
    return paths;
}

ChoiceRows choiceRowsIn(const SqliteDatabase& database, const std::stop_token& stop) {
    ChoiceRows found;
    const std::string limit = std::to_string(kMaxCborBytes);
    for (const std::string table : {"entries", "cache_entries"}) {  // the one that is missing cannot be prepared
        SqliteQuery query(database, "SELECT CAST(rowid AS TEXT), namespace, key, CASE WHEN length(value) <= " + limit +
                                        " THEN value END FROM " + table +
                                        " WHERE namespace >= 'autotune/' AND namespace < 'autotune0' ORDER BY rowid");
        while (!stop.stop_requested() && query.step() == SqliteQuery::Step::row) {
            std::optional<ChoiceRow> row = choiceRow(query, table);
            if (row) {
                found.rows.push_back(std::move(*row));
            } else {
                ++found.unreadable;
            }
        }
    }
    return found;
}

Result<ChoiceRows> readChoiceRows(const std::string& dbPath, const std::string& walPath, const std::stop_token& stop) {
    const Result<DatabaseSnapshot> snapshot = DatabaseSnapshot::open(dbPath, walPath, stop);
    if (snapshot.cancelled()) return Cancelled{};
    if (!snapshot) return Error{snapshot.errorMessage()};
    ChoiceRows found = choiceRowsIn(snapshot.value().database(), stop);
    if (stop.stop_requested()) return Cancelled{};
    return found;
}

Result<std::vector<ChoiceRow>> findChoiceRows(const std::string& dbPath, const std::string& walPath,
                                              const std::string& canonicalJson, const std::string& checksum,
                                              const std::stop_token& stop) {
    Result<ChoiceRows> all = readChoiceRows(dbPath, walPath, stop);
    if (all.cancelled()) return Cancelled{};
    if (!all) return Error{all.errorMessage()};
    std::vector<ChoiceRow> rows = std::move(all.value().rows);
    std::erase_if(rows, [&](const ChoiceRow& row) {
        return row.canonicalJson != canonicalJson || (!checksum.empty() && row.checksum != checksum);
    });
    return rows;
}

}  // namespace flipscope
