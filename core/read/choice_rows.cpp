#include "core/read/choice_rows.h"

#include "core/model/key_json.h"
#include "core/read/cbor_json.h"
#include "core/read/database_rows.h"
#include "core/read/database_snapshot.h"
#include "core/read/sqlite_database.h"

#include <optional>
#include <utility>

namespace flipscope {

namespace {

bool isKey(const std::string& keyJson, const std::string& canonical) {
    const std::optional<KeyJson> parsed = parseKeyJson(keyJson);
    return parsed && canonicalJson(*parsed) == canonical;
}

}  // namespace

Result<std::vector<ChoiceRow>> findChoiceRows(const std::string& dbPath, const std::string& walPath,
                                              const std::string& canonicalJson, const std::string& checksum,
                                              const std::stop_token& stop) {
    const Result<DatabaseSnapshot> snapshot = DatabaseSnapshot::open(dbPath, walPath, stop);
    if (snapshot.cancelled()) return Cancelled{};
    if (!snapshot) return Error{snapshot.errorMessage()};
    std::vector<ChoiceRow> rows;
    const std::string limit = std::to_string(kMaxCborBytes);
    for (const std::string table : {"entries", "cache_entries"}) {  // the one that is missing cannot be prepared
        SqliteQuery query(snapshot.value().database(),
                          "SELECT CAST(rowid AS TEXT), namespace, key, CASE WHEN length(value) <= " + limit +
                              " THEN value END FROM " + table +
                              " WHERE namespace >= 'autotune/' AND namespace < 'autotune0' ORDER BY rowid");
        while (!stop.stop_requested() && query.step() == SqliteQuery::Step::row) {
            std::string reason;
            if (!query.isTextOrBlob(2) || !query.isTextOrBlob(3)) continue;
            const auto choice = readChoiceRow({query.bytes(1), query.bytes(2), query.bytes(3)}, reason);
            if (!choice || !isKey(choice->keyJson, canonicalJson)) continue;
            if (!checksum.empty() && choice->checksum != checksum) continue;
            rows.push_back({table, std::string(query.bytes(0)), std::string(query.bytes(1)), {choice->winner}});
        }
    }
    if (stop.stop_requested()) return Cancelled{};
    return rows;
}

}  // namespace flipscope
