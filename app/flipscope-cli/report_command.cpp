#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/outcome_choice.h"
#include "app/flipscope-cli/output.h"
#include "core/handover/handover.h"
#include "core/handover/handover_answer.h"
#include "core/report/csv_report.h"
#include "core/report/data_table.h"
#include "core/report/key_choice.h"

namespace flipscope::cli {

namespace {

bool namesOutcome(const Options& options) {
    return !options.pattern.empty() || !options.labelsFile.empty() || options.exitStatus;
}

OutcomeNaming namingOf(const Options& options, const ChosenOutcome& chosen) {
    OutcomeNaming naming;
    naming.grouping = options.grouping;
    naming.threshold = options.threshold;
    const std::string pattern = !options.pattern.empty() ? options.pattern
                                : chosen.found.empty()   ? std::string()
                                                         : chosen.found.front().suggestedPattern;
    if (!pattern.empty()) {
        naming.by = OutcomeNaming::By::pattern;
        naming.pattern = {pattern, options.match, options.matchNumber};
    } else if (options.exitStatus) {
        naming.by = OutcomeNaming::By::exitStatus;
    }
    return naming;
}

// Null where none was named and none is found: then the report is about flips alone.
Result<std::optional<NamedOutcome>> outcomeOf(const Options& options, Loaded& loaded, const std::stop_token& stop) {
    Result<ChosenOutcome> chosen = chooseOutcome(options, loaded.dataset, loaded.analysis.matrix.runs, stop);
    if (chosen.cancelled()) return Cancelled{};
    if (!chosen && namesOutcome(options)) return Error{chosen.errorMessage()};
    if (!chosen) return std::optional<NamedOutcome>();
    const OutcomeNaming naming = namingOf(options, chosen.value());
    return std::optional(NamedOutcome{std::move(chosen.value().outcome), naming});
}

DataTable filesTable(const WrittenHandover& written) {
    DataTable table{"report", {"file"}, {}};
    for (const std::string& file : written.files)
        table.rows.push_back({file});
    return table;
}

}  // namespace

Result<Answer> runReport(const Options& options, const std::stop_token& stop) {
    Result<Loaded> loaded = loadAndAnalyse(options, stop);
    if (loaded.cancelled()) return Cancelled{};
    if (!loaded) return Error{loaded.errorMessage()};
    Result<std::optional<NamedOutcome>> outcome = outcomeOf(options, loaded.value(), stop);
    if (outcome.cancelled()) return Cancelled{};
    if (!outcome) return Error{outcome.errorMessage()};
    HandoverRequest request{loaded.value().dataset,
                            loaded.value().analysis.matrix.runs,
                            options.assumptions,
                            options.cardWords,
                            std::move(outcome).value(),
                            {},
                            options.trialFolders,
                            options.rerunReports,
                            options.title,
                            options.paths,
                            FLIPSCOPE_VERSION};
    for (const std::string& name : options.reportKeys) {
        const Result<KeyIndex> key = chosenKey(request.dataset, name);
        if (!key) return Error{key.errorMessage()};
        request.keys.push_back(key.value());
    }
    const Result<WrittenHandover> written = writeHandover(request, options.out, stop);
    if (written.cancelled()) return Cancelled{};
    if (!written) return Error{written.errorMessage()};
    if (options.format == Format::json) return Answer{handoverJson(written.value())};
    if (options.format == Format::csv) return Answer{toCsv(filesTable(written.value()))};
    return Answer{render(options, handoverAnswer(written.value()))};
}

}  // namespace flipscope::cli
