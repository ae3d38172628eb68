#include "ui/models/pin_rows.h"

#include "core/pin/pin_warnings.h"
#include "core/pin/pinned_keys.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/pin_report.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

namespace flipscope {
namespace {

constexpr std::size_t kLongestWords = 1000;

// What needs attention first.
constexpr std::array kByWeight{PinState::stale,           PinState::otherName,  PinState::notObeyed,
                               PinState::otherInDatabase, PinState::tunedAnew,  PinState::otherTuner,
                               PinState::unknownKey,      PinState::cannotTell, PinState::notLogged,
                               PinState::otherDevice,     PinState::inEffect};

bool isObject(const TuningKey& key) {
    return key.canonicalJson.starts_with('{');  // a human log tells some keys as text only
}

QString candidateTextOf(const Pin& pin) {
    const QString index = QString::number(pin.candidate.value);
    return pin.candidateName.empty() ? index : index + QLatin1Char(' ') + shown(pin.candidateName, 120);
}

QString classTextOf(const PinReason& reason) {
    if (reason.numericalClass.empty()) return {};
    return shown(reason.numericalClass, 60) +
           (reason.classMeasured ? QStringLiteral(", measured") : QStringLiteral(", predicted"));
}

void addCheck(PinRow& row, const CheckedPin& checked) {
    for (const PinState state : kByWeight) {
        const auto in = std::count_if(checked.runs.begin(), checked.runs.end(),
                                      [state](const PinnedRun& run) { return run.state == state; });
        if (in == 0) continue;
        row.worst = state;
        row.urgency = static_cast<int>(std::find(kByWeight.begin(), kByWeight.end(), state) - kByWeight.begin());
        row.runsText = QStringLiteral("%1: %2 of %3")
                           .arg(shown(inWords(state)))
                           .arg(in)
                           .arg(counted(checked.runs.size(), "run", "runs"));
        return;
    }
}

void addContradictions(PinRow& row, const PinRowsView& view) {
    if (view.contradictions == nullptr) return;
    for (const PinWarning& warning : *view.contradictions)
        if (warning.key == row.key) row.warnings += shown(warning.words, kLongestWords);
}

PinRow rowOfPin(const PinRowsView& view, std::size_t position, std::optional<KeyIndex> key) {
    const Pin& pin = view.pins[position];
    PinRow row;
    row.pin = position;
    row.key = key;
    row.candidate = pin.candidate;
    row.label = shown(pin.label);
    row.id = shown(pin.keyId);
    row.candidateText = candidateTextOf(pin);
    row.rule = shown(pin.reason.rule, 80);
    row.reason = shown(pin.reason.words, kLongestWords);
    row.classText = classTextOf(pin.reason);
    row.error = pin.reason.error;
    row.margin = pin.reason.margin;
    if (view.check != nullptr) addCheck(row, view.check->pins[position]);
    if (!key || view.analysis == nullptr) return row;
    const KeyVerdict& verdict = view.analysis->keys[key->value];
    row.canBeChosen = verdict.set.has_value() && isObject(keyOf(*view.dataset, *key));
    const Measurements none;
    for (const std::string& words : pinWarnings(pin, *view.dataset, view.analysis->matrix, *key, verdict.set,
                                                view.measurements != nullptr ? *view.measurements : none))
        row.warnings += shown(words, kLongestWords);
    addContradictions(row, view);
    return row;
}

PinRow rowWithoutPin(const PinRowsView& view, KeyIndex key) {
    PinRow row;
    row.key = key;
    row.label = shown(keyOf(*view.dataset, key).label);
    row.id = shown(keyOf(*view.dataset, key).id);
    row.canBeChosen = view.analysis->keys[key.value].set.has_value() && isObject(keyOf(*view.dataset, key));
    QString without = QStringLiteral("No pin: the program tunes this key itself.");
    if (view.unpinned != nullptr) {
        const auto because = view.unpinned->find(key);
        if (because != view.unpinned->end())
            without = QStringLiteral("No pin: %1.").arg(shown(because->second, kLongestWords));
    }
    row.warnings += without;
    addContradictions(row, view);
    return row;
}

// Why a pin has no key of the runs. sameObject: theirs with its object.
QString missingKeyInWords(const PinRowsView& view, const std::vector<KeyIndex>& sameObject) {
    QStringList tuners;
    for (const KeyIndex key : sameObject)
        tuners += shown(keyOf(*view.dataset, key).tuner, 120);
    if (tuners.isEmpty()) return QStringLiteral("These runs do not have the key.");
    return QStringLiteral("These runs have the key under another tuner: %1.").arg(tuners.join(QStringLiteral(", ")));
}

}  // namespace

std::vector<PinRow> pinRows(const PinRowsView& view) {
    std::vector<PinRow> rows, unknown;
    if (view.dataset == nullptr || view.analysis == nullptr) {
        for (std::size_t i = 0; i < view.pins.size(); ++i)
            rows.push_back(rowOfPin(view, i, std::nullopt));
        return rows;
    }
    const PinnedKeys keys(*view.dataset);
    std::vector<std::vector<std::size_t>> pinsOf(view.dataset->keys.size());
    for (std::size_t i = 0; i < view.pins.size(); ++i) {
        if (const auto key = keys.keyOf(view.pins[i])) {
            pinsOf[key->value].push_back(i);
        } else {
            unknown.push_back(rowOfPin(view, i, std::nullopt));
            unknown.back().warnings += missingKeyInWords(view, keys.sameObject(view.pins[i]));
        }
    }
    for (std::uint32_t k = 0; k < pinsOf.size(); ++k) {
        for (const std::size_t pin : pinsOf[k])
            rows.push_back(rowOfPin(view, pin, KeyIndex{k}));
        if (pinsOf[k].empty() && isInRuns(view.analysis->matrix, KeyIndex{k}))
            rows.push_back(rowWithoutPin(view, KeyIndex{k}));
    }
    rows.insert(rows.end(), unknown.begin(), unknown.end());
    return rows;
}

std::vector<PinOption> pinOptions(const Dataset& dataset, const Analysis& analysis, KeyIndex key) {
    const KeyVerdict& verdict = analysis.keys[key.value];
    if (!verdict.set || !isObject(keyOf(dataset, key))) return {};
    std::vector<CandidateSummary> candidates = verdict.candidates;
    for (std::uint32_t i = 0; i < setOf(dataset, *verdict.set).names.size(); ++i) {
        const bool isThere = std::any_of(candidates.begin(), candidates.end(),
                                         [i](const CandidateSummary& known) { return known.index.value == i; });
        if (!isThere) candidates.emplace_back().index = {i};
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const CandidateSummary& a, const CandidateSummary& b) {
        const auto rank = [](const CandidateSummary& candidate) {
            return std::tuple(-static_cast<std::int64_t>(candidate.runsWon), !candidate.medianOfMedians.has_value(),
                              candidate.medianOfMedians.value_or(Nanoseconds{}), candidate.index);
        };
        return rank(a) < rank(b);
    });
    std::vector<PinOption> options;
    for (const CandidateSummary& candidate : candidates) {
        QString text = shown(candidateOf(dataset, verdict, candidate.index), 160);
        if (candidate.runsWon > 0) text += QStringLiteral(" · won %1").arg(candidate.runsWon);
        if (candidate.medianOfMedians) {
            text += QStringLiteral(" · ") + QString::fromStdString(formatDuration(candidate.medianOfMedians));
        } else {
            text += candidate.runsFailed > 0 ? QStringLiteral(" · failed") : QStringLiteral(" · never measured");
        }
        options.push_back({candidate.index, text});
    }
    return options;
}

