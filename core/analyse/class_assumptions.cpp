#include "core/analyse/class_assumptions.h"

#include "core/analyse/class_rules.h"

#include <algorithm>

namespace flipscope {

namespace {

using Kind = CandidateFamily::Kind;
using Instruction = CandidateFamily::Instruction;
using Loader = CandidateFamily::Loader;

template <class Predicate>
bool anyFamily(const AnswerContext& c, Predicate predicate) {
    return std::any_of(c.candidates.begin(), c.candidates.end(),
                       [&](const NamedCandidate& candidate) { return predicate(candidate.family); });
}

bool isTensorCore(const CandidateFamily& family) {
    return family.kind == Kind::tensorCore;
}

std::string kernelsInWords(const AnswerContext& c) {
    const bool fused = anyFamily(c, [](const CandidateFamily& f) { return f.fused; });
    return fused ? "kernels as CubeK 0.3 has them that do not fall back" : "kernels as CubeK 0.3 has them";
}

std::string operandsInWords(const AnswerContext& c) {
    const std::string type(toString(c.problem.lhs));
    const bool tensorCore = anyFamily(c, isTensorCore);
    const bool other = anyFamily(c, [](const CandidateFamily& f) { return !isTensorCore(f); });
    if (c.problem.lhs != ElementType::f32 || !tensorCore) return type + " operands";
    return other ? "f32 operands that only the tensor core kernels multiply as TF32"
                 : "f32 operands multiplied as TF32";
}

std::string cardsInWords(const AnswerContext& c) {
    if (c.cards.size() == 1) return "a card of the " + std::string(toString(c.cards.front())) + " generation";
    const bool upToNewest = c.cards.back() == kAllCards.back() &&
                            c.cards.size() == kAllCards.size() - static_cast<std::size_t>(c.cards.front());
    std::string text = "a card of ";
    if (upToNewest) {
        text = "any card from " + std::string(toString(c.cards.front())) + " on";
    } else {
        for (std::size_t i = 0; i < c.cards.size(); ++i)
            text += (i > 0 ? "/" : "") + std::string(toString(c.cards[i]));
    }
    // The kernels were measured on one card; for the others only the tensor cores' numbers are published.
    return anyFamily(c, isTensorCore) ? text + " (measured on Hopper; the others by published numbers)" : text;
}

std::string generatorInWords(const AnswerContext& c) {
    if (c.generators.size() != 1) return "either code generator";
    std::string text = "the " + std::string(toString(c.generators.front())) + " code generator";
    const auto refused = std::find_if(c.candidates.begin(), c.candidates.end(), [](const NamedCandidate& candidate) {
        return isTensorCore(candidate.family) && candidate.family.loader != Loader::sync;
    });
    if (refused != c.candidates.end()) text += " (LLVM's refuses " + refused->label() + ")";
    return text;
}

std::string shapeInWords(const AnswerContext& c) {
    if (c.powerOfTwoInK == 0U) return "an odd k by the row strides (rows taken as unpadded)";
    if (c.powerOfTwoInK) {
        return "k a multiple of " + std::to_string(std::uint64_t{1} << *c.powerOfTwoInK) +
               " by the row strides (rows taken as unpadded)";
    }
    const bool perpendicular = anyFamily(c, [](const CandidateFamily& f) { return f.kind == Kind::unitPerpendicular; });
    if (perpendicular) return isSingleRow(c.problem) ? "one row (m = 1)" : "more than one row (m > 1)";
    return "any shape of the key's bucket";
}

bool unmeasuredLayout(MatrixLayout layout) {
    return layout == MatrixLayout::permuted || layout == MatrixLayout::unknown;
}

}  // namespace

std::string NamedCandidate::label() const {
    return name.empty() ? std::to_string(index.value) : std::to_string(index.value) + " " + name;
}

std::vector<NamedCandidate> nameCandidates(const CandidateSet& set, const std::vector<CandidateIndex>& candidates) {
    std::vector<CandidateIndex> each = candidates;
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
    std::vector<NamedCandidate> named;
    named.reserve(each.size());
    for (const CandidateIndex index : each) {
        std::string name = index.value < set.names.size() ? set.names[index.value] : std::string();
        const CandidateFamily family = familyOf(name);
        named.push_back({index, std::move(name), family});
    }
    return named;
}

std::vector<std::string> assumptionsInWords(const AnswerContext& c) {
    std::vector<std::string> words = {kernelsInWords(c), operandsInWords(c), cardsInWords(c), generatorInWords(c),
                                      shapeInWords(c)};
    if (unmeasuredLayout(c.problem.lhsLayout) || unmeasuredLayout(c.problem.rhsLayout)) {
        words.emplace_back("a layout of the operands that changes no arithmetic");
    }
    const bool both =
        anyFamily(c, [](const CandidateFamily& f) { return isTensorCore(f) && f.instruction == Instruction::cmma; }) &&
        anyFamily(c, [](const CandidateFamily& f) { return isTensorCore(f) && f.instruction == Instruction::mma; });
    if (both && c.problem.lhs == ElementType::f32 && !c.cards.empty() && c.cards.back() == Card::blackwell) {
        words.emplace_back("cmma groups of 4 on Blackwell as on Hopper (not measured)");
    }
    if (c.different && c.problem.lhs != ElementType::f32) {
        words.emplace_back("results large enough not to round to equal values");
    }
    return words;
}

}  // namespace flipscope
