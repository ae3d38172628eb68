#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "core/pin/pin.h"
#include "core/pin/pin_check.h"
#include "core/pin/pin_classes.h"
#include "core/pin/pin_rules.h"

#include <QString>
#include <QStringList>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A candidate that a key can be pinned to.
struct PinOption {
    CandidateIndex candidate;
    QString text;  // "24 matmul_… · won 9 · 23.5 µs"
};

// One pin, or a key of the runs that has none.
struct PinRow {
    std::optional<std::size_t> pin;  // position in the pins
    std::optional<KeyIndex> key;     // null: these runs do not have it
    std::optional<CandidateIndex> candidate;
    QString label, id, candidateText, rule, reason, classText;
    std::optional<double> error, margin;
    QStringList warnings;                // sentences
    std::optional<PinState> worst = {};  // of the last check
    int urgency = 0;                     // of `worst`: 0 needs attention most
    QString runsText;                    // of the last check: "used another candidate in 3 of 14 runs"
    bool canBeChosen = false;            // its candidates are known in the runs
};

// What the rows are made from; null and empty where it is not known.
struct PinRowsView {
    const std::vector<Pin>& pins;
    const Dataset* dataset = nullptr;
    const Analysis* analysis = nullptr;
    const Measurements* measurements = nullptr;
    const PinCheck* check = nullptr;
    const std::map<KeyIndex, std::string>* unpinned = nullptr;  // why
    const std::vector<PinWarning>* contradictions = nullptr;    // between re-runs
};

// In the order of the keys, then the pins of keys that the runs do not have.
[[nodiscard]] std::vector<PinRow> pinRows(const PinRowsView& view);

// The candidates of the set that the key is judged in: those that won first, then by time; empty when not known.
[[nodiscard]] std::vector<PinOption> pinOptions(const Dataset& dataset, const Analysis& analysis, KeyIndex key);

// Everything about one row in lines, each run of the check named.
[[nodiscard]] QString pinInWords(const PinRow& row, const PinRowsView& view);

}  // namespace flipscope
