#include "core/handover/handover_parts.h"

#include "core/analyse/outcome_sides.h"
#include "core/analyse/unknown_winners.h"
#include "core/process/command_words.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

// A candidate's checksum on the first inputs.
struct FirstChecksum {
    CandidateIndex index;
    std::string checksum;  // or why there is none
    std::string bits;      // class of equal bits, or empty
};

std::string bitsOf(const EnclosedRerun& rerun, const RerunCandidate& candidate) {
    for (const CandidateFindings& found : rerun.findings.candidates) {
        if (found.candidate == candidate && found.measuredClass) return className(*found.measuredClass);
    }
    return {};
}

std::vector<FirstChecksum> firstChecksums(const EnclosedRerun& rerun) {
    std::vector<FirstChecksum> all;
    if (rerun.rerun.report.rounds.empty()) return all;
    for (const RerunResult& result : rerun.rerun.report.rounds.front().results) {
        if (!result.candidate.index) continue;
        const bool ran = result.status == RerunStatus::ok;
        all.push_back({*result.candidate.index, ran ? checksumText(result.checksum) : std::string(),
                       bitsOf(rerun, result.candidate)});
    }
    return all;
}

std::vector<FirstChecksum> firstChecksums(const MeasuredReport& report) {
    std::vector<FirstChecksum> all;
    for (const ReportedCandidate& candidate : report.candidates)
        all.push_back({candidate.index, candidate.checksum, candidate.bits});
    return all;
}

// Where a key was re-run, in words, with what it gave there; measured ones first.
struct Source {
    std::string words;
    std::vector<FirstChecksum> checksums;
};

std::string meansInWords(ClassBasis basis) {
    if (basis == ClassBasis::emulated) return "emulated for ";
    return basis == ClassBasis::replica ? "replicas on " : "measured on ";
}

std::string measuredInWords(const MeasuredReport& report) {
    return meansInWords(report.bits.basis) + printable(report.bits.device, 80);
}

std::vector<Source> sourcesFor(const HandoverContent& content, KeyIndex key) {
    std::vector<Source> sources;
    for (const MeasuredReport& report : content.measured) {
        if (report.key != key || report.candidates.empty()) continue;
        std::string words = measuredInWords(report);
        if (!report.bits.inputs.empty()) words += ", " + report.bits.inputs;
        sources.push_back({std::move(words), firstChecksums(report)});
    }
    for (const EnclosedRerun& rerun : content.reruns) {
        if (rerun.key != key || !rerun.fault.empty()) continue;
        std::string words = meansInWords(ClassBasis::emulated) + printable(rerun.rerun.device, 80);
        if (!rerun.rerun.report.rounds.empty()) {
            words += ", " + inputInWords(rerun.rerun.report.rounds.front().request);
        }
        sources.push_back({words, firstChecksums(rerun)});
    }
    return sources;
}

// A word of a command for readers: the sign that stands for a path needs no quotes.
std::string shownWord(const std::string& word) {
    constexpr std::string_view kCut = "…";
    std::string rest = word;
    for (std::size_t at = rest.find(kCut); at != std::string::npos; at = rest.find(kCut))
        rest.replace(at, kCut.size(), "x");
    return quotedForShell(rest) == rest ? word : quotedForShell(word);
}

}  // namespace

std::vector<std::string> measuredSentences(const HandoverContent& content, KeyIndex key) {
    std::vector<std::string> sentences;
    for (const MeasuredReport& report : content.measured) {
        if (report.key != key) continue;
        const std::string words = "A re-run (" + measuredInWords(report) + ")";
        if (report.candidates.empty()) {
            sentences.push_back(words +
                                ": no input is of the key's own sizes in dense rows, so it says nothing of the bits.");
        }
        for (const std::string& fault : report.faults)
            sentences.push_back(words + ": " + fault);
    }
    return sentences;
}

