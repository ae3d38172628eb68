#pragma once

#include "core/pin/pin.h"
#include "core/report/format.h"
#include "core/report/names.h"

#include <string>

namespace flipscope {

// How pins and their keys are named in documents.

[[nodiscard]] inline std::string candidateOf(const Pin& pin) {
    return std::to_string(pin.candidate.value) +
           (pin.candidateName.empty() ? "" : " " + printable(pin.candidateName, 120));
}

[[nodiscard]] inline std::string nameOf(const Pin& pin) {
    return printable(pin.label, 200) + " (" + printable(pin.keyId) + ")";
}

[[nodiscard]] inline std::string nameOf(const Dataset& dataset, KeyIndex key) {
    return keyLabel(dataset, key) + " (" + keyId(dataset, key) + ")";
}

}  // namespace flipscope
