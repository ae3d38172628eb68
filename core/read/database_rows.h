#pragma once

#include "core/model/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flipscope {

// Rows of an environment database, decoded but not yet tied to keys and candidate sets. Source of the shapes: formats
// cubecl-0.11 §4.4 to §4.6.

// "autotune/<version>/<device>/<tuner>"; later versions put more than one part where the device stands.
struct TunerNamespace {
    std::string version, device, tuner;
};

struct RawChoice {
    TunerNamespace place;
    std::string keyJson, checksum;
    std::uint32_t winner = 0;
    std::size_t candidates = 0;  // results it holds, one a candidate of the set; 0: none
    std::vector<std::pair<std::uint32_t, std::string>> names = {};  // of the candidates that ran, with their index
    std::string cacheLine;  // the row as one entry of the JSON-line cache; empty when it holds no results
};

struct RawRecord {
    std::uint64_t session = 0;
    TunerNamespace place;
    std::string keyJson, checksum;
    std::uint32_t winner = 0;
    bool dryRun = false;
    std::vector<std::string> names;  // the candidate set, when the plan names every index; else empty
};

struct RawRow {
    std::string_view nameSpace, key, value;  // key and value: CBOR
};

[[nodiscard]] TunerNamespace splitNamespace(std::string_view nameSpace);

// Null when the row cannot be used; `reason` then says why.
[[nodiscard]] std::optional<RawChoice> readChoiceRow(const RawRow& row, std::string& reason);
[[nodiscard]] std::optional<RawRecord> readRecordRow(const RawRow& row, std::string& reason);
// `decisions` of the session stays 0.
[[nodiscard]] std::optional<DatabaseSession> readSessionRow(const RawRow& row, std::string& reason);

}  // namespace flipscope