QString pinInWords(const PinRow& row, const PinRowsView& view) {
    QStringList lines{row.label + QStringLiteral("  (") + row.id + QLatin1Char(')')};
    if (!row.pin) return (lines + row.warnings).join(QLatin1Char('\n'));
    const Pin& pin = view.pins[*row.pin];
    lines += QStringLiteral("Pinned to %1%2.")
                 .arg(row.candidateText,
                      pin.setSize > 0 ? QStringLiteral(", one of %1 candidates").arg(pin.setSize) : QString());
    lines += QStringLiteral("%1  (%2%3)")
                 .arg(row.reason, row.rule,
                      pin.reason.by.empty() ? QString() : QStringLiteral(", by ") + shown(pin.reason.by, 200));
    lines += row.warnings;
    std::vector<std::string> runs;
    for (const std::string& run : pin.provenance.runs)
        runs.push_back(printable(run, 120));
    if (!runs.empty()) lines += QStringLiteral("Made from %1.").arg(QString::fromStdString(joinList(runs)));
    for (const std::string& place : pin.places)
        lines += QStringLiteral("Kept in %1.").arg(shown(place));
    if (view.check == nullptr || view.dataset == nullptr) return lines.join(QLatin1Char('\n'));
    const CheckedPin& checked = view.check->pins[*row.pin];
    for (const PinnedRun& run : checked.runs) {
        const bool isOther = run.used && (run.state == PinState::notObeyed || run.state == PinState::otherInDatabase);
        const QString used = isOther ? QStringLiteral(", %1").arg(run.used->value) : QString();
        const QString because = run.because.empty() ? QString() : QStringLiteral(": ") + shown(run.because);
        lines +=
            QStringLiteral("%1: %2%3%4")
                .arg(QString::fromStdString(runName(*view.dataset, run.run)), shown(inWords(run.state)), used, because);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace flipscope
