#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/outcome_choice.h"
#include "app/flipscope-cli/output.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/documents.h"
#include "core/report/json_report.h"

namespace flipscope::cli {

Result<Answer> runSuspects(const Options& options, const std::stop_token& stop) {
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    auto& [dataset, analysis] = result.value();
    const Result<ChosenOutcome> chosen = chooseOutcome(options, dataset, analysis.matrix.runs, stop);
    if (chosen.cancelled()) return Cancelled();
    if (!chosen) return Error{chosen.errorMessage()};
    const Outcome& outcome = chosen.value().outcome;
    const std::vector<FoundOutcome>& found = chosen.value().found;
    SuspectOptions suspectOptions;
    suspectOptions.stop = stop;
    const Result<SuspectsResult> suspects = findSuspects(analysis.matrix, analysis.groups, outcome, suspectOptions);
    if (suspects.cancelled()) return Cancelled();
    if (!suspects) return Error{suspects.errorMessage()};
    Answer answer;
    if (options.format == Format::json) {
        answer.text = suspectsJson(dataset, analysis, outcome, suspects.value(), found);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(suspectsTable(dataset, analysis, outcome, suspects.value()));
    } else {
        answer.text = render(
            options, suspectsDocument(dataset, analysis, outcome, suspects.value(), found, documentOptions(options)));
    }
    return answer;
}

Result<Answer> runOutcomes(const Options& options, const std::stop_token& stop) {
    constexpr std::size_t kMost = 100;
    const Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    const std::vector<FoundOutcome> found = findOutcomes(dataset, analysis.matrix.runs, kMost, stop);
    if (stop.stop_requested()) return Cancelled();
    Answer answer;
    if (options.format == Format::json) {
        answer.text = outcomesJson(dataset, analysis, found);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(outcomesTable(found));
    } else {
        answer.text = render(options, outcomesDocument(dataset, found, {options.all, inputForCommands(options)}));
    }
    return answer;
}

}  // namespace flipscope::cli
