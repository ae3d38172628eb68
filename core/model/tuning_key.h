#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

enum class Operation : std::uint8_t {
    matmul,
    fusedMatmul,
    reduce,
    fusedReduce,
    fusedReduceBroadcasted,
    sum,
    convolution,
    convolutionBackwardData,
    convolutionBackwardWeight,
    convolutionTranspose,
    attention,
    interpolate,
    unknown,
};

enum class ElementType : std::uint8_t { f64, f32, tf32, flex32, f16, bf16, other };

// Order of a matrix operand in memory, as far as the key tells.
enum class MatrixLayout : std::uint8_t { rowMajor, transposed, permuted, unknown };

// The matmul part of a (fused) matmul key. m, n, k are the anchored sizes: a bucket of shapes, not one shape.
struct MatmulProblem {
    std::uint64_t m{}, n{}, k{};
    ElementType lhs = ElementType::other, rhs = ElementType::other, out = ElementType::other;
    MatrixLayout lhsLayout = MatrixLayout::unknown, rhsLayout = MatrixLayout::unknown;
    // log2 of the byte alignment of rows and batches, 0 when unknown or permuted; >= 4 means 16-byte aligned.
    std::uint32_t lhsStrideFactor{}, rhsStrideFactor{};
    std::uint32_t lhsPow2Factor{}, rhsPow2Factor{};
    std::string scale, kind;  // as logged: "Small"/"Medium"/"Large", "General"/"MatVec"/…
    bool storageTiled = false;
};

// What a tuner was asked for. Identity is (canonicalJson, tuner); id and label are derived and unique in a Dataset.
struct TuningKey {
    std::string id;             // first 8 hex digits of XXH3-128(canonicalJson + "\n" + tuner); longer on a collision
    std::string label;          // short and readable, e.g. "matmul 512×1024×128 f32 rhsᵀ"
    std::string canonicalJson;  // sorted members, no insignificant space, values as logged
    std::string tuner;          // family of the tuner, see tunerFamily; empty when nothing tells it
    Operation operation = Operation::unknown;
    std::optional<MatmulProblem> matmul;
    std::vector<std::string> aliases;  // ids by which reports of others name this key
};

// What one parsed key is: everything of TuningKey but id uniqueness.
// keyJson: one JSON object as logged (any member order). names: the candidate set, may be empty. databaseTuner: last
// segment of the database namespace, may be empty. Never throws; a text that is not a JSON object gives operation
// unknown, canonicalJson = the text. Label uniqueness is the Dataset's work (makeKeyNamesUnique).
[[nodiscard]] TuningKey makeTuningKey(std::string_view keyJson, const std::vector<std::string>& names,
                                      std::string_view databaseTuner);

// Gives every key a unique id (longer prefix on a collision) and a unique label (" · <id>" appended where labels
// repeat).
void makeKeyNamesUnique(std::vector<TuningKey>& keys);

[[nodiscard]] std::string_view toString(Operation operation);
[[nodiscard]] std::string_view toString(ElementType type);

}  // namespace flipscope
