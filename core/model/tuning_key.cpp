#include "core/model/tuning_key.h"

#include "core/model/hex_digits.h"
#include "core/model/key_json.h"
#include "core/model/key_label.h"
#include "core/model/matmul_key.h"
#include "core/model/plain_text.h"
#include "core/model/tuner_family.h"

#include <optional>
#include <unordered_map>

#include <xxhash.h>

namespace flipscope {
namespace {

constexpr std::size_t kShortId = 8;
constexpr std::size_t kFullId = 32;

// All 32 hex digits; ids are prefixes of it.
std::string identityHash(const TuningKey& key) {
    const std::string identity = key.canonicalJson + "\n" + key.tuner;
    const XXH128_hash_t hash = XXH3_128bits(identity.data(), identity.size());
    return hexDigits(hash.high64, hash.low64);
}

void makeIdsUnique(std::vector<TuningKey>& keys) {
    std::vector<std::string> hashes;
    hashes.reserve(keys.size());
    for (const TuningKey& key : keys)
        hashes.push_back(identityHash(key));
    std::vector<std::size_t> lengths(keys.size(), kShortId);
    for (bool collision = true; collision;) {
        collision = false;
        std::unordered_map<std::string, std::size_t> uses;
        for (std::size_t i = 0; i < keys.size(); ++i)
            ++uses[hashes[i].substr(0, lengths[i])];
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (lengths[i] == kFullId || uses[hashes[i].substr(0, lengths[i])] == 1) continue;
            ++lengths[i];
            collision = true;
        }
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i].id = hashes[i].substr(0, lengths[i]);
}

}  // namespace

TuningKey makeTuningKey(std::string_view keyJson, const std::vector<std::string>& names,
                        std::string_view databaseTuner) {
    TuningKey key;
    const std::optional<KeyJson> parsed = parseKeyJson(keyJson);
    if (parsed && parsed->kind == KeyJson::Kind::object) {
        key.canonicalJson = canonicalJson(*parsed);
        key.operation = recogniseOperation(*parsed, names, databaseTuner);
        key.label = keyLabel(*parsed, key.operation);
        const bool isMatmul = key.operation == Operation::matmul || key.operation == Operation::fusedMatmul;
        if (isMatmul) key.matmul = readMatmulProblem(*parsed);
    } else {
        key.canonicalJson = trimmed(keyJson);
        key.label = plainKeyLabel(key.canonicalJson);
    }
    key.tuner = tunerFamily(key.operation, names, databaseTuner);
    key.id = identityHash(key).substr(0, kShortId);
    return key;
}

void makeKeyNamesUnique(std::vector<TuningKey>& keys) {
    makeIdsUnique(keys);
    std::unordered_map<std::string, std::size_t> uses;
    for (const TuningKey& key : keys)
        ++uses[key.label];
    for (TuningKey& key : keys) {
        if (uses[key.label] > 1) key.label += " · " + key.id;
    }
}

std::string_view toString(Operation operation) {
    switch (operation) {
        case Operation::matmul:
            return "matmul";
        case Operation::fusedMatmul:
            return "fusedMatmul";
        case Operation::reduce:
            return "reduce";
        case Operation::fusedReduce:
            return "fusedReduce";
        case Operation::fusedReduceBroadcasted:
            return "fusedReduceBroadcasted";
        case Operation::sum:
            return "sum";
        case Operation::convolution:
            return "convolution";
        case Operation::convolutionBackwardData:
            return "convolutionBackwardData";
        case Operation::convolutionBackwardWeight:
            return "convolutionBackwardWeight";
        case Operation::convolutionTranspose:
            return "convolutionTranspose";
        case Operation::attention:
            return "attention";
        case Operation::interpolate:
            return "interpolate";
        case Operation::unknown:
            break;
    }
    return "unknown";
}

std::string_view toString(ElementType type) {
    switch (type) {
        case ElementType::f64:
            return "f64";
        case ElementType::f32:
            return "f32";
        case ElementType::tf32:
            return "tf32";
        case ElementType::flex32:
            return "flex32";
        case ElementType::f16:
            return "f16";
        case ElementType::bf16:
            return "bf16";
        case ElementType::other:
            break;
    }
    return "other";
}

}  // namespace flipscope
