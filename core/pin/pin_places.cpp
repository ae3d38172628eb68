#include "core/pin/pin_places.h"

#include "core/pin/database_traces.h"
#include "core/read/choice_rows.h"
#include "core/read/database_snapshot.h"

#include <map>
#include <set>
#include <utility>

namespace flipscope {

std::vector<PlacedChoice> placesOfRuns(const Dataset& dataset, const WinnerMatrix& matrix,
                                       const std::stop_token& stop) {
    std::vector<PlacedChoice> places;
    std::map<std::string, std::vector<ChoiceRow>> known;  // runs can share a database
    for (const RunIndex run : matrix.runs) {
        for (const std::string& path : databasesOf(runOf(dataset, run))) {
            if (known.count(path) == 0) {
                Result<ChoiceRows> rows = readChoiceRows(path, walBeside(path), stop);
                known[path] = rows ? std::move(rows.value().rows) : std::vector<ChoiceRow>();
            }
            for (const ChoiceRow& row : known[path])
                places.push_back(
                    {run, row.nameSpace, row.canonicalJson, row.checksum, row.holds, rowNumber(row.rowid)});
        }
    }
    return places;
}

std::vector<std::string> placesOfKey(const std::vector<PlacedChoice>& places, const Dataset& dataset,
                                     const WinnerMatrix& matrix, KeyIndex key, const std::string& checksum,
                                     const std::vector<std::size_t>& columns) {
    std::set<std::string> own, all;
    for (const std::size_t column : columns) {
        const WinnerCell& cell = matrix.at(key, column);
        for (const PlacedChoice& place : places) {
            if (place.run != matrix.runs[column] || place.checksum != checksum) continue;
            if (place.canonicalJson != keyOf(dataset, key).canonicalJson) continue;
            all.insert(place.nameSpace);
            if (cell.winner == place.holds) own.insert(place.nameSpace);
        }
    }
    const std::set<std::string>& chosen = own.empty() ? all : own;
    return {chosen.begin(), chosen.end()};
}

}  // namespace flipscope
