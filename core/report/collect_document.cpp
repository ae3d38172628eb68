#include "core/drive/kept_file.h"
#include "core/process/command_words.h"
#include "core/report/collect_report.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace flipscope {

using json::Json;

namespace {

std::string nameOf(const RecordedRun& run) {
    return std::filesystem::path(run.folder).filename().string();
}

std::string machineInWords(const Machine& machine) {
    std::map<std::string, std::size_t> counts;
    for (const std::string& device : machine.devices)
        ++counts[device];
    std::vector<std::string> parts;
    for (const auto& [device, count] : counts)
        parts.push_back((count > 1 ? std::to_string(count) + " × " : "") + printable(device));
    if (!machine.driver.empty()) parts.push_back("driver " + printable(machine.driver));
    return parts.empty() ? printable(machine.host) : joinList(parts) + " on " + printable(machine.host);
}

bool hasChoices(const RecordedRun& run) {
    const ChoiceKeeping keeping = run.diagnosis.keeping;
    const bool hasNone = keeping == ChoiceKeeping::configNotRead || keeping == ChoiceKeeping::configIgnored ||
                         keeping == ChoiceKeeping::nothingTuned;
    return run.diagnosis.otherFramework || !hasNone;
}

bool failedEarly(const RecordedRun& run) {
    return isFailure(run.record) && !hasChoices(run);
}

std::string lastWords(const RecordedRun& run) {
    const std::string note = printable(run.record.note, 200);
    return (note.empty() ? "It said nothing at last" : "Last words of " + printable(nameOf(run)) + ": “" + note + "”") +
           "; see " + printable(run.folder, 1000) + "/stderr.log";
}

// One diagnosis a kind, with the runs that it is about. Where all failed before any choice the answer says it.
void addAdvice(Document& document, const Collection& collection) {
    std::map<std::pair<bool, ChoiceKeeping>, std::vector<const RecordedRun*>> byKind;
    for (const RecordedRun& run : collection.runs) {
        const bool early = failedEarly(run);
        byKind[{early, early ? ChoiceKeeping::configNotRead : run.diagnosis.keeping}].push_back(&run);
    }
    for (const auto& [kind, runs] : byKind) {
        const std::vector<std::string> advice = recordingAdvice(*runs.front());
        if (advice.empty() || (kind.first && runs.size() == collection.runs.size())) continue;
        std::vector<std::string> names;
        for (const RecordedRun* run : runs)
            names.push_back(nameOf(*run));
        document.heading(joinList(names) + ": " +
                         (kind.first ? "failed before any choice" : std::string(keepingInWords(kind.second))));
        for (const std::string& sentence : advice)
            document.paragraph(sentence);
    }
}

// "exit status 1"; several ends with their counts.
std::string endsInWords(const std::vector<RecordedRun>& runs) {
    std::map<std::string, std::size_t> counts;
    for (const RecordedRun& run : runs)
        ++counts[(run.record.signal == 0 && !run.record.timedOut ? "exit " : "") + endInWords(run.record)];
    std::vector<std::string> parts;
    for (const auto& [end, count] : counts)
        parts.push_back(counts.size() == 1 ? end : std::to_string(count) + " × " + end);
    return joinList(parts);
}

std::string answerOf(const CollectionPlan& plan, const Collection& collection) {
    const std::size_t count = collection.runs.size();
    const auto failed = static_cast<std::size_t>(std::count_if(
        collection.runs.begin(), collection.runs.end(), [](const RecordedRun& run) { return isFailure(run.record); }));
    const std::string before =
        collection.found > 0 ? ", " + std::to_string(collection.found) + " of them from before" : "";
    std::string answer;
    if (count > 0 && failed == count) {
        answer = (count == 1 ? "The run failed" : "All " + std::to_string(count) + " runs failed") + before + " (" +
                 endsInWords(collection.runs) + "). " + lastWords(collection.runs.front());
        if (std::any_of(collection.runs.begin(), collection.runs.end(), hasChoices)) {
            answer += ". What they chose until then is kept in " + printable(plan.folder, 1000);
        }
    } else {
        answer = plural(count, "run is", "runs are") + " complete in " + printable(plan.folder, 1000) + before;
    }
    if (failed > 0 && failed < count) {
        answer += "; " + std::to_string(failed) + " ended with a failure, which is kept like any result";
    }
    if (collection.stopped) answer += ". Stopped: the same command goes on";
    return answer + ".";
}

Json runJson(const RecordedRun& run) {
    const RunRecord& record = run.record;
    return {{"name", nameOf(run)},
            {"folder", run.folder},
            {"started", record.started},
            {"seconds", record.seconds},
            {"exitStatus", record.signal == 0 ? Json(record.exitStatus) : Json(nullptr)},
            {"signal", record.signal == 0 ? Json(nullptr) : Json(record.signal)},
            {"timedOut", record.timedOut},
            {"host", record.machine.host},
            {"devices", record.machine.devices},
            {"driver", record.machine.driver.empty() ? Json(nullptr) : Json(record.machine.driver)},
            {"choices", toString(run.diagnosis.keeping)},
            {"database", run.diagnosis.databasePath},
            {"otherFramework", run.diagnosis.otherFramework},
            {"lastWords", record.note},
            {"advice", recordingAdvice(run)}};
}

}  // namespace

