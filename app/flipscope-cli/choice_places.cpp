#include "app/flipscope-cli/choice_places.h"

#include "core/read/choice_rows.h"
#include "core/read/database_snapshot.h"

namespace flipscope::cli {

std::vector<ChoicePlace> choicePlaces(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                      const std::stop_token& stop) {
    std::vector<ChoicePlace> places;
    const std::optional<CandidateSetIndex> set = analysis.keys[key.value].set;
    const std::string checksum = set ? setOf(dataset, *set).checksum : std::string();
    for (const RunIndex index : analysis.matrix.runs) {
        const Run& run = runOf(dataset, index);
        for (const std::string& path : databasesOf(run)) {
            const auto rows = findChoiceRows(path, walBeside(path), keyOf(dataset, key).canonicalJson, checksum, stop);
            if (!rows) continue;
            for (const ChoiceRow& row : rows.value())
                places.push_back({run.id, path, row.table, row.rowid, row.nameSpace, row.holds});
        }
    }
    return places;
}

}  // namespace flipscope::cli
