#include "core/process/command_words.h"
#include "core/read/choice_rows.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/pin_report.h"
#include "core/report/pin_words.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostRunsNamed = 6;

std::string classInWords(const PinReason& reason) {
    if (reason.numericalClass.empty()) return "–";
    return printable(reason.numericalClass, 60) + (reason.classMeasured ? "" : " (predicted)");
}

Table pinTable(const std::vector<Pin>& pins) {
    Table table;
    table.title = "Pins";
    table.columns = {{"key", Align::left, true},  {"id", Align::left},         {"candidate", Align::left, true},
                     {"rule", Align::left, true}, {"bits", Align::left, true}, {"next slower by", Align::right},
                     {"places", Align::right}};
    for (const Pin& pin : pins) {
        table.rows.push_back({{printable(pin.label, 200)},
                              {printable(pin.keyId)},
                              {candidateOf(pin), Tone::strong},
                              {printable(pin.reason.rule, 80)},
                              {classInWords(pin.reason)},
                              {pin.reason.margin ? formatPercent(*pin.reason.margin) : "–"},
                              {std::to_string(pin.places.size())}});
    }
    table.note =
        "bits: – where the class is not known or is another on other cards (--card names one). next slower by: how "
        "much slower the fastest other candidate is, median over the runs. places: where databases of the "
        "runs keep this choice; 0: the database that the pins are written to must tell.";
    return table;
}

// Keys with one reason are said together.
void addUnpinned(Document& document, const Dataset& dataset, const std::vector<UnpinnedKey>& unpinned) {
    if (unpinned.empty()) return;
    document.heading("Keys without a pin");
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const UnpinnedKey& key : unpinned) {
        auto found = std::find_if(reasons.begin(), reasons.end(),
                                  [&](const auto& reason) { return reason.first == key.because; });
        if (found == reasons.end()) found = reasons.insert(reasons.end(), {key.because, {}});
        found->second.push_back(nameOf(dataset, key.key));
    }
    std::vector<std::string> items;
    for (const auto& [because, keys] : reasons)
        items.push_back(joinList(keys, keys.size()) + ": " + printable(because));
    document.list(std::move(items));
    document.paragraph("The program tunes these keys itself. Pin one by hand: --key KEY=INDEX.", Tone::dim);
}

// The database of the first run behind the pins that has just one; empty where none has.
std::string databaseOf(const Dataset& dataset, const std::vector<Pin>& pins) {
    for (const Pin& pin : pins) {
        for (const std::string& id : pin.provenance.runs) {
            const auto run = findRun(dataset, id);
            if (!run) continue;
            const std::vector<std::string> databases = databasesOf(runOf(dataset, *run));
            if (databases.size() == 1) return databases.front();
        }
    }
    return {};
}

}  // namespace

Document pinsMadeDocument(const Dataset& dataset, const PinChoice& choice, const std::string& file) {
    Document document;
    document.title = "Pins";
    document.paragraph(plural(choice.pins.size(), "key is", "keys are") + " pinned in " + printable(file, 1000) +
                           (choice.unpinned.empty()
                                ? "."
                                : ", " + plural(choice.unpinned.size(), "key is", "keys are") + " not; see below."),
                       Tone::strong);
    std::vector<std::string> warnings;
    for (const PinWarning& warning : choice.warnings)
        warnings.push_back(nameOf(dataset, warning.key) + ": " + printable(warning.words, 1000));
    if (!warnings.empty()) document.heading("Before you use them");
    document.list(std::move(warnings));
    document.table(pinTable(choice.pins));
    addUnpinned(document, dataset, choice.unpinned);
    const std::string base = databaseOf(dataset, choice.pins);
    document.command("flipscope-cli pin write " + quotedForShell(file) + " --to cubecl-db --base " +
                         (base.empty() ? "DB" : quotedForShell(base)) + " --out pinned.db",
                     base.empty() ? "writes them into a copy of the environment database DB, which a run left"
                                  : "writes them into a copy of that environment database");
    return document;
}

Document pinsDocument(const std::vector<Pin>& pins, const std::string& file) {
    Document document;
    document.title = "Pins in " + printable(file, 1000);
    document.table(pinTable(pins));
    document.heading("Why");
    std::vector<std::string> items;
    for (const Pin& pin : pins) {
        const std::string by = pin.reason.by.empty() ? "" : " Pinned by " + printable(pin.reason.by, 200) + ".";
        std::vector<std::string> runs;
        for (const std::string& run : pin.provenance.runs)
            runs.push_back(printable(run, 120));
        std::string from = runs.empty() ? "" : " From " + joinList(runs, kMostRunsNamed) + ".";
        if (!pin.provenance.framework.empty()) from += " " + printable(pin.provenance.framework, 80) + ".";
        items.push_back(nameOf(pin) + ": " + printable(pin.reason.words, 1000) + by + from);
    }
    document.list(std::move(items));
    return document;
}

Document pinsWrittenDocument(const PinsWritten& view) {
    const WrittenPins& written = view.written;
    Document document;
    document.title = "Pins written";
    document.paragraph(
        printable(view.out, 1000) + " holds " + plural(written.rows.size(), "pinned row", "pinned rows") + " for " +
            plural(view.pins.size(), "key", "keys") +
            (written.otherChoicesKept == 0
                 ? " and no other choice."
                 : " and " + plural(written.otherChoicesKept, "other choice", "other choices") + " of the base."),
        Tone::strong);
    if (!view.base.empty()) {
        std::string taken = "Of " + printable(view.base, 1000) + ", which is unchanged, " +
                            plural(written.otherRowsKept, "row was", "rows were") +
                            " taken over as they are (records of processes, measured peaks, compiled kernels)";
        if (written.otherRowsDropped > 0) taken += ", " + std::to_string(written.otherRowsDropped) + " were dropped";
        if (written.otherChoicesDropped > 0) {
            taken += "; " + plural(written.otherChoicesDropped, "choice was", "choices were") + " left out or replaced";
        }
        document.paragraph(taken + ".");
    }
    for (const std::string& warning : written.warnings)
        document.paragraph(printable(warning, 2000), Tone::warn);
    document.heading("What to do with it");
    document.list(
        {"Give it to the program as its database, with nothing beside it: the file NAME.db in the folder of "
         "its environment ([environment] path in cubecl.toml), NAME by [environment] name or "
         "CUBECL_ENVIRONMENT, else default.",
         "The run counts only if it logs no decision for a pinned key and shows no refusal; pin check "
         "says so.",
         "A pinned candidate that refuses the problem ends the program; a fused matmul runs its fallback "
         "without a word."});
    return document;
}

}  // namespace flipscope
