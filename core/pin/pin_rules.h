#pragma once

#include "core/analyse/analysis.h"
#include "core/model/result.h"
#include "core/pin/pin.h"
#include "core/pin/pin_classes.h"
#include "core/pin/pin_places.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// How a candidate is chosen for each key.
struct PinRule {
    enum class Kind : std::uint8_t {
        run,           // what one run used
        majority,      // what most runs used
        fastestInTie,  // lowest median over the runs, of those measured in at least half of them
        ofClass,       // the fastest of a numerical class
        mostExact,     // the least error
    };
    Kind kind = Kind::majority;
    std::string name;  // run id or class; else empty
};

// "majority", "fastest-in-tie", "class:NAME", "most-exact", "run:ID". The Error lists them.
[[nodiscard]] Result<PinRule> parsePinRule(std::string_view text);
[[nodiscard]] std::string toString(const PinRule& rule);

// A candidate that the user chose for a key.
struct HandPin {
    KeyIndex key;
    CandidateIndex candidate;
};

struct PinRequest {
    std::optional<PinRule> rule;  // null: only by hand
    std::vector<HandPin> byHand;  // before the rule
    std::string by;               // who makes the pins
    ClassAssumptions assumptions;
    Measurements measurements;
    std::vector<PlacedChoice> places;  // of the runs analysed
};

struct UnpinnedKey {
    KeyIndex key;
    std::string because;  // a clause without a full stop
};

// What a user must know of a pin before using it.
struct PinWarning {
    KeyIndex key;
    std::string words;  // a sentence
};

struct PinChoice {
    std::vector<Pin> pins;  // in the order of the keys
    std::vector<UnpinnedKey> unpinned;
    std::vector<PinWarning> warnings;
};

// A pin for every key of the analysed runs that the rule can decide; the others are named, never guessed. Candidates
// are taken from the set that most runs of the key have; for a run, from the run's own. Warned of: candidates that
// failed for the key in a run or were refused in a re-run (a refused pin ends the program, a fused matmul falls back
// without a word), and candidates that never ran. An Error: no such run, an index behind the end of the set, a key by
// hand whose set is not known. Thread rule: any thread.
[[nodiscard]] Result<PinChoice> choosePins(const Dataset& dataset, const Analysis& analysis, const PinRequest& request);

// The pin that makes a program choose this candidate for this key.
[[nodiscard]] Pin pinOf(const Dataset& dataset, KeyIndex key, CandidateSetIndex set, CandidateIndex candidate);

}  // namespace flipscope
