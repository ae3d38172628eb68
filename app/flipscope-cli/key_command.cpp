#include "app/flipscope-cli/choice_places.h"
#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/documents.h"
#include "core/report/json_report.h"
#include "core/report/key_choice.h"

namespace flipscope::cli {

Result<Answer> runKey(const Options& options, const std::stop_token& stop) {
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    const Result<KeyIndex> chosen = chosenKey(dataset, options.key);
    if (!chosen) return Error{chosen.errorMessage()};
    const KeyIndex key = chosen.value();
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
