#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/model/dataset.h"
#include "core/pin/database_traces.h"
#include "core/pin/pin.h"
#include "core/pin/pin_places.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What one run says of one pin.
enum class PinState : std::uint8_t {
    inEffect,         // the run did not tune the key, and the database that it had open holds the pin
    otherInDatabase,  // the run did not tune the key, but its database holds another candidate for it
    notLogged,    // the run logged no decision for the key: nothing contradicts the pin, nothing shows that it was used
    tunedAnew,    // the run tuned the key itself and came to the pin's candidate: the pin was not in effect
    notObeyed,    // the run used another candidate
    stale,        // the run offers another candidate set: the pin does not fit it
    cannotTell,   // see PinnedRun::because
    otherDevice,  // the pin's places are of another device than the run
    otherName,    // the run calls the candidate of the pin's index something else: see CheckedPin::disagreement
    otherTuner,   // the run has the key, but under another tuner
    unknownKey,   // no run has the key, and the run's database does not either
};

[[nodiscard]] std::string_view toString(PinState state);

struct PinnedRun {
    RunIndex run;
    PinState state = PinState::notLogged;
    std::optional<CandidateIndex> used;  // where known; of otherInDatabase what the database holds
    std::string_view because = {};       // of cannotTell: why, in words
};

struct CheckedPin {
    std::size_t pin = 0;                   // position in the pins
    std::optional<KeyIndex> key;           // null: no run logged the key
    std::vector<PinnedRun> runs;           // by matrix column
    std::vector<RunIndex> failedIn;        // runs that log a failure of the pinned candidate for this key
    std::string disagreement;              // of index and name (see nameDisagreement); empty: none
    bool isUnknown = false;                // neither logs nor databases of the runs have the key, under any tuner
    std::vector<std::string> otherTuners;  // that the runs have the key under, where they do not under the pin's
};

// Whether a run has the pin in that state.
[[nodiscard]] bool hasState(const CheckedPin& checked, PinState state);

struct PinCheck {
    std::vector<CheckedPin> pins;          // by pin
    std::vector<KeyIndex> keysWithoutPin;  // that a run tuned or used
    // Pins with such a run; notObeyed counts otherInDatabase, too.
    std::size_t stale = 0, notObeyed = 0, tunedAnew = 0, failed = 0;
    // Pins with a disagreement, with other tuners, and unknown ones.
    std::size_t otherName = 0, otherTuner = 0, unknownKey = 0;
};

// Index and name of a pin are compared where the dataset has its set. places: what the databases of the runs hold (see
// placesOfRuns). traces: what their programs left there: a pin is in effect only in a run that logged its decisions or
// had its database open, and in none whose program decided the key after the pin was written. Thread rule: any thread.
[[nodiscard]] PinCheck checkPins(const std::vector<Pin>& pins, const Dataset& dataset, const WinnerMatrix& matrix,
                                 const std::vector<PlacedChoice>& places = {}, const RunTraces& traces = {});

// Whether there are pins and runs, and every run has every pin in effect.
[[nodiscard]] bool isInEffectEverywhere(const PinCheck& check);

// Whether a run of the matrix tuned or used the key.
[[nodiscard]] bool isInRuns(const WinnerMatrix& matrix, KeyIndex key);

}  // namespace flipscope
