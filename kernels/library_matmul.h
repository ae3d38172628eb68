#pragma once

#include "core/model/result.h"
#include "kernels/replica_launches.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// How cuBLASLt is asked to compute: in f32, or for f32 operands with TF32 allowed. Half types accumulate in f32.
enum class LibraryCompute : std::uint8_t { f32, tf32 };

// A candidate by name: the n-th algorithm that the heuristics of cuBLASLt offer for the problem, best first.
struct LibraryCandidate {
    LibraryCompute compute = LibraryCompute::f32;
    std::size_t number = 0;
};

// "cublaslt_3", "cublaslt_tf32_0"; null for every other name.
[[nodiscard]] std::optional<LibraryCandidate> libraryCandidate(std::string_view name);

// The names that are offered: kAlgorithmsOffered for each way to compute.
inline constexpr std::size_t kAlgorithmsOffered = 16;
[[nodiscard]] std::vector<std::string> libraryCandidateNames();

struct LibraryAlgorithm {
    std::string description;  // its number in the library, tile, split of k …
    Launch launch;
};

// What the heuristics offer for a problem, at most kAlgorithmsOffered; none when they offer nothing. The launches keep
// what they need alive and take matmuls of the same shape, type and strides. An Error says why cuBLASLt cannot be used;
// it is loaded when it is first asked for. Call with the wanted device current; one thread at a time.
[[nodiscard]] Result<std::vector<LibraryAlgorithm>> libraryAlgorithms(const DeviceMatmul& matmul,
                                                                      LibraryCompute compute);

}  // namespace flipscope
