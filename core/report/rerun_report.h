#pragma once

#include "core/report/data_table.h"
#include "core/report/document.h"
#include "core/rerun/card_file.h"
#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_findings.h"
#include "core/rerun/rerun_plan.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// A re-run as a document and as JSON (docs/json.schema.json).
struct RerunView {
    std::string subject;                  // "matmul 512×1024×128 f32 (e96a7a59)"
    std::string deviceName;               // as the worker names it
    std::vector<RerunCandidate> winners;  // of the key over the runs, most frequent first; may be empty
    const RerunReport& report;
    const RerunFindings& findings;
    // What was planned; null leaves out what is said of it (the key's bucket, what could not be tried).
    const RerunPlan* plan = nullptr;
    std::string bucketFault = {};    // why the bucket cannot be told, when it was asked for
    std::string blocklistFile = {};  // where the blocklist is written; empty: nowhere
    std::string keyId = {};          // for readers of the JSON
    std::string cardNote = {};       // whose numbers stand in for a product's; empty: its own, or no emulation
    bool leavesBlocklist = false;    // nothing ran, so that the file that was asked for stays as it was
};

// Of a re-run that is kept. Refers to all three as long as it lives.
[[nodiscard]] RerunView viewOf(const KeptRerun& rerun, const RerunFindings& findings, const RerunPlan* plan = nullptr);

[[nodiscard]] Document rerunDocument(const RerunView& view);
[[nodiscard]] std::string rerunJson(const RerunView& view);

// Whose candidates a blocklist is about.
struct BlocklistKey {
    std::string id, label;
    std::string json;         // as logged, canonical; empty: none
    std::string setChecksum;  // of the candidate set
};

// Why no candidate can be on the blocklist, whatever happened: none of them ran itself. Empty when one did.
[[nodiscard]] std::string blocklistFault(const RerunReport& report);
// The candidates that accuse themselves (blocklist in core/rerun/rerun_findings.h), each with its reasons and the
// inputs where it was caught, and what was run where, as JSON with the command "blocklist" (docs/json.schema.json). In
// order of appearance; the same text for equal input.
[[nodiscard]] std::string blocklistJson(const RerunView& view, const BlocklistKey& key);

// One row a candidate and input, for scripts.
[[nodiscard]] DataTable rerunTable(const RerunView& view);

// How many different results there are, and of how many candidates.
[[nodiscard]] std::string classesAnswer(const RerunFindings& findings);
// Whether the winners of the key computed the same bits, how far that answer goes, and which of them are less exact.
// Empty with fewer than two.
[[nodiscard]] std::string winnersAnswer(const RerunView& view);

// "same bits", "wrong", …
[[nodiscard]] std::string_view inWords(RerunVerdictKind kind);
// The same of one verdict: bits are "other bits" only where there were those of a baseline to compare with.
[[nodiscard]] std::string_view inWords(const RerunVerdict& verdict);
// The same of a candidate over all inputs, which also says where it is more or less exact than the baseline.
[[nodiscard]] std::string verdictInWords(const CandidateFindings& found);
// What led to the verdict, with its numbers: "sums off by 3.1e-07, 3.0e-05 allowed". Empty when the kind says it all.
[[nodiscard]] std::string reasonOf(const RerunVerdict& verdict);
// What the words of errors mean, for the legend of a table that has them.
[[nodiscard]] std::string_view errorLegend();
// "ok", "refused", "not run", …
[[nodiscard]] std::string_view inWords(RerunStatus status);
// How operands are taken: "operands cut to TF32".
[[nodiscard]] std::string_view inWords(PrecisionModel model);
// What a request is made for: "narrow", "padded rows", …
[[nodiscard]] std::string_view inWords(RerunCheck check);
// What the numbers of a card rest on: "whole kernels checked", …
[[nodiscard]] std::string_view inWords(CardEvidence evidence);
// "1.1e-07": CandidateFindings::largestError; a dash where none was measured.
[[nodiscard]] std::string exactnessInWords(const CandidateFindings& found);
// How the bits came about, and what that is worth.
[[nodiscard]] std::string meansSentence(RerunMeans means);
// The same of all results, which may have come about in several ways; empty without a result.
[[nodiscard]] std::string meansSentence(const RerunReport& report);
// Whose kernels an emulation or a replica stands for: ", for the kernels of CUDA C++". Empty where only the candidates
// themselves ran, or nothing did.
[[nodiscard]] std::string generatorInWords(const RerunReport& report);
// "NVIDIA H200", "Hopper (numbers: whole kernels checked)": with what the numbers of an emulated card rest on. Not
// printable.
[[nodiscard]] std::string describedDevice(const WorkerDevice& device);
// "512×1023×128 (left stride 132)": without types and seeds. Strides from row to row and offsets are in elements.
[[nodiscard]] std::string shapeInWords(const RerunRequest& request);
// What sets an input apart from the first one: "512×1023×128, seeds 3 and 4"; empty when nothing does.
[[nodiscard]] std::string differenceInWords(const RerunRequest& first, const RerunRequest& other);
// The input that a verdict is of, by differenceInWords; empty where it is the first or the verdict is of all of them.
[[nodiscard]] std::string otherInputInWords(const RerunReport& report, const CandidateFindings& found);
// The class of a candidate, and on how many inputs it ran where not on all: "A (on 1 of 3 inputs)".
[[nodiscard]] std::string bitsInWords(const RerunFindings& findings, const CandidateFindings& found);
// "512×1023×128 f32 rhsᵀ, seeds 1 and 2"
[[nodiscard]] std::string inputInWords(const RerunRequest& request);
// "refused", "wrong", "writes outside, not reproducible": what happened in an incident.
[[nodiscard]] std::string incidentInWords(const RerunIncident& incident);
// "refused on 3, wrong on 1": of how many requests; empty without an incident.
[[nodiscard]] std::string incidentCounts(const CandidateFindings& found);
// Why, with its numbers.
[[nodiscard]] std::string reasonOf(const RerunIncident& incident);
// The shapes that a key stands for: sizes, alignment, and the level of rounding that is assumed.
[[nodiscard]] std::string bucketInWords(const KeyBucket& bucket);
// What 0 of N repeats are worth, over all candidates that ran more than once; empty when none did.
[[nodiscard]] std::string repeatsSentence(const RerunFindings& findings);
// How many workers were lost, and whether others went on; empty when none was.
[[nodiscard]] std::string lossesSentence(const RerunReport& report);

}  // namespace flipscope
