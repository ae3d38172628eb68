#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <limits>

namespace flipscope {

namespace {

constexpr std::size_t kKeysShown = 40;

Cell differenceCell(DifferenceKind kind) {
    switch (kind) {
        case DifferenceKind::same:
            return {"same", Tone::dim};
        case DifferenceKind::flipped:
            return {"flipped", Tone::bad};
        case DifferenceKind::setChanged:
            return {"set changed", Tone::warn};
        case DifferenceKind::onlyInA:
            return {"only in A", Tone::warn};
        case DifferenceKind::onlyInB:
            return {"only in B", Tone::warn};
        case DifferenceKind::unknown:
            return {"not known", Tone::dim};
    }
    return {};
}

Cell winnerCell(const WinnerCell& cell) {
    if (!cell.winner) return {"–", Tone::dim};
    return {std::to_string(cell.winner->value)};
}

void addAnswer(Document& document, const Dataset& dataset, const RunDifference& difference) {
    const std::string a = runName(dataset, difference.a);
    const std::string b = runName(dataset, difference.b);
    const std::size_t others = difference.keys.size() - difference.flipped - difference.same;
    document.paragraph("A = " + a + ", B = " + b + ": " +
                           (difference.flipped == 0 ? std::string("no key flips")
                                                    : plural(difference.flipped, "key flips", "keys flip")) +
                           ", " + plural(difference.same, "key has", "keys have") + " the same winner" +
                           (others > 0 ? ", " + plural(others, "key", "keys") + " cannot be compared." : "."),
                       Tone::strong);
    document.paragraph(problemSentence(dataset.report), Tone::warn);
}

void addTable(Document& document, const Dataset& dataset, const Analysis& analysis, const RunDifference& difference,
              const DocumentOptions& options) {
    Table table;
    table.columns = {{"key"},
                     {"what was tuned", Align::left, true},
                     {"difference"},
                     {"A", Align::right},
                     {"B", Align::right},
                     {"verdict"},
                     {"margin", Align::right},
                     {"bits"}};
    for (const KeyDifference& key : difference.keys) {
        if (key.kind == DifferenceKind::same && !options.all) continue;
        if (!options.all && table.rows.size() == kKeysShown) {
            ++table.rowsLeftOut;
            continue;
        }
        const PairVerdict* pair = key.verdict ? &*key.verdict : nullptr;
        const bool hasMargin = pair != nullptr && pair->evidence.relativeMargin.has_value();
        table.rows.push_back({{keyId(dataset, key.key)},
                              {keyLabel(dataset, key.key)},
                              differenceCell(key.kind),
                              winnerCell(key.a),
                              winnerCell(key.b),
                              pair != nullptr ? verdictCell(pair->verdict) : Cell{"–", Tone::dim},
                              {hasMargin ? formatPercent(*pair->evidence.relativeMargin) : "–"},
                              key.bits ? bitsCell(*key.bits) : Cell{"–", Tone::dim}});
    }
    if (table.rows.empty()) return;
    document.heading(options.all ? "Keys" : "Keys that differ");
    table.note = "A, B: index of the candidate used; verdict and margin are about these two and come from all " +
                 plural(analysis.matrix.runs.size(), "run", "runs") +
                 " given; bits: predicted, whether the two compute the same bits. " + std::string(verdictCaveats());
    document.table(std::move(table));
}

std::string flipSentence(const Dataset& dataset, const Analysis& analysis, const KeyDifference& key) {
    const PairVerdict* pair = key.verdict ? &*key.verdict : nullptr;
    const std::string judged = pair != nullptr ? verdictSentence(dataset, analysis.keys[key.key.value], *pair)
                                               : "A used " + winnerLabelOf(dataset, key.a) + ", B used " +
                                                     winnerLabelOf(dataset, key.b) +
                                                     "; the other runs mostly had another candidate set.";
    return key.bits ? judged + " " + classSentence(*key.bits) : judged;
}

void addSentences(Document& document, const Dataset& dataset, const Analysis& analysis, const RunDifference& difference,
                  const DocumentOptions& options) {
    constexpr std::size_t kExplained = 8;
    std::vector<std::string> items;
    for (const KeyDifference& key : difference.keys) {
        if (key.kind != DifferenceKind::flipped) continue;
        if (!options.all && items.size() == kExplained) break;
        items.push_back(keyId(dataset, key.key) + ": " + flipSentence(dataset, analysis, key));
    }
    if (items.empty()) return;
    document.heading("In words");
    document.list(std::move(items));
}

}  // namespace

Document diffDocument(const Dataset& dataset, const Analysis& analysis, const RunDifference& difference,
                      const DocumentOptions& options) {
    Document document;
    document.title = "Flipscope: " + runName(dataset, difference.a) + " and " + runName(dataset, difference.b);
    addAnswer(document, dataset, difference);
    addTable(document, dataset, analysis, difference, options);
    addSentences(document, dataset, analysis, difference, options);
    addEnvironment(document, dataset, analysis);
    addLoadSection(document, dataset.report, options);
    for (const KeyDifference& key : difference.keys) {
        if (key.kind != DifferenceKind::flipped) continue;
        document.heading("Next");
        if (analysis.matrix.runs.size() == 2) {
            document.paragraph(
                "Two runs give little evidence: name the folder of all runs last and the verdicts get firmer.");
        }
        document.command("flipscope-cli key " + options.paths + " --key " + keyId(dataset, key.key),
                         "One key closely:");
        break;
    }
    return document;
}

}  // namespace flipscope
