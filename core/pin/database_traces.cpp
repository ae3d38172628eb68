#include "core/pin/database_traces.h"

#include "core/model/key_json.h"
#include "core/read/cbor_json.h"
#include "core/read/choice_rows.h"
#include "core/read/database_rows.h"
#include "core/read/database_snapshot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

// Columns: rowid, namespace, key, value. Null when it holds no decision.
std::optional<RecordedDecision> decisionIn(const SqliteQuery& query) {
    std::string reason;
    if (!query.isTextOrBlob(2) || !query.isTextOrBlob(3)) return std::nullopt;
    std::optional<RawRecord> record = readRecordRow({query.bytes(1), query.bytes(2), query.bytes(3)}, reason);
    const std::optional<KeyJson> key = record && !record->dryRun ? parseKeyJson(record->keyJson) : std::nullopt;
    if (!key) return std::nullopt;
    return RecordedDecision{{},
                            record->session,
                            rowNumber(query.bytes(0)),
                            std::move(record->place.device),
                            std::move(record->place.tuner),
                            canonicalJson(*key),
                            std::move(record->checksum),
                            {record->winner}};
}

std::vector<RecordedDecision> decisionsIn(const std::string& path, const std::stop_token& stop) {
    std::vector<RecordedDecision> decisions;
    const Result<DatabaseSnapshot> snapshot = DatabaseSnapshot::open(path, walBeside(path), stop);
    if (!snapshot) return decisions;
    for (const std::string table : {"entries", "cache_entries"}) {  // the one that is missing cannot be prepared
        SqliteQuery query(
            snapshot.value().database(),
            "SELECT CAST(rowid AS TEXT), namespace, key, CASE WHEN length(value) <= " + std::to_string(kMaxCborBytes) +
                " THEN value END FROM " + table + " WHERE namespace = 'records/v1/autotune' ORDER BY rowid");
        while (!stop.stop_requested() && query.step() == SqliteQuery::Step::row) {
            if (auto decision = decisionIn(query)) decisions.push_back(std::move(*decision));
        }
    }
    return decisions;
}

bool isOfOtherRun(const Dataset& dataset, RunIndex run, std::uint64_t session) {
    for (std::uint32_t i = 0; i < dataset.runs.size(); ++i) {
        const std::optional<DatabaseSession>& known = dataset.runs[i].session;
        if (known && known->id == session) return run != RunIndex{i};
    }
    return false;
}

}  // namespace

std::int64_t rowNumber(std::string_view rowid) {
    std::int64_t number = 0;
    std::from_chars(rowid.data(), rowid.data() + rowid.size(), number);
    return number;
}

bool wasOpened(const std::string& databasePath) {
    constexpr std::array kSuffixes = {"-wal", "-shm", "-tshm"};
    std::error_code error;
    const bool hasCompanion = std::any_of(kSuffixes.begin(), kSuffixes.end(), [&](const char* suffix) {
        return std::filesystem::exists(databasePath + suffix, error);
    });
    return hasCompanion || isInWalMode(databasePath);
}

RunTraces tracesOfRuns(const Dataset& dataset, const WinnerMatrix& matrix, const std::stop_token& stop) {
    RunTraces traces;
    std::map<std::string, std::vector<RecordedDecision>> known;  // runs can share a database
    for (const RunIndex run : matrix.runs) {
        bool opened = false;
        for (const std::string& path : databasesOf(runOf(dataset, run))) {
            opened = opened || wasOpened(path);
            if (known.count(path) == 0) known[path] = decisionsIn(path, stop);
            for (RecordedDecision decision : known[path]) {
                if (isOfOtherRun(dataset, run, decision.session)) continue;
                decision.run = run;
                traces.decisions.push_back(std::move(decision));
            }
        }
        if (opened) traces.opened.push_back(run);
    }
    return traces;
}

}  // namespace flipscope
