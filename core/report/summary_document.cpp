#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"

#include <algorithm>
#include <array>
#include <limits>

namespace flipscope {

namespace {

constexpr std::size_t kKeysShown = 30;
constexpr std::size_t kRunsShown = 12;
constexpr std::size_t kShortList = 8;

struct Counts {
    std::array<std::size_t, 4> verdicts{};                // by Verdict
    std::array<std::array<std::size_t, 4>, 3> answers{};  // by what they rest on (see bitsWords), by ClassAnswer
    std::size_t setChanged = 0;
};

Counts countOf(const Analysis& analysis) {
    Counts counts;
    for (const KeyVerdict& key : analysis.keys) {
        if (key.setChanged) ++counts.setChanged;
        if (!key.flips) continue;
        ++counts.verdicts[static_cast<std::size_t>(mainPair(key).verdict)];
        const ClassStatement& statement = analysis.classes[key.key.value];
        const std::size_t basis = isMeasured(statement.basis) ? 2 : statement.basis == ClassBasis::emulated ? 1 : 0;
        ++counts.answers[basis][static_cast<std::size_t>(statement.answer)];
    }
    return counts;
}

std::string verdictWords(const Counts& counts) {
    const auto of = [&](Verdict verdict) { return counts.verdicts[static_cast<std::size_t>(verdict)]; };
    std::vector<std::string> parts;
    if (of(Verdict::coinFlip) > 0) {
        parts.push_back(plural(of(Verdict::coinFlip), "is a coin flip", "are coin flips") +
                        " (the measurements cannot tell the two most frequent winners apart)");
    }
    if (of(Verdict::disturbed) > 0) {
        parts.push_back(plural(of(Verdict::disturbed), "is disturbed", "are disturbed") +
                        " (one candidate is the favourite over the runs, yet some runs chose another)");
    }
    if (of(Verdict::cannotTell) > 0) {
        parts.push_back(plural(of(Verdict::cannotTell), "cannot be told", "cannot be told") +
                        " (too little was measured)");
    }
    return parts.empty() ? std::string() : "Of these, " + joinList(parts, parts.size()) + ".";
}

std::string bitsWordsOf(const std::array<std::size_t, 4>& answers, const std::string& basis) {
    const auto of = [&](ClassAnswer answer) { return answers[static_cast<std::size_t>(answer)]; };
    std::vector<std::string> parts;
    if (of(ClassAnswer::sameBits) > 0) {
        parts.push_back(plural(of(ClassAnswer::sameBits), "flip is", "flips are") +
                        " harmless (all winners compute the same bits)");
    }
    if (of(ClassAnswer::differentBits) > 0) {
        parts.push_back(plural(of(ClassAnswer::differentBits), "changes bits", "change bits"));
    }
    if (of(ClassAnswer::dependsOnCard) > 0) {
        parts.push_back(plural(of(ClassAnswer::dependsOnCard), "depends", "depend") +
                        " on the card (name it with --card)");
    }
    if (of(ClassAnswer::unknown) > 0)
        parts.push_back("for " + std::to_string(of(ClassAnswer::unknown)) + " nothing is known");
    return parts.empty() ? std::string() : basis + ": " + joinList(parts, parts.size()) + ".";
}

std::string bitsWords(const Counts& counts) {
    constexpr std::array<const char*, 3> kBases{"Predicted from the kernel names, not measured",
                                                "Predicted by emulation, not measured", "Measured on what was tried"};
    std::string words;
    for (std::size_t basis = 0; basis < kBases.size(); ++basis) {
        const std::string more = bitsWordsOf(counts.answers[basis], kBases[basis]);
        words += (words.empty() || more.empty() ? "" : " ") + more;
    }
    return words;
}

void addAnswer(Document& document, const Dataset& dataset, const Analysis& analysis, const Counts& counts) {
    const std::size_t runs = analysis.matrix.runs.size();
    const UnknownWinners open = findUnknownWinners(analysis);
    const std::string size =
        plural(runs, "run", "runs") + ", " + plural(analysis.keys.size(), "tuning key", "tuning keys") + ": ";
    if (runs < 2) {
        document.paragraph(size + "a flip needs two runs to compare.", Tone::strong);
    } else if (analysis.flippingKeys == 0 && !open.keys.empty()) {
        document.paragraph(size + "no key is seen to flip, but for " + plural(open.keys.size(), "key", "keys") +
                               " that cannot be told.",
                           Tone::strong);
    } else if (analysis.flippingKeys == 0) {
        document.paragraph(size + "no key flips; where two runs share a key, both use the same candidate.",
                           Tone::strong);
    } else {
        document.paragraph(size + plural(analysis.flippingKeys, "key flips", "keys flip") +
                               " (same candidates, different winner in different runs).",
                           Tone::strong);
        document.paragraph(verdictWords(counts));
        document.paragraph(bitsWords(counts));
    }
    document.paragraph(unknownWinnersSentence(dataset, open), Tone::warn);
    document.paragraph(assumedCardSentence(analysis), Tone::warn);
    if (counts.setChanged > 0) {
        document.paragraph("The candidate set of " + plural(counts.setChanged, "key", "keys") +
                               " changed between runs: winners are compared only inside the most frequent set.",
                           Tone::warn);
    }
    std::vector<RunIndex> unknown;
    for (const RunIndex run : analysis.matrix.runs) {
        if (runOf(dataset, run).choicesUnknown) unknown.push_back(run);
    }
    if (!unknown.empty()) {
        document.paragraph("The choices of " + runNames(dataset, unknown) +
                               " are not known: no decision was logged, they came from a cache.",
                           Tone::warn);
    }
    document.paragraph(problemSentence(dataset.report), Tone::warn);
}

// Flips that may change results come first; inside, the order of the dataset.
std::vector<KeyIndex> keysToShow(const Analysis& analysis, bool all) {
    std::vector<KeyIndex> keys;
    for (const KeyVerdict& key : analysis.keys) {
        if (all || key.flips || key.setChanged) keys.push_back(key.key);
    }
    const auto rank = [&](KeyIndex key) {
        if (!analysis.keys[key.value].flips) return 4;
        switch (analysis.classes[key.value].answer) {
            case ClassAnswer::differentBits:
                return 0;
            case ClassAnswer::dependsOnCard:
                return 1;
            case ClassAnswer::unknown:
                return 2;
            case ClassAnswer::sameBits:
                break;
        }
        return 3;
    };
    std::stable_sort(keys.begin(), keys.end(), [&](KeyIndex a, KeyIndex b) { return rank(a) < rank(b); });
    return keys;
}

void addKeys(Document& document, const Dataset& dataset, const Analysis& analysis, const DocumentOptions& options) {
    const std::vector<KeyIndex> keys = keysToShow(analysis, options.all);
    if (keys.empty()) return;
    const bool flips = analysis.flippingKeys > 0;
    const bool changed = std::any_of(analysis.keys.begin(), analysis.keys.end(),
                                     [](const KeyVerdict& key) { return key.setChanged && !key.flips; });
    document.heading(options.all        ? "Keys"
                     : flips && changed ? "Keys that flip or whose candidates changed"
                     : flips            ? "Keys that flip"
                                        : "Keys whose candidates changed");
    Table table = keyTable(dataset, analysis, keys, options.all ? std::numeric_limits<std::size_t>::max() : kKeysShown);
    table.note =
        "pair: the candidates compared, favourite first; margin: how much longer the second took, in the median over "
        "runs; bits: whether all winners compute the same bits, predicted unless it says otherwise; winners: candidate "
        "× runs that used it. " +
        std::string(verdictCaveats());
    document.table(std::move(table));
}

void addRegret(Document& document, const Dataset& dataset, const Analysis& analysis, const DocumentOptions& options) {
    std::vector<RunRegret> regrets;
    for (const RunRegret& regret : analysis.regret) {
        if (regret.keysCounted > 0 && regret.total.value > 0) regrets.push_back(regret);
    }
    if (regrets.empty() || analysis.matrix.runs.size() < 2) return;
    std::stable_sort(regrets.begin(), regrets.end(), [](const auto& x, const auto& y) { return x.total > y.total; });
    document.heading("What the choices cost");
    const std::size_t most = options.all ? regrets.size() : std::min(regrets.size(), kShortList);
    Table table;
    table.columns = {{"run", Align::left, true},
                     {"slower by", Align::right},
                     {"keys counted", Align::right},
                     {"most of it at key"},
                     {"there", Align::right}};
    for (std::size_t i = 0; i < most; ++i) {
        const RunRegret& regret = regrets[i];
        table.rows.push_back({{runName(dataset, regret.run)},
                              {formatDuration(regret.total)},
                              {std::to_string(regret.keysCounted)},
                              {regret.worstKey ? keyId(dataset, *regret.worstKey) : "–"},
                              {formatDuration(regret.worst)}});
    }
    table.rowsLeftOut = regrets.size() - most;
    table.note =
        "slower by: sum over keys, each launched once, of the chosen candidate's median over the runs minus the best "
        "known one's.";
    document.table(std::move(table));
}

void addDrift(Document& document, const Dataset& dataset, const Analysis& analysis, const DocumentOptions& options) {
    if (analysis.drift.empty()) return;
    document.heading("Candidates that became slower or faster from run to run");
    const std::size_t most = options.all ? analysis.drift.size() : std::min(analysis.drift.size(), kShortList);
    Table table;
    table.columns = {{"key"},
                     {"what was tuned", Align::left, true},
                     {"candidate", Align::left, true},
                     {"change", Align::right},
                     {"p", Align::right},
                     {"runs", Align::right}};
    for (std::size_t i = 0; i < most; ++i) {
        const Drift& drift = analysis.drift[i];
        table.rows.push_back({{keyId(dataset, drift.key)},
                              {keyLabel(dataset, drift.key)},
                              {candidateOf(dataset, analysis.keys[drift.key.value], drift.candidate)},
                              {formatPercent(drift.relativeChange)},
                              {formatP(drift.trendP)},
                              {std::to_string(drift.runs)}});
    }
    table.rowsLeftOut = analysis.drift.size() - most;
    table.note =
        "change: median of the later half of the runs against the earlier half, in the order of their names; p: trend "
        "test, shown only where it stays small for the number of candidates looked at.";
    document.table(std::move(table));
}

void addPartialKeys(Document& document, const Dataset& dataset, const Analysis& analysis,
                    const DocumentOptions& options) {
    if (analysis.partialKeys.empty()) return;
    document.heading("Keys that only some runs tuned");
    const std::size_t most =
        options.all ? analysis.partialKeys.size() : std::min(analysis.partialKeys.size(), kRunsShown);
    Table table;
    table.columns = {
        {"key"}, {"what was tuned", Align::left, true}, {"in", Align::right}, {"not in", Align::left, true}};
    for (std::size_t i = 0; i < most; ++i) {
        const PartialKey& partial = analysis.partialKeys[i];
        table.rows.push_back({{keyId(dataset, partial.key)},
                              {keyLabel(dataset, partial.key)},
                              {plural(partial.present.size(), "run", "runs")},
                              {runNames(dataset, partial.absent, 4)}});
    }
    table.rowsLeftOut = analysis.partialKeys.size() - most;
    document.table(std::move(table));
}

}  // namespace

Document summaryDocument(const Dataset& dataset, const Analysis& analysis, const DocumentOptions& options) {
    Document document;
    document.title = "Flipscope: summary";
    addAnswer(document, dataset, analysis, countOf(analysis));
    addKeys(document, dataset, analysis, options);
    addRegret(document, dataset, analysis, options);
    addDrift(document, dataset, analysis, options);
    addPartialKeys(document, dataset, analysis, options);
    addEnvironment(document, dataset, analysis);
    addLoadSection(document, dataset.report, options);
    const std::vector<KeyIndex> keys = keysToShow(analysis, false);
    if (analysis.flippingKeys > 0) {
        document.heading("Next");
        document.command("flipscope-cli suspects " + options.paths, "Does a flip go with the outcome of the runs?");
        document.command("flipscope-cli key " + options.paths + " --key " + keyId(dataset, keys.front()),
                         "One key closely:");
    }
    return document;
}

}  // namespace flipscope