std::string checksumsInWords(const HandoverContent& content, KeyIndex key) {
    const std::vector<Source> sources = sourcesFor(content, key);
    if (sources.empty()) return {};
    // Candidates of one checksum together.
    std::vector<std::pair<std::string, std::string>> groups;
    for (const FirstChecksum& first : sources.front().checksums) {
        if (first.checksum.empty()) continue;
        const std::string index = std::to_string(first.index.value);
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& group) { return group.first == first.checksum; });
        if (known == groups.end()) {
            groups.emplace_back(first.checksum, index);
        } else {
            known->second += ", " + index;
        }
    }
    if (groups.empty()) return {};
    std::string text;
    for (const auto& [checksum, candidates] : groups)
        text += (text.empty() ? "" : "; ") + candidates + ": " + checksum;
    return "Checksums of the result, by candidate: " + text + " (" + sources.front().words + ").";
}

Table checksumTable(const HandoverContent& content, KeyIndex key) {
    const std::vector<Source> sources = sourcesFor(content, key);
    const KeyVerdict& verdict = content.analysis.keys[key.value];
    std::map<CandidateIndex, std::vector<Cell>> rows;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        for (const FirstChecksum& first : sources[i].checksums) {
            auto& row = rows.try_emplace(first.index, sources.size(), Cell{"–"}).first->second;
            if (first.checksum.empty()) continue;
            row[i] = {first.checksum + (first.bits.empty() ? "" : " (" + first.bits + ")")};
        }
    }
    Table table;
    table.title = keyLabel(content.dataset, key) + " (" + keyId(content.dataset, key) + ")";
    table.columns = {{"candidate", Align::left, true}};
    for (const Source& source : sources)
        table.columns.push_back({source.words, Align::left, true});
    for (auto& [index, cells] : rows) {
        std::vector<Cell>& row = table.rows.emplace_back();
        row.push_back({candidateOf(content.dataset, verdict, index)});
        row.insert(row.end(), cells.begin(), cells.end());
    }
    table.note =
        "Checksum of the whole result on the first inputs; behind it the class of candidates with equal bits on all "
        "inputs tried. Equal checksums in one column are equal bits.";
    return table;
}

bool hasEmulation(const HandoverContent& content) {
    return std::any_of(content.reruns.begin(), content.reruns.end(),
                       [](const EnclosedRerun& rerun) { return rerun.fault.empty(); });
}

Table contentsTable(const HandoverContent& content) {
    Table table;
    table.columns = {{"file", Align::left}, {"what it is", Align::left, true}};
    const auto row = [&table](std::string file, std::string meaning) {
        table.rows.push_back({{std::move(file)}, {std::move(meaning)}});
    };
    row("README.md, report.html", "this page");
    row("repeat.sh", "repeats it; --help of flipscope-cli says what its commands do");
    row("data/runs/",
        "the decisions of each run, written anew, and the lines of its output that tell the outcome; "
        "flipscope-cli and the window open it");
    row("data/summary.json, data/key-*.json", "what flips, as flipscope-cli --format json gives it");
    if (content.outcome) row("data/suspects.json, data/suspects.csv", "what goes with the outcome");
    if (content.outcome && content.outcome->naming.by == OutcomeNaming::By::labels)
        row("data/labels.csv", "the outcome of each run");
    row("data/keys.csv, data/medians.csv", "winners of all keys; medians of the candidates of the keys above, in ns");
    if (!content.proofs.empty()) {
        row("data/bisect*.json", "every run with forced choices");
        row("data/good.json, data/bad.json",
            "all choices of the good and of the bad run as pin files "
            "(flipscope-cli pin write makes a database of them)");
    }
    if (hasEmulation(content)) row("data/checksums/, data/rerun-*.json", "the emulated re-runs and their checksums");
    if (!content.measured.empty()) row("data/measured-*.json", "re-runs as they were given to the report");
    return table;
}

std::string checksumLines(const EnclosedRerun& rerun) {
    std::set<std::string> lines;
    for (const FirstChecksum& first : firstChecksums(rerun)) {
        if (!first.checksum.empty()) lines.insert(std::to_string(first.index.value) + " " + first.checksum + "\n");
    }
    std::string text;
    for (const std::string& line : lines)
        text += line;
    return text;
}

const Suspect* suspectOf(const HandoverContent& content, KeyIndex key) {
    if (!content.outcome) return nullptr;
    for (const Suspect& suspect : content.outcome->suspects.suspects) {
        if (std::find(suspect.keys.begin(), suspect.keys.end(), key) != suspect.keys.end()) return &suspect;
    }
    return nullptr;
}

