#include "app/flipscope-cli/choice_places.h"

#include "core/read/choice_rows.h"
#include "core/read/database_snapshot.h"

#include <filesystem>

namespace flipscope::cli {

namespace {

bool isDatabase(const std::string& path) {
    std::error_code error;
    return path.ends_with(".db") && std::filesystem::is_regular_file(path, error);
}

}  // namespace

std::vector<ChoicePlace> choicePlaces(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                      const std::stop_token& stop) {
    std::vector<ChoicePlace> places;
    const std::optional<CandidateSetIndex> set = analysis.keys[key.value].set;
    const std::string checksum = set ? setOf(dataset, *set).checksum : std::string();
    for (const RunIndex index : analysis.matrix.runs) {
        const Run& run = runOf(dataset, index);
        for (const std::string& path : run.sources) {
            if (!isDatabase(path)) continue;
            const auto rows = findChoiceRows(path, walBeside(path), keyOf(dataset, key).canonicalJson, checksum, stop);
            if (!rows) continue;
            for (const ChoiceRow& row : rows.value())
                places.push_back({run.id, path, row.table, row.rowid, row.nameSpace, row.holds});
        }
    }
    return places;
}

}  // namespace flipscope::cli
