#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/json_report.h"
#include "core/report/names.h"

namespace flipscope::cli {

namespace {

Error unknownKey(const Dataset& dataset, const std::string& name) {
    constexpr std::size_t kNamed = 20;
    std::vector<std::string> known;
    for (const TuningKey& key : dataset.keys)
        known.push_back(key.id + " " + printable(key.label, 80));
    return Error{"no key, or more than one, is named “" + printable(name) + "”; there are: " + joinList(known, kNamed)};
}

}  // namespace

Result<Answer> runKey(const Options& options, const std::stop_token& stop) {
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    const std::optional<KeyIndex> key = findKey(dataset, options.key);
    if (!key) return unknownKey(dataset, options.key);
    Answer answer;
    if (options.format == Format::json) {
        answer.text = keyJson(dataset, analysis, *key);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(candidatesTable(dataset, analysis, {*key}));
    } else {
        answer.text = render(options, keyDocument(dataset, analysis, *key, {options.all, pathsForCommands(options)}));
    }
    return answer;
}

}  // namespace flipscope::cli
