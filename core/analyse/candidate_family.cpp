#include "core/analyse/candidate_family.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

using Kind = CandidateFamily::Kind;
using Instruction = CandidateFamily::Instruction;
using Loader = CandidateFamily::Loader;

bool take(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

// The word and the underscore after it.
bool takeWord(std::string_view& text, std::string_view word) {
    std::string_view rest = text;
    if (!take(rest, word) || !take(rest, "_")) return false;
    text = rest;
    return true;
}

bool takeNumber(std::string_view& text, std::string_view more = {}) {
    const auto isPart = [more](char c) { return (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos; };
    const auto end = std::find_if_not(text.begin(), text.end(), isPart);
    const auto length = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(length);
    return length > 0;
}

bool takeSuffix(std::string_view& text) {
    constexpr std::array<std::string_view, 6> kFixed = {"_multi_rows",    "_specialized", "_min_tile_size",
                                                        "_max_tile_size", "_forced",      "_None"};
    constexpr std::array<std::string_view, 3> kNumbered = {"_partition_k", "_row_count", "_rows_per_plane"};
    for (const std::string_view word : kFixed) {
        if (take(text, word)) return true;
    }
    for (const std::string_view word : kNumbered) {
        if (take(text, word)) return takeNumber(text);
    }
    if (take(text, "_Some(")) return takeNumber(text) && take(text, ")");
    if (take(text, "_a")) return takeNumber(text, ".");
    return false;
}

// A suffix outside the grammar (a split of k, say) may change the sums: better no class than a wrong one.
bool onlySuffixes(std::string_view text) {
    while (!text.empty()) {
        if (!takeSuffix(text)) return false;
    }
    return true;
}

CandidateFamily simpleFamily(Kind kind, std::string_view suffixes, bool fused = false) {
    if (!onlySuffixes(suffixes)) return {};
    return {kind, fused, {}, {}};
}

CandidateFamily tensorCoreFamily(std::string_view instructionAndSuffixes, Loader loader) {
    std::string_view rest = instructionAndSuffixes;
    Instruction instruction{};
    if (take(rest, "cmma")) {
        instruction = Instruction::cmma;
    } else if (take(rest, "mma")) {
        instruction = Instruction::mma;
    } else {
        return {};
    }
    if (!onlySuffixes(rest)) return {};
    return {Kind::tensorCore, false, instruction, loader};
}

// Consumes the loader words; null when they are none of the grammar.
std::optional<Loader> takeLoader(std::string_view& text, bool specialized) {
    if (takeWord(text, "tma")) return Loader::tma;
    const bool async = takeWord(text, "async");
    const bool cyclic = takeWord(text, "cyclic");
    if (!cyclic && !takeWord(text, "strided") && !takeWord(text, "tilewise") && !takeWord(text, "hybrid")) return {};
    if (async) return Loader::async;
    if (!specialized) return Loader::sync;
    // Of the specialized kernels only the cyclic one's way of copying is known.
    return cyclic ? std::optional(Loader::async) : std::nullopt;
}

CandidateFamily plainFamily(std::string_view rest) {
    if (take(rest, "naive")) return simpleFamily(Kind::naive, rest);
    if (takeWord(rest, "ordered_double")) return tensorCoreFamily(rest, Loader::sync);
    const bool specialized = takeWord(rest, "specialized");
    if (!specialized) {
        if (!takeWord(rest, "simple") && !takeWord(rest, "double")) return {};
        if (take(rest, "unit")) return simpleFamily(Kind::unit, rest);
        if (take(rest, "vecmat")) return simpleFamily(Kind::vecmat, rest);
    }
    const auto loader = takeLoader(rest, specialized);
    return loader ? tensorCoreFamily(rest, *loader) : CandidateFamily{};
}

CandidateFamily fusedFamily(std::string_view rest) {
    constexpr std::array<std::pair<std::string_view, Kind>, 8> kWhole = {
        {{"matmul_fallback", Kind::fallback},
         {"simple_vec_mat", Kind::vecmat},
         {"double_buffering_vec_mat", Kind::vecmat},
         {"gemm", Kind::gemm},
         {"gemv_unit_perpendicular", Kind::unitPerpendicular},
         {"gemv_plane_parallel", Kind::planeParallel},
         {"simple_unit", Kind::unit},
         {"double_buffering_unit", Kind::unit}}};
    for (const auto& [name, kind] : kWhole) {
        if (rest == name) return {kind, true, {}, {}};
    }
    constexpr std::array<std::string_view, 5> kTensorCore = {"simple_multirows", "simple", "double_buffering_ordered",
                                                             "double_buffering_specialized", "double_buffering"};
    for (const std::string_view word : kTensorCore) {
        std::string_view tile = rest;
        if (!takeWord(tile, word)) continue;
        if (tile == "Cmma" || tile == "cmma") return {Kind::tensorCore, true, Instruction::cmma, Loader::sync};
        if (tile == "Mma" || tile == "mma") return {Kind::tensorCore, true, Instruction::mma, Loader::sync};
    }
    return {};
}

}  // namespace

CandidateFamily familyOf(std::string_view name) {
    if (name == "cmma" || name == "tiled_cmma") return {Kind::storageTiled, false, {}, {}};
    std::string_view rest = name;
    if (takeWord(rest, "matmul")) return plainFamily(rest);
    if (takeWord(rest, "fused")) return fusedFamily(rest);
    if (take(rest, "vecmat_unit_perpendicular")) return simpleFamily(Kind::unitPerpendicular, rest);
    if (take(rest, "vecmat_plane_parallel")) return simpleFamily(Kind::planeParallel, rest);
    if (take(rest, "gemm_cpu")) return {Kind::cpu, false, {}, {}};
    if (take(rest, "cpu_gemm")) return simpleFamily(Kind::cpuGemm, rest);
    if (take(rest, "gemm")) return simpleFamily(Kind::gemm, rest);
    return {};
}

}  // namespace flipscope