const TrialProof* provenIn(const std::vector<TrialProof>& proofs) {
    const auto found = std::find_if(proofs.begin(), proofs.end(), [](const TrialProof& proof) {
        return !proof.bisection.stopped && proof.bisection.answer.verdict == BisectVerdict::proven;
    });
    return found == proofs.end() ? nullptr : &*found;
}

std::string lineToRead(const std::vector<std::string>& command) {
    std::string line;
    for (const std::string& word : command)
        line += (line.empty() ? "" : " ") + shownWord(word);
    return line;
}

const TrialProof& proofShown(const HandoverContent& content) {
    const TrialProof* proven = provenIn(content.proofs);
    return proven != nullptr ? *proven : content.proofs.front();
}

RepeatableBisection repeatableBisection(const HandoverContent& content) {
    const auto idOf = [&content](RunIndex run) { return runOf(content.dataset, run).id; };
    if (!content.proofs.empty()) {
        const TrialProof& shown = proofShown(content);
        if (!shown.naming && !shown.isJudged)
            return {{}, "its outcome was another one than that of this report: " + shown.plan.outcomeInWords};
        return {RepeatedBisection{{idOf(shown.plan.choices.good)},
                                  {idOf(shown.plan.choices.bad)},
                                  shown.naming.value_or(OutcomeNaming()),
                                  shown.isJudged,
                                  provenIn(content.proofs) != nullptr,
                                  {}},
                {}};
    }
    if (!content.outcome) return {{}, "this report names no outcome"};
    const Outcome& outcome = content.outcome->outcome;
    const OutcomeNaming& naming = content.outcome->naming;
    const auto sides = outcomeSides(outcome, naming.pattern.regex + " " + outcome.source);
    if (!sides) return {{}, "the outcome does not split the runs"};
    RepeatedBisection bisection;
    bisection.outcome = naming;
    bisection.isJudged = naming.by == OutcomeNaming::By::labels;
    for (const auto& [runs, group] : {std::pair(&bisection.good, sides->good), std::pair(&bisection.bad, sides->bad)}) {
        for (const std::size_t member : outcome.groups[group].members)
            runs->push_back(idOf(content.analysis.matrix.runs[member]));
    }
    if (!sides->order.isKnown || !sides->order.word.empty()) {
        bisection.remark =
            "“" + printable(outcome.groups[sides->good].name, 60) + "” is called good here, “" +
            printable(outcome.groups[sides->bad].name, 60) + "” bad, " +
            (sides->order.isKnown ? "by the word “" + std::string(sides->order.word) + "”" : "which nothing told");
    }
    return {std::move(bisection), {}};
}

std::string headlineOf(const HandoverContent& content) {
    if (content.keys.empty()) {
        const std::size_t open = findUnknownWinners(content.analysis).keys.size();
        if (content.analysis.flippingKeys == 0 && open > 0) {
            return "No autotune choice is seen to change between these runs, but for " + plural(open, "key", "keys") +
                   " that cannot be told";
        }
        return content.analysis.flippingKeys > 0
                   ? plural(content.analysis.flippingKeys, "autotune choice changes", "autotune choices change") +
                         " between runs of one program"
                   : std::string("No autotune choice changes between these runs");
    }
    const std::string label = keyLabel(content.dataset, content.keys.front());
    if (const TrialProof* proven = provenIn(content.proofs)) {
        std::size_t culprits = 0;
        for (const KeySet& group : proven->bisection.answer.groups)
            culprits += group.size();
        const std::string more = culprits > 1 ? " and " + plural(culprits - 1, "other key", "other keys") : "";
        return label + more + ": which kernel autotune picks changes the outcome (proven by forcing it)";
    }
    if (const Suspect* suspect = suspectOf(content, content.keys.front()); suspect != nullptr && standsOut(*suspect))
        return label + ": which kernel autotune picks goes with the outcome (not proven)";
    std::string differ = label + ": autotune picks different kernels in different runs";
    if (!content.outcome) return differ;
    const std::vector<Suspect>& suspects = content.outcome->suspects.suspects;
    return std::any_of(suspects.begin(), suspects.end(), standsOut)
               ? differ
               : differ + "; no choice goes with the outcome more than luck explains";
}

}  // namespace flipscope
