#include "core/analyse/card.h"

#include "core/analyse/class_rules.h"
#include "core/model/plain_text.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

constexpr std::array<std::pair<std::string_view, Card>, 12> kCardNames = {{
    {"volta", Card::volta},
    {"v100", Card::volta},
    {"ampere", Card::ampere},
    {"a100", Card::ampere},
    {"a2", Card::ampere},
    {"ada", Card::ada},
    {"l40s", Card::ada},
    {"hopper", Card::hopper},
    {"h100", Card::hopper},
    {"h200", Card::hopper},
    {"blackwell", Card::blackwell},
    {"b200", Card::blackwell},
}};

}  // namespace

std::string_view toString(Card card) {
    switch (card) {
        case Card::volta:
            return "Volta";
        case Card::ampere:
            return "Ampere";
        case Card::ada:
            return "Ada";
        case Card::hopper:
            return "Hopper";
        case Card::blackwell:
            return "Blackwell";
    }
    return "unknown card";
}

std::string_view toString(CodeGenerator generator) {
    return generator == CodeGenerator::cudaCpp ? "CUDA C++" : "LLVM";
}

std::optional<Card> cardFromString(std::string_view name) {
    const std::string wanted = lowerCase(name);
    for (const auto& [known, card] : kCardNames) {
        if (known == wanted) return card;
    }
    return std::nullopt;
}

std::string_view optionName(CodeGenerator generator) {
    return generator == CodeGenerator::cudaCpp ? "cuda-cpp" : "llvm";
}

std::optional<CodeGenerator> codeGeneratorFromString(std::string_view name) {
    for (const CodeGenerator generator : kAllCodeGenerators) {
        if (optionName(generator) == name) return generator;
    }
    return std::nullopt;
}

std::optional<TensorCore> tensorCoreOf(Card card, ElementType type) {
    constexpr FinalRounding kRounding = FinalRounding::towardZero;
    const bool half = isHalf(type);
    if (!half && type != ElementType::f32) return std::nullopt;
    switch (card) {
        case Card::volta:
            // f16 only, and the m16n8 shapes of mma.sync came with Ampere.
            if (type != ElementType::f16) return std::nullopt;
            return TensorCore{23, 0, 4, kRounding};
        case Card::ampere:
        case Card::ada:
            return half ? TensorCore{24, 8, 8, kRounding} : TensorCore{24, 4, 4, kRounding};
        case Card::hopper:
        case Card::blackwell:
            return half ? TensorCore{25, 16, 16, kRounding} : TensorCore{25, 8, 4, kRounding};
    }
    return std::nullopt;
}

}  // namespace flipscope
