#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/output.h"
#include "core/report/format.h"
#include "core/report/json_writer.h"
#include "core/rerun/worker_check.h"

#include <algorithm>

namespace flipscope::cli {

namespace {

using Outcome = WorkerCheck::Outcome;

std::string_view nameOf(Outcome outcome) {
    if (outcome == Outcome::passed) return "passed";
    return outcome == Outcome::failed ? "failed" : "skipped";
}

Cell outcomeCell(Outcome outcome) {
    const Tone tone = outcome == Outcome::passed ? Tone::good : outcome == Outcome::failed ? Tone::bad : Tone::dim;
    return {std::string(nameOf(outcome)), tone};
}

std::string checksJson(const std::vector<WorkerCheck>& checks, bool passed) {
    JsonWriter writer("worker-check");
    writer.add("passed", passed);
    writer.addArray("checks", checks.size(), [&](std::size_t i) {
        return json::Json{
            {"what", checks[i].what}, {"outcome", nameOf(checks[i].outcome)}, {"remark", checks[i].remark}};
    });
    return writer.take();
}

}  // namespace

Result<Answer> runWorkerCheck(const Options& options, const std::stop_token& stop) {
    // Small enough for a worker in any language.
    constexpr RerunProblem kProblem{4, 4, 8, ElementType::f32, false};
    const auto checks =
        checkWorker({options.workerCommand}, kProblem, options.workerCandidates, options.device, {}, stop);
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
    document.paragraph(
        "Not checked: that it uses the seeded inputs of the protocol, lays operands out as placement says, "
        "and obeys cancel.",
        Tone::dim);
    document.table(table);
    std::string text = inFormat(
        options, [&] { return checksJson(checks, failed == 0); }, [&] { return table; }, [&] { return document; });
    return Answer{std::move(text), failed == 0 ? kDone : kFailed};
}

}  // namespace flipscope::cli
