#include "core/rerun/problem_words.h"

namespace flipscope {

std::string sizesInWords(const RerunProblem& problem) {
    return std::to_string(problem.m) + "×" + std::to_string(problem.n) + "×" + std::to_string(problem.k);
}

std::string layoutInWords(const RerunProblem& problem) {
    return std::string(toString(problem.type)) + (problem.lhsTransposed ? " lhsᵀ" : "") +
           (problem.rhsTransposed ? " rhsᵀ" : "");
}

std::string problemInWords(const RerunProblem& problem) {
    return sizesInWords(problem) + " " + layoutInWords(problem);
}

}  // namespace flipscope
