#pragma once

#include "core/drive/key_set.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace flipscope {

enum class BisectVerdict : std::uint8_t { proven, notAmongChoices, undecided };
enum class BisectReason : std::uint8_t {
    bothWays,          // proven: the culprits turn good into bad, and back
    noDifference,      // notAmongChoices: the choices are the same
    goodEndIsNotGood,  // notAmongChoices: all choices of the good run do not give its outcome
    badEndIsNotBad,    // notAmongChoices: all choices of the bad run do not give its outcome
    outcomeVaries,     // undecided: equal choices give either outcome, and the two ends do not differ clearly
    endsInvalid,       // undecided: the ends could not be tried
    trialsInvalid,     // undecided: trials that the search needs do not count
    tooVaried,         // undecided: a configuration that the proof needs is neither clearly good nor clearly bad
    thirdOutcome,      // undecided: undoing the culprits leads neither to good nor to bad
    tooManyGroups,     // undecided: more independent sets of culprits than are looked for
    otherProgram,      // undecided: it seems to be another program than that of the runs
    keysLeftOut,       // undecided: the cause may be a key that could not be tried (see LeftOutKey)
};
[[nodiscard]] std::string_view toString(BisectVerdict verdict);
[[nodiscard]] std::string_view toString(BisectReason reason);

struct BisectAnswer {
    BisectVerdict verdict = BisectVerdict::undecided;
    BisectReason reason = BisectReason::outcomeVaries;
    // Each turns good into bad by itself, which it does not without any one of its keys. Undoing all of them turns bad
    // into good; undoing all but one does not. Of an undecided answer: what was found so far, not proven.
    std::vector<KeySet> groups;
    KeySet suspected;   // undecided: the search ended inside these
    double chance = 1;  // proven: at most, that the proof is nothing but luck (see bisect_proof.h)
};

}  // namespace flipscope
