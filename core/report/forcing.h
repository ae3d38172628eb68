#pragma once

#include "core/model/strong.h"

#include <string>

namespace flipscope {

// Where the environment database of a run keeps its choice for a key.
struct ChoicePlace {
    std::string run, path;  // id; file as the user named it
    std::string table, rowid, nameSpace;
    CandidateIndex holds;
};

// {"fastest_index":N,"results":[]} as CBOR in hexadecimal: the least that cubecl 0.11 reads back as a choice (formats
// cubecl-0.11 §4.7).
[[nodiscard]] std::string forcedValueHex(CandidateIndex candidate);

// The statement that makes a copy of the place's database hold this choice. Only for a copy, with no program using it.
[[nodiscard]] std::string forcingSql(const ChoicePlace& place, CandidateIndex candidate);

}  // namespace flipscope
