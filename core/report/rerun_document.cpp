#include "core/report/format.h"
#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <set>

namespace flipscope {

namespace {

constexpr std::size_t kChecksumShown = 8;

// Where the winners gave different bits: inputs that the key stands for (or may), and others.
struct Differences {
    std::vector<std::string> inside, outside;
};

Differences differencesOf(const RerunView& view) {
    Differences differences;
    for (const RerunRound& round : view.report.rounds) {
        std::set<std::uint64_t> checksums;
        for (const RerunResult& result : round.results) {
            const bool isWinner =
                std::find(view.winners.begin(), view.winners.end(), result.candidate) != view.winners.end();
            if (isWinner && result.status == RerunStatus::ok) checksums.insert(result.checksum);
        }
        if (checksums.size() < 2) continue;
        auto& where = isOutside(round.request) ? differences.outside : differences.inside;
        where.push_back(shapeInWords(round.request));
    }
    return differences;
}

// Who is on the blocklist, and why nobody can be who did not run.
void addBlocklist(Document& document, const RerunView& view) {
    const std::vector<RerunCandidate> blocked = blocklist(view.report, view.findings);
    std::vector<std::string> names;
    for (const RerunCandidate& candidate : blocked)
        names.push_back(nameOf(candidate));
    const std::string file = view.blocklistFile.empty() ? "" : " (written to " + printable(view.blocklistFile) + ")";
    if (!names.empty()) {
        document.paragraph("Blocklist" + file + ": " + joinList(names, names.size()) +
                               ". Each refused, failed or was wrong when it ran itself; see the table above.",
                           Tone::strong);
    } else if (!file.empty() && view.report.hello && view.report.hello->means != RerunMeans::real) {
        document.paragraph(
            "Blocklist" + file +
                ": empty. The candidates themselves did not run, and what a model or a replica does wrong "
                "is not theirs; --worker can run them.",
            Tone::warn);
    } else if (!file.empty()) {
        document.paragraph("Blocklist" + file +
                           ": empty, for nothing was found against the candidates on these inputs.");
    }
}

void addCandidates(Document& document, const RerunView& view) {
    Table table;
    table.title = "Candidates";
    table.columns = {{"candidate", Align::left, true},  {"bits", Align::left},   {"verdict", Align::left, true},
                     {"because", Align::left, true},    {"error", Align::right}, {"checksum", Align::left},
                     {"computed as", Align::left, true}};
    bool timed = false;
    for (const CandidateFindings& found : view.findings.candidates) {
        const RerunResult* result = resultOf(view.report.rounds[found.round], found.candidate);
        const bool isOk = result != nullptr && result->status == RerunStatus::ok;
        const Tone tone = toneOf(found.verdict.kind);
        const std::string verdict =
            isOk || result == nullptr ? std::string(inWords(found.verdict)) : std::string(toString(result->status));
        std::string because = reasonOf(found.verdict);
        if (because.empty() && result != nullptr) because = printable(result->because);
        const RerunRequest& request = view.report.rounds[found.round].request;
        if (!found.verdict.findings.empty() && request.check != RerunCheck::keySizes) {
            because += " (on " + shapeInWords(request) + ")";
        }
        timed = timed || (isOk && result->timing);
        table.rows.push_back({{nameOf(found.candidate)},
                              {found.measuredClass ? className(*found.measuredClass) : "–", Tone::strong},
                              {verdict, tone},
                              {because},
                              {isOk ? exactnessInWords(*result) : "–"},
                              {isOk ? checksumText(result->checksum).substr(0, kChecksumShown) : "–", Tone::dim},
                              {result != nullptr ? printable(result->classId) : ""}});
    }
    table.note =
        "bits: candidates with the same letter gave equal bits on every input tried. error: the largest one, in parts "
        "of "
        "|A||B| (the product of the absolute values), against the exact product of the operands as they are; a verdict "
        "allows for the rounding of operands that the kernel is known for.";
    document.table(std::move(table));
}

// Of several problems each one's checksums: the table above has those of one.
void addChecksums(Document& document, const RerunView& view) {
    std::vector<const RerunRound*> rounds;
    for (const RerunRound& round : view.report.rounds) {
        const RerunRequest& request = round.request;
        const bool isFirstInput = request.lhsSeed == kLhsSeed && request.rhsSeed == kRhsSeed;
        if (request.check == RerunCheck::keySizes && isFirstInput) rounds.push_back(&round);
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
            const std::string without = result == nullptr ? "–" : std::string(toString(result->status));
            row.push_back({isOk ? checksumText(result->checksum) : without, Tone::dim});
        }
        table.rows.push_back(std::move(row));
    }
    table.note = "m×n×k, seeds " + std::to_string(kLhsSeed) + " and " + std::to_string(kRhsSeed) + ".";
    document.table(std::move(table));
}

// How many different results there are.
std::string classesAnswer(const RerunFindings& findings) {
    std::size_t ran = 0;
    for (const CandidateFindings& found : findings.candidates)
        ran += found.measuredClass ? 1U : 0U;
    if (ran == 0) return "No candidate gave a result.";
    const std::size_t classes = findings.classes.classes.size();
    return plural(ran, "candidate", "candidates") + " ran; " +
           (classes == 1 ? "all gave equal bits on every input tried."
                         : "they gave " + std::to_string(classes) + " different results, a letter each below.");
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
        const RerunResult* result = resultOf(view.report.rounds[found.round], found.candidate);
        if (result == nullptr || !result->timing) continue;
        const TimingSummary& timing = *result->timing;
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

}  // namespace

std::string winnersAnswer(const RerunView& view) {
    if (view.winners.size() < 2) return {};
    std::set<std::size_t> classes;
    std::size_t known = 0;
    for (const RerunCandidate& winner : view.winners) {
        for (const CandidateFindings& found : view.findings.candidates) {
            if (found.candidate != winner || !found.measuredClass) continue;
            ++known;
            classes.insert(*found.measuredClass);
        }
    }
    // What a model says is a prediction; what ran on the card is a measurement.
    const bool emulated = view.report.hello && view.report.hello->means == RerunMeans::emulated;
    const std::string by = emulated ? "By the model of the card, all" : "All";
    const Differences differences = differencesOf(view);
    if (known < view.winners.size() && (classes.size() < 2 || differences.inside.empty())) {
        return "Whether its winners compute the same bits cannot be told: not all of them gave a result.";
    }
    if (classes.size() == 1) {
        return by + " winners of this key compute the same bits on these inputs: its flips changed none.";
    }
    if (differences.inside.empty() && !differences.outside.empty()) {
        return by +
               " winners of this key compute the same bits on the inputs tried that it stands for. On others they "
               "differ: " +
               joinList(differences.outside) + ".";
    }
    return std::string(emulated ? "By the model of the card, the" : "The") +
           " winners of this key compute different bits: a flip from one letter below to another changes the result.";
}

Document rerunDocument(const RerunView& view) {
    Document document;
    document.title = "Re-run of " + view.subject;
    const RerunReport& report = view.report;
    const std::string answer = winnersAnswer(view);
    document.paragraph(answer.empty() ? classesAnswer(view.findings) : answer, Tone::strong);
    if (!report.failure.empty()) document.paragraph("The worker failed: " + printable(report.failure, 2000), Tone::bad);
    if (report.stopped) document.paragraph("Stopped before all candidates had run.", Tone::warn);
    if (report.hello) {
        document.paragraph(meansSentence(report.hello->means) + " Worker: " + printable(report.hello->name) + " on " +
                           printable(view.deviceName) + ".");
    }
    if (report.workersLost > 0) {
        document.paragraph(plural(report.workersLost, "worker was", "workers were") +
                               " lost on the way; another was started for the rest.",
                           Tone::warn);
    }
    addCandidates(document, view);
    addChecksums(document, view);
    addRemarks(document, view);
    addIncidents(document, view);
    addBlocklist(document, view);
    addTimes(document, view);
    document.paragraph(repeatsSentence(view.findings));
    addInputs(document, view);
    if (report.hello) {
        for (const std::string& note : report.hello->notes)
            document.paragraph("The worker notes: " + printable(note), Tone::dim);
    }
    return document;
}

}  // namespace flipscope