std::vector<std::string> recordingAdvice(const RecordedRun& run) {
    if (!failedEarly(run)) return keepingAdvice(run.diagnosis);
    return {"It failed before it kept any choice: " + failureInWords(run.record) + "; see " +
            printable(run.folder, 1000) + "/stderr.log."};
}

Table recordedRunTable(const std::vector<RecordedRun>& runs) {
    Table table;
    table.title = "Runs";
    table.columns = {{"run", Align::left},      {"ended with", Align::left, true},
                     {"seconds", Align::right}, {"choices", Align::left, true},
                     {"on", Align::left, true}, {"last words", Align::left, true}};
    for (const RecordedRun& run : runs) {
        const bool isKept = run.diagnosis.keeping == ChoiceKeeping::kept || run.diagnosis.otherFramework;
        table.rows.push_back({{printable(nameOf(run))},
                              {endInWords(run.record), isFailure(run.record) ? Tone::warn : Tone::plain},
                              {formatFixed(run.record.seconds, 1)},
                              {std::string(keepingInWords(run.diagnosis.keeping)), isKept ? Tone::plain : Tone::warn},
                              {machineInWords(run.record.machine)},
                              {printable(run.record.note, 200)}});
    }
    return table;
}

Document collectDocument(const CollectionPlan& plan, const Collection& collection) {
    Document document;
    document.title = "Collected runs";
    document.paragraph(answerOf(plan, collection), Tone::strong);
    addAdvice(document, collection);
    if (!collection.missing.empty()) {
        document.heading("Runs without a result");
        std::vector<std::string> items;
        for (const std::string& missing : collection.missing)
            items.push_back(printable(missing, 1000));
        document.list(std::move(items));
    }
    if (!collection.runs.empty()) document.table(recordedRunTable(collection.runs));
    for (const std::string& folder : collection.setAside)
        document.paragraph(setAsideRemark(folder));
    for (const std::string& remark : collection.remarks)
        document.paragraph(printable(remark, 1000));
    if (std::any_of(collection.runs.begin(), collection.runs.end(),
                    [](const RecordedRun& run) { return run.diagnosis.otherFramework; })) {
        document.paragraph(
            "The choices of Triton, XLA or Inductor are kept with the runs. This version does not read them yet.");
    }
    if (collection.runs.size() > 1 && std::any_of(collection.runs.begin(), collection.runs.end(), hasChoices)) {
        document.command("flipscope-cli summary " + quotedForShell(plan.folder), "which choices differ between them");
    }
    return document;
}

std::string collectJson(const CollectionPlan& plan, const Collection& collection) {
    JsonWriter writer("collect");
    writer.add("folder", plan.folder);
    writer.add("wanted", plan.runs);
    writer.add("found", collection.found);
    writer.add("stopped", collection.stopped);
    writer.add("missing", collection.missing);
    writer.add("setAside", collection.setAside);
    writer.add("remarks", collection.remarks);
    writer.addArray("runs", collection.runs.size(), [&](std::size_t i) { return runJson(collection.runs[i]); });
    return writer.take();
}

}  // namespace flipscope
