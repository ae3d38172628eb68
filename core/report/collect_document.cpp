#include "core/report/collect_report.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace flipscope {

using json::Json;

namespace {

bool isFailure(const RecordedRun& run) {
    return run.record.exitStatus != 0 || run.record.timedOut;
}

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

Table runTable(const Collection& collection) {
    Table table;
    table.title = "Runs";
    table.columns = {{"run", Align::left},      {"ended with", Align::left, true},
                     {"seconds", Align::right}, {"choices", Align::left, true},
                     {"on", Align::left, true}, {"last words", Align::left, true}};
    for (const RecordedRun& run : collection.runs) {
        const bool isKept = run.diagnosis.keeping == ChoiceKeeping::kept || run.diagnosis.otherFramework;
        table.rows.push_back({{printable(nameOf(run))},
                              {endInWords(run.record), isFailure(run) ? Tone::warn : Tone::plain},
                              {formatFixed(run.record.seconds, 1)},
                              {std::string(keepingInWords(run.diagnosis.keeping)), isKept ? Tone::plain : Tone::warn},
                              {machineInWords(run.record.machine)},
                              {printable(run.record.note, 200)}});
    }
    return table;
}

// One diagnosis a kind, with the runs that it is about.
void addAdvice(Document& document, const Collection& collection) {
    std::map<ChoiceKeeping, std::vector<const RecordedRun*>> byKind;
    for (const RecordedRun& run : collection.runs)
        byKind[run.diagnosis.keeping].push_back(&run);
    for (const auto& [keeping, runs] : byKind) {
        const std::vector<std::string> advice = keepingAdvice(runs.front()->diagnosis);
        if (advice.empty()) continue;
        std::vector<std::string> names;
        for (const RecordedRun* run : runs)
            names.push_back(nameOf(*run));
        document.heading(joinList(names) + ": " + std::string(keepingInWords(keeping)));
        for (const std::string& sentence : advice)
            document.paragraph(sentence);
    }
}

std::string answerOf(const CollectionPlan& plan, const Collection& collection) {
    std::string answer =
        plural(collection.runs.size(), "run is", "runs are") + " complete in " + printable(plan.folder, 1000);
    if (collection.found > 0) answer += ", " + std::to_string(collection.found) + " of them from before";
    const auto failed = std::count_if(collection.runs.begin(), collection.runs.end(), isFailure);
    if (failed > 0) answer += "; " + std::to_string(failed) + " ended with a failure, which is kept like any result";
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
            {"advice", keepingAdvice(run.diagnosis)}};
}

}  // namespace

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
    if (!collection.runs.empty()) document.table(runTable(collection));
    for (const std::string& folder : collection.setAside)
        document.paragraph("An interrupted run was set aside: " + printable(folder, 1000));
    if (collection.runs.size() > 1) {
        document.command("flipscope-cli summary " + shellQuoted(plan.folder), "which choices differ between them");
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
    writer.addArray("runs", collection.runs.size(), [&](std::size_t i) { return runJson(collection.runs[i]); });
    return writer.take();
}

}  // namespace flipscope
