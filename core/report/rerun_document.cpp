#include "core/analyse/class_rules.h"
#include "core/report/format.h"
#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/error_analysis.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <set>

namespace flipscope {

namespace {

constexpr std::size_t kChecksumShown = 8;

// Of what was run or refused.
std::set<RerunMeans> meansTried(const RerunReport& report) {
    std::set<RerunMeans> means;
    for (const RerunRound& round : report.rounds) {
        for (const RerunResult& result : round.results) {
            if (result.status != RerunStatus::notRun && !result.byAsker) means.insert(result.means);
        }
    }
    return means;
}

std::string emptyBecause(const RerunReport& report) {
    if (const std::string fault = blocklistFault(report); !fault.empty()) return ": empty, for " + fault + ".";
    if (meansTried(report).size() > 1)
        return ": empty. Nothing was found against the candidates that ran themselves; of the others, what a model or "
               "a replica does wrong is not theirs.";
    return ": empty, for nothing was found against the candidates on these inputs.";
}

// Who is on the blocklist, and why nobody can be who did not run.
void addBlocklist(Document& document, const RerunView& view) {
    const std::vector<RerunCandidate> blocked = blocklist(view.report, view.findings);
    std::vector<std::string> names;
    for (const RerunCandidate& candidate : blocked)
        names.push_back(nameOf(candidate));
    if (view.leavesBlocklist) {
        return document.paragraph(
            "No blocklist was written, for no candidate gave an answer. A file that was there is as it was.",
            Tone::warn);
    }
    const std::string file = view.blocklistFile.empty() ? "" : " (written to " + printable(view.blocklistFile) + ")";
    if (!names.empty()) {
        document.paragraph("Blocklist" + file + ": " + joinList(names, names.size()) +
                               ". Each refused, failed or was wrong when it ran itself; see the table above.",
                           Tone::strong);
    } else if (!file.empty()) {
        const std::set<RerunMeans> means = meansTried(view.report);
        const bool allReal = means.size() == 1 && means.contains(RerunMeans::real);
        document.paragraph("Blocklist" + file + emptyBecause(view.report), allReal ? Tone::plain : Tone::warn);
    }
    std::vector<std::string> unclear;
    for (const CandidateFindings& found : view.findings.candidates) {
        const bool lost = std::any_of(
            found.incidents.begin(), found.incidents.end(),
            [](const RerunIncident& incident) { return incident.byAsker && incident.means == RerunMeans::real; });
        const bool listed = std::find(blocked.begin(), blocked.end(), found.candidate) != blocked.end();
        if (lost && !listed) unclear.push_back(nameOf(found.candidate));
    }
    if (unclear.empty() || (names.empty() && file.empty())) return;
    document.paragraph("Not on the blocklist: " + joinList(unclear, unclear.size()) +
                           ". The worker was lost or silent meanwhile, and whose fault that was cannot be told.",
                       Tone::warn);
}

// Of the first input; where there was no result on it, of the first with one, and said to be.
std::string firstChecksum(const RerunReport& report, const CandidateFindings& found) {
    if (!found.firstRan) return "–";
    const RerunRound& round = report.rounds[*found.firstRan];
    const std::string text = checksumText(resultOf(round, found.candidate)->checksum).substr(0, kChecksumShown);
    const std::string where = differenceInWords(report.rounds.front().request, round.request);
    return where.empty() ? text : text + " (on " + where + ")";
}

bool hasOwnCandidates(const RerunFindings& findings) {
    return std::any_of(findings.candidates.begin(), findings.candidates.end(),
                       [](const CandidateFindings& found) { return !found.candidate.index; });
}

// The classes that stand under “computed as”, in words.
std::string classLegend(const RerunView& view) {
    std::set<std::string> ids;
    for (const RerunRound& round : view.report.rounds) {
        for (const RerunResult& result : round.results)
            ids.insert(result.classId);
    }
    std::string legend;
    for (const std::string& id : ids) {
        const std::string words = classNameOf(id);
        if (!words.empty()) legend += (legend.empty() ? " computed as: " : ", ") + id + " (" + words + ")";
    }
    return legend.empty() ? legend : legend + ".";
}

void addCandidates(Document& document, const RerunView& view) {
    Table table;
    table.title = "Candidates";
    table.columns = {{"candidate", Align::left, true},  {"bits", Align::left},         {"verdict", Align::left, true},
                     {"because", Align::left, true},    {"whole error", Align::right}, {"checksum", Align::left},
                     {"computed as", Align::left, true}};
    bool timed = false;
    for (const CandidateFindings& found : view.findings.candidates) {
        const RerunResult* result = resultOf(view.report.rounds[found.round], found.candidate);
        const bool isOk = result != nullptr && result->status == RerunStatus::ok;
        const Tone tone = toneOf(found.verdict.kind);
        const std::string verdict =
            isOk || result == nullptr ? verdictInWords(found) : std::string(inWords(result->status));
        std::string because = reasonOf(found.verdict);
        if (because.empty() && result != nullptr) because = printable(result->because);
        const std::string where = otherInputInWords(view.report, found);
        if (!where.empty()) because += " (on " + where + ")";
        timed = timed || (isOk && result->timing);
        table.rows.push_back({{nameOf(found.candidate)},
                              {bitsInWords(view.findings, found), Tone::strong},
                              {verdict, tone},
                              {because},
                              {exactnessInWords(found)},
                              {firstChecksum(view.report, found), Tone::dim},
                              {result != nullptr ? printable(result->classId) : ""}});
    }
    table.note =
        "bits: candidates with the same letter gave equal bits on every input that they both ran on; one that did not "
        "run on all says on how many. The letters follow the lowest candidate number of each class. " +
        std::string(errorLegend()) + " checksum: of the first input, where none is named." + classLegend(view);
    if (hasOwnCandidates(view.findings))
        table.note += " A candidate without a number is the worker's own, not of the set.";
    document.table(std::move(table));
}

// Of several problems each one's checksums: the table above has those of one.
void addChecksums(Document& document, const RerunView& view) {
    std::vector<const RerunRound*> rounds;
    for (const RerunRound& round : view.report.rounds) {
        const RerunRequest& request = round.request;
        const bool isFirstInput = request.lhsSeed == kLhsSeed && request.rhsSeed == kRhsSeed;
        const bool isFull = request.check == RerunCheck::keySizes || request.check == RerunCheck::otherSizes;
        if (isFull && isFirstInput) rounds.push_back(&round);
    }
    if (rounds.size() < 2) return;
    Table table;
    table.title = "Checksums";
    table.columns = {{"candidate", Align::left, true}};
    for (const RerunRound* round : rounds)
        table.columns.push_back({shapeInWords(round->request), Align::left});
    for (const CandidateFindings& found : view.findings.candidates) {
        std::vector<Cell> row{{nameOf(found.candidate)}};
        for (const RerunRound* round : rounds) {
            const RerunResult* result = resultOf(*round, found.candidate);
            const bool isOk = result != nullptr && result->status == RerunStatus::ok;
            const std::string without = result == nullptr ? "–" : std::string(inWords(result->status));
            row.push_back({isOk ? checksumText(result->checksum) : without, Tone::dim});
        }
        table.rows.push_back(std::move(row));
    }
    table.note = "m×n×k, seeds " + std::to_string(kLhsSeed) + " and " + std::to_string(kRhsSeed) + ".";
    document.table(std::move(table));
}

// "1905 to 1980"; a dash where it could not be read.
std::string clockText(const TimingSummary& timing) {
    if (!timing.clock) return "–";
    const auto [lowest, highest, throttled] = *timing.clock;
    return lowest == highest ? std::to_string(lowest) : std::to_string(lowest) + " to " + std::to_string(highest);
}

void addTimes(Document& document, const RerunView& view) {
    Table table;
    table.title = "Times";
    table.columns = {{"candidate", Align::left, true}, {"median", Align::right},  {"20 %", Align::right},
                     {"80 %", Align::right},           {"samples", Align::right}, {"throttled", Align::right},
                     {"clock in MHz", Align::right}};
    bool clocksMissing = false;
    bool flushed = true;
    for (const CandidateFindings& found : view.findings.candidates) {
        const TimingSummary* measured = timingOf(view.report, found.candidate);
        if (measured == nullptr) continue;
        const TimingSummary& timing = *measured;
        table.rows.push_back({{nameOf(found.candidate)},
                              {formatDuration(timing.median)},
                              {formatDuration(timing.lowerBand)},
                              {formatDuration(timing.upperBand)},
                              {std::to_string(timing.samples)},
                              {timing.clock ? std::to_string(timing.clock->throttled) : "–"},
                              {clockText(timing)}});
        clocksMissing = clocksMissing || !timing.clock;
        flushed = flushed && timing.cacheFlushed;
    }
    if (table.rows.empty()) return;
    table.note = std::string(flushed ? "The second-level cache was flushed before each sample."
                                     : "The second-level cache was warm.");
    if (clocksMissing) table.note += " The card's clocks could not be read, so that throttling is not known.";
    document.table(std::move(table));
}

// What an error above or below the bound means; nothing where no error was held against one.
void addBound(Document& document, const RerunFindings& findings) {
    const bool anyBound = std::any_of(findings.candidates.begin(), findings.candidates.end(),
                                      [](const CandidateFindings& found) { return !found.verdict.checks.empty(); });
    if (!anyBound) return;
    document.paragraph(
        "Wrong is what has an error above " + formatNumber(kErrorFactor) +
            "·γ_k·|A||B| of its precision model, γ_k = k·u/(1 − k·u) with u = 2^-24; for f16 and bf16 the "
            "rounding of the result is allowed for beside that.",
        Tone::dim);
}

}  // namespace

std::string blocklistFault(const RerunReport& report) {
    const std::set<RerunMeans> means = meansTried(report);
    if (means.empty()) return "the worker gave no result of any candidate";
    if (means.contains(RerunMeans::real)) return {};
    return "the candidates themselves did not run, and what a model or a replica does wrong is not theirs; a worker of "
           "your own (--worker) can run them";
}

Document rerunDocument(const RerunView& view) {
    Document document;
    document.title = "Re-run of " + view.subject;
    const RerunReport& report = view.report;
    const bool nothingRan = meansOf(report).empty();
    // Where nothing ran, why is the answer.
    if (nothingRan && !report.failure.empty()) {
        document.paragraph("Nothing was run: " + printable(report.failure, 2000) + ".", Tone::strong);
        if (!report.hello || report.hello->means != RerunMeans::emulated) {
            document.paragraph(
                "The bits can be computed on this processor, too, for a card that you name: --card hopper in place of "
                "--gpu or --worker.");
        }
    } else {
        const std::string answer = winnersAnswer(view);
        document.paragraph(answer.empty() ? classesAnswer(view.findings) : answer, Tone::strong);
        if (!report.failure.empty())
            document.paragraph("The worker failed: " + printable(report.failure, 2000), Tone::bad);
    }
    if (report.stopped) document.paragraph("Stopped before all candidates had run.", Tone::warn);
    if (report.hello) {
        const std::string means = meansSentence(report);
        document.paragraph((means.empty() ? "" : means + " ") + "Worker: " + printable(report.hello->name) + " on " +
                           printable(view.deviceName) + generatorInWords(report) + ".");
    }
    if (!view.cardNote.empty()) document.paragraph(printable(view.cardNote, 400));
    document.paragraph(lossesSentence(report), Tone::warn);
    addCandidates(document, view);
    addChecksums(document, view);
    addRemarks(document, view);
    addIncidents(document, view);
    addBlocklist(document, view);
    addTimes(document, view);
    document.paragraph(repeatsSentence(view.findings));
    addInputs(document, view);
    addBound(document, view.findings);
    if (report.hello) {
        for (const std::string& note : report.hello->notes)
            document.paragraph("The worker notes: " + printable(note), Tone::dim);
    }
    return document;
}

}  // namespace flipscope
