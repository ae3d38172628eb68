#pragma once

#include "core/analyse/candidate_family.h"
#include "core/analyse/card.h"
#include "core/model/dataset.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A candidate with what its name says.
struct NamedCandidate {
    CandidateIndex index;
    std::string name;  // empty when the set does not have it
    CandidateFamily family;

    [[nodiscard]] std::string label() const;  // "15 matmul_simple_cyclic_mma"
};

// Each index once, ascending.
[[nodiscard]] std::vector<NamedCandidate> nameCandidates(const CandidateSet& set,
                                                         const std::vector<CandidateIndex>& candidates);

// What an answer about candidates rests on.
struct AnswerContext {
    const MatmulProblem& problem;
    const std::vector<NamedCandidate>& candidates;
    std::vector<Card> cards;                // ascending
    std::vector<CodeGenerator> generators;  // those that can build all candidates
    std::optional<unsigned> powerOfTwoInK;  // set when the answer hangs on it
    bool different = false;                 // bits are predicted to differ on some of the cards
};

// One clause each for kernels, operands, card, code generator and shape rule, and what was taken by analogy.
[[nodiscard]] std::vector<std::string> assumptionsInWords(const AnswerContext& context);

}  // namespace flipscope
