#include "core/pin/candidate_names.h"

#include "core/read/cbor_json.h"
#include "core/read/database_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace flipscope {

namespace {

// Calls `take` with each row until it returns false.
void forRows(const SqliteDatabase& database, const std::string& condition, const std::stop_token& stop,
             const std::function<bool(const RawRow&)>& take) {
    SqliteQuery query(database, "SELECT namespace, key, CASE WHEN length(value) <= " + std::to_string(kMaxCborBytes) +
                                    " THEN value END FROM entries WHERE " + condition + " ORDER BY rowid");
    while (!stop.stop_requested() && query.step() == SqliteQuery::Step::row) {
        if (query.isTextOrBlob(1) && query.isTextOrBlob(2) && !take({query.bytes(0), query.bytes(1), query.bytes(2)}))
            return;
    }
}

}  // namespace

std::string nameDisagreement(const Pin& pin, const std::vector<std::string>& names) {
    if (pin.candidateName.empty() || names.empty()) return {};
    const std::size_t index = pin.candidate.value;
    if (index >= names.size()) return "the set has " + std::to_string(names.size()) + " candidates only";
    if (names[index].empty() || names[index] == pin.candidateName) return {};
    const std::string words = "candidate " + std::to_string(index) + " is " + names[index];
    const auto other = std::find(names.begin(), names.end(), pin.candidateName);
    if (other != names.end()) {
        return words + ", and " + pin.candidateName + " is " + std::to_string(other - names.begin());
    }
    const bool isWhole = std::find(names.begin(), names.end(), "") == names.end();
    return words + (isWhole ? ", and none is called " + pin.candidateName : "");
}

SetNames namesInDatabase(const SqliteDatabase& database, std::set<std::string> checksums, const std::stop_token& stop) {
    SetNames known;
    std::string reason;
    forRows(database, "namespace = 'records/v1/autotune'", stop, [&](const RawRow& row) {
        std::optional<RawRecord> record = readRecordRow(row, reason);
        if (record && !record->names.empty() && checksums.erase(record->checksum) > 0) {
            known[record->checksum] = std::move(record->names);
        }
        return !checksums.empty();
    });
    if (checksums.empty()) return known;
    // Each row tells the candidates that ran for its key.
    forRows(database, "namespace >= 'autotune/' AND namespace < 'autotune0'", stop, [&](const RawRow& row) {
        const std::optional<RawChoice> choice = readChoiceRow(row, reason);
        if (!choice || checksums.count(choice->checksum) == 0 || choice->candidates == 0) return true;
        std::vector<std::string>& names = known[choice->checksum];
        names.resize(std::max(names.size(), choice->candidates));
        for (const auto& [index, name] : choice->names)
            if (index < names.size()) names[index] = name;
        return true;
    });
    return known;
}

}  // namespace flipscope
