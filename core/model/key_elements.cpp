#include "core/model/key_elements.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flipscope {
namespace {

constexpr std::size_t kLongestName = 24;

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string lowerWord(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, kLongestName)) {
        if (!isLetterOrDigit(c)) return {};
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

std::string variantName(std::string_view variant, const KeyJson& payload) {
    if (variant == "Packed" && payload.kind == KeyJson::Kind::array && !payload.items.empty()) {
        return elementName(payload.items.data()) + " packed";
    }
    if (variant == "Atomic") return "atomic " + elementName(&payload);
    if (variant == "Bool" || variant == "QFloat" || variant == "Opaque") return lowerWord(variant);
    return elementName(&payload);  // Scalar, Float, Int, UInt, Complex: the payload says it all
}

}  // namespace

std::string elementName(const KeyJson* element) {
    if (element == nullptr) return {};
    if (element->kind == KeyJson::Kind::string) return lowerWord(element->text);
    std::string name;
    if (const KeyJson* inner = element->find("elem")) {
        const KeyJson* quantized = element->find("quantized");
        name = (quantized != nullptr && quantized->isTrue() ? "q" : "") + elementName(inner);
    } else if (element->members.size() == 1) {
        name = variantName(element->members.front().name, element->members.front().value);
    }
    return name.substr(0, kLongestName);
}

ElementType elementTypeOf(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, ElementType>, 6> kTypes{{{"f64", ElementType::f64},
                                                                                     {"f32", ElementType::f32},
                                                                                     {"tf32", ElementType::tf32},
                                                                                     {"flex32", ElementType::flex32},
                                                                                     {"f16", ElementType::f16},
                                                                                     {"bf16", ElementType::bf16}}};
    const auto* found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return type.first == name; });
    return found == kTypes.end() ? ElementType::other : found->second;
}

MatrixLayout matrixLayout(const KeyJson* layout) {
    if (layout == nullptr) return MatrixLayout::unknown;
    if (layout->text == "Contiguous") return MatrixLayout::rowMajor;
    if (layout->text == "HighlyPermuted") return MatrixLayout::permuted;
    const KeyJson* mild = layout->find("MildlyPermuted");
    if (mild == nullptr) return MatrixLayout::unknown;
    const KeyJson* transposed = mild->find("transposed");
    if (transposed == nullptr || transposed->kind != KeyJson::Kind::boolean) return MatrixLayout::unknown;
    return transposed->isTrue() ? MatrixLayout::transposed : MatrixLayout::rowMajor;
}

bool hasSwappedBatch(const KeyJson* layout) {
    const KeyJson* mild = layout != nullptr ? layout->find("MildlyPermuted") : nullptr;
    const KeyJson* swapped = mild != nullptr ? mild->find("batch_swap") : nullptr;
    return swapped != nullptr && swapped->isTrue();
}

}  // namespace flipscope
