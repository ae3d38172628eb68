#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/output.h"
#include "core/report/format.h"
#include "core/rerun/worker_check.h"

#include <algorithm>

namespace flipscope::cli {

namespace {

using Outcome = WorkerCheck::Outcome;

Cell outcomeCell(Outcome outcome) {
    if (outcome == Outcome::passed) return {"passed", Tone::good};
    return outcome == Outcome::failed ? Cell{"failed", Tone::bad} : Cell{"skipped", Tone::dim};
}

}  // namespace

Result<Answer> runWorkerCheck(const Options& options, const std::stop_token& stop) {
    // Small enough for a worker in any language.
    constexpr RerunProblem kProblem{4, 4, 8, ElementType::f32, false};
    const auto checks = checkWorker({options.workerCommand}, kProblem, options.workerCandidates, {}, stop);
    if (stop.stop_requested()) return Cancelled();
    Table table;
    table.columns = {{"check", Align::left, true}, {"outcome", Align::left}, {"remark", Align::left, true}};
    for (const WorkerCheck& check : checks)
        table.rows.push_back({{check.what}, outcomeCell(check.outcome), {printable(check.remark, 2000)}});
    const auto failed = std::count_if(checks.begin(), checks.end(),
                                      [](const WorkerCheck& check) { return check.outcome == Outcome::failed; });
    Document document;
    document.title = "Worker check";
    document.paragraph(failed == 0 ? "It speaks the worker protocol."
                                   : "It does not speak the worker protocol: " +
                                         plural(static_cast<std::size_t>(failed), "check", "checks") + " failed.",
                       failed == 0 ? Tone::good : Tone::bad);
    document.table(std::move(table));
    return Answer{render(options, document), failed == 0 ? kDone : kFailed};
}

}  // namespace flipscope::cli
