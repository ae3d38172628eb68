#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/format.h"
#include "core/report/json_report.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <utility>

namespace flipscope::cli {

namespace {

using TableMaker = std::function<DataTable(const Dataset&, const Analysis&)>;

TableMaker timings(TimingField field) {
    return [field](const Dataset& dataset, const Analysis& analysis) { return timingsTable(dataset, analysis, field); };
}

DataTable allCandidates(const Dataset& dataset, const Analysis& analysis) {
    std::vector<KeyIndex> keys;
    for (const KeyVerdict& key : analysis.keys)
        keys.push_back(key.key);
    return candidatesTable(dataset, analysis, keys);
}

const std::vector<std::pair<std::string, TableMaker>>& tables() {
    static const std::vector<std::pair<std::string, TableMaker>> kTables{
        {"winners", winnersTable},
        {"sources", winnerSourcesTable},
        {"keys", keysTable},
        {"candidates", allCandidates},
        {"medians", timings(TimingField::median)},
        {"means", timings(TimingField::mean)},
        {"minima", timings(TimingField::minimum)},
        {"maxima", timings(TimingField::maximum)},
        {"runs", runsTable},
        {"drift", driftTable},
        {"environment", environmentTable},
        {"problems", [](const Dataset& dataset, const Analysis&) { return problemsTable(dataset); }},
    };
    return kTables;
}

}  // namespace

std::string exportNames() {
    std::vector<std::string> names;
    for (const auto& [name, maker] : tables())
        names.push_back(name);
    return joinList(names, names.size());
}

bool isExportName(const std::string& name) {
    return std::any_of(tables().begin(), tables().end(), [&](const auto& table) { return table.first == name; });
}

Result<Answer> runExport(const Options& options, const std::stop_token& stop) {
    const Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    for (const auto& [name, maker] : tables()) {
        if (name != options.what) continue;
        const DataTable table = maker(dataset, analysis);
        if (options.format == Format::json) return Answer{toJson(table), kDone};
        if (options.format == Format::csv) {
            // The lines of a CSV are data: what else there is to say stands beside them.
            if (!table.note.empty()) std::cerr << "flipscope-cli: " << table.note << '\n';
            return Answer{toCsv(table), kDone};
        }
        return Answer{render(options, toDocument(table)), kDone};
    }
    return Error{"there is no table named " + options.what};
}

}  // namespace flipscope::cli
