#include "app/flipscope-cli/choice_places.h"
#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/analyse/key_search.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/json_report.h"
#include "core/report/names.h"

namespace flipscope::cli {

namespace {

std::string keysInWords(const Dataset& dataset, const std::vector<KeyIndex>& keys) {
    constexpr std::size_t kNamed = 12;
    std::vector<std::string> named;
    for (const KeyIndex key : keys)
        named.push_back(keyId(dataset, key) + " " + keyLabel(dataset, key));
    return joinList(named, kNamed);
}

Error notOneKey(const Dataset& dataset, const std::string& name, const KeySearch& search) {
    const std::string quoted = "“" + printable(name) + "”";
    if (search.answer == KeySearch::Answer::several) {
        return Error{plural(search.keys.size(), "key fits ", "keys fit ") + quoted + ": " +
                     keysInWords(dataset, search.keys) + ". Name one of them by its id."};
    }
    return Error{"no key is named " + quoted +
                 (search.keys.empty() ? std::string("; there is none at all")
                                      : "; the nearest are: " + keysInWords(dataset, search.keys))};
}

}  // namespace

Result<Answer> runKey(const Options& options, const std::stop_token& stop) {
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    const KeySearch search = searchKey(dataset, options.key);
    if (search.answer != KeySearch::Answer::one) return notOneKey(dataset, options.key, search);
    const KeyIndex key = search.keys.front();
    const std::vector<ChoicePlace> places = choicePlaces(dataset, analysis, key, stop);
    Answer answer;
    if (options.format == Format::json) {
        answer.text = keyJson(dataset, analysis, key, places);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(candidatesTable(dataset, analysis, {key}));
    } else {
        answer.text =
            render(options, keyDocument(dataset, analysis, key, {options.all, inputForCommands(options)}, places));
    }
    return answer;
}

}  // namespace flipscope::cli
