#pragma once

#include "core/model/strong.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Why a candidate was chosen for a key.
struct PinReason {
    std::string rule;   // "run:run14", "majority", "fastest-in-tie", "class:NAME", "most-exact" or "hand"
    std::string by;     // whoever made the pin, as they name themselves; empty when not said
    std::string words;  // one sentence with the numbers
    // Numerical class of the candidate (class_rules.h, or as a worker reported it); empty when not known.
    std::string numericalClass;
    bool classMeasured = false;    // by a re-run; else the class is a prediction
    std::optional<double> error;   // largest measured error in units of |A||B|
    std::optional<double> margin;  // median of (other − chosen) / chosen over the runs, as a fraction
    friend bool operator==(const PinReason&, const PinReason&) = default;
};

// What the choice was made from.
struct PinProvenance {
    std::vector<std::string> runs;  // ids
    std::string device;             // "device-0-0-cuda"; empty when no run tells
    std::string framework;          // "cubecl 0.11.0"; empty when no run tells
    friend bool operator==(const PinProvenance&, const PinProvenance&) = default;
};

// One key and the candidate that a program is to use for it.
struct Pin {
    std::string keyJson;       // canonical JSON of the tuning key
    std::string tuner;         // family of the tuner (see tunerFamily); empty when not known
    std::string keyId, label;  // for readers; identity is keyJson and tuner
    CandidateIndex candidate;
    std::string candidateName;  // empty when not known
    std::string setChecksum;
    std::size_t setSize = 0;  // candidates of the set; 0 when not known
    // Database namespaces of the tuner on its device, where a run's database tells them. Empty: every place that holds
    // the key, or else the set.
    std::vector<std::string> places;
    PinReason reason;
    PinProvenance provenance;
    friend bool operator==(const Pin&, const Pin&) = default;
};

// Both choose for one key of one tuner; perhaps in different places.
[[nodiscard]] inline bool isSameKey(const Pin& a, const Pin& b) {
    return a.keyJson == b.keyJson && a.tuner == b.tuner;
}

}  // namespace flipscope
