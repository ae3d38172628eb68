#pragma once

#include "core/model/tuning_key.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace flipscope::test {

// A plain matmul key of cubecl 0.11 in a few words; the derived fields follow, unless a test bends them.
struct KeyText {
    std::uint64_t m = 512, n = 1024, k = 128;
    unsigned lhsStrideFactor = 9, rhsStrideFactor = 10;
    std::string type = "f32";
    std::string lhsLayout = "Contiguous", rhsLayout = "Contiguous";  // or an object's text
    bool hasStorage = true;
    unsigned pow2Offset = 0;
};

inline std::string quoted(const std::string& layout) {
    return layout.starts_with("{") ? layout : "\"" + layout + "\"";
}

inline bool saysTransposed(const std::string& layout) {
    return layout.find("\"transposed\":true") != std::string::npos;
}

inline std::string textOf(const KeyText& key) {
    const auto pow2 = [](std::uint64_t size) { return std::min(std::countr_zero(size), 4); };
    const std::uint64_t largest = std::max({key.m, key.n, key.k});
    const std::string scale = largest < 512 ? "Small" : largest < 2048 ? "Medium" : "Large";
    const std::string kind = key.m == 1 && key.n == 1 ? (key.k == 1 ? "ScalarProduct" : "InnerProduct")
                             : key.m == 1             ? (key.k == 1 ? "ScalarVec" : "VecMat")
                             : key.n == 1             ? (key.k == 1 ? "VecScalar" : "MatVec")
                                                      : (key.k == 1 ? "OuterProduct" : "General");
    const std::string element = key.type == "f32" ? "F32" : key.type == "f16" ? "F16" : "BF16";
    const auto number = [](const char* name, std::uint64_t value) {
        return "\"" + std::string(name) + "\":" + std::to_string(value) + ",";
    };
    std::string text = "{\"definition\":{" + number("m", key.m) + number("n", key.n) + number("k", key.k);
    text += number("lhs_pow2_factor",
                   static_cast<std::uint64_t>(pow2(saysTransposed(key.lhsLayout) ? key.m : key.k)) + key.pow2Offset);
    text += number("lhs_stride_factor", key.lhsStrideFactor);
    text += number("rhs_pow2_factor", static_cast<std::uint64_t>(pow2(saysTransposed(key.rhsLayout) ? key.k : key.n)));
    text += number("rhs_stride_factor", key.rhsStrideFactor);
    for (const char* name : {"elem_lhs", "elem_rhs", "elem_out"})
        text += "\"" + std::string(name) + "\":{\"Float\":\"" + element + "\"},";
    if (key.hasStorage) text += R"("lhs_storage":"Plain","rhs_storage":"Plain",)";
    text += "\"matrix_layout_lhs\":" + quoted(key.lhsLayout) + ",\"matrix_layout_rhs\":" + quoted(key.rhsLayout) + "}";
    return text + ",\"analysis\":{\"scale_global\":\"" + scale + "\",\"kind\":\"" + kind + "\"}}";
}

inline TuningKey keyOf(const KeyText& key) {
    return makeTuningKey(textOf(key), {}, {});
}

inline constexpr const char* kTransposedLayout = R"({"MildlyPermuted":{"transposed":true,"batch_swap":false}})";

}  // namespace flipscope::test
