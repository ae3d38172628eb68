#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/documents.h"
#include "core/report/json_report.h"

namespace flipscope::cli {

Result<Answer> runSummary(const Options& options, const std::stop_token& stop) {
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    Answer answer;
    answer.exitStatus = analysis.flippingKeys > 0 ? kFound : kDone;
    if (options.format == Format::json) {
        answer.text = summaryJson(dataset, analysis);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(keysTable(dataset, analysis));
    } else {
        answer.text = render(options, summaryDocument(dataset, analysis, {options.all, inputForCommands(options)}));
    }
    return answer;
}

}  // namespace flipscope::cli
