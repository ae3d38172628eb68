#include "tests/support/dataset_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace flipscope::testing {

namespace {

std::uint32_t trailingZeros(std::uint64_t value, std::uint32_t most) {
    return value == 0 ? most : std::min(most, static_cast<std::uint32_t>(std::countr_zero(value)));
}

std::uint64_t bytesOf(ElementType type) {
    switch (type) {
        case ElementType::f64:
            return 8;
        case ElementType::f16:
        case ElementType::bf16:
            return 2;
        default:
            return 4;
    }
}

std::string_view kindOf(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    if (m == 1 && n == 1) return "InnerProduct";
    if (k == 1) return "OuterProduct";
    if (m == 1) return "VecMat";
    return n == 1 ? "MatVec" : "General";
}

std::string_view scaleOf(std::uint64_t largest) {
    if (largest < 512) return "Small";
    return largest < 2048 ? "Medium" : "Large";
}

}  // namespace

CandidateSetIndex DatasetBuilder::addSet(std::vector<std::string> names) {
    const auto index = static_cast<std::uint32_t>(m_dataset.candidateSets.size());
    std::string checksum = candidateSetChecksum(names);
    m_dataset.candidateSets.push_back({std::move(names), std::move(checksum)});
    return {index};
}

CandidateSetIndex DatasetBuilder::addSet(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back("c" + std::to_string(i));
    return addSet(std::move(names));
}

KeyIndex DatasetBuilder::addKey(std::string_view name) {
    const auto index = static_cast<std::uint32_t>(m_dataset.keys.size());
    TuningKey key;
    key.id = key.label = key.canonicalJson = name;
    m_dataset.keys.push_back(std::move(key));
    return {index};
}

KeyIndex DatasetBuilder::addMatmulKey(std::string_view name, const MatmulProblem& problem, Operation operation) {
    const KeyIndex index = addKey(name);
    m_dataset.keys[index.value].operation = operation;
    m_dataset.keys[index.value].matmul = problem;
    return index;
}

RunIndex DatasetBuilder::addRun(std::string_view id, std::string_view stdoutText) {
    const auto index = static_cast<std::uint32_t>(m_dataset.runs.size());
    Run run;
    run.id = id;
    run.sources.push_back(run.id + "/decisions.jsonl");
    if (!stdoutText.empty()) run.outputs.push_back({run.id + "/stdout.log", std::string(stdoutText), false});
    m_dataset.runs.push_back(std::move(run));
    return {index};
}

Decision& DatasetBuilder::decide(RunIndex run, KeyIndex key, CandidateSetIndex set, std::optional<std::uint32_t> winner,
                                 const std::vector<Sample>& samples) {
    auto& decisions = m_dataset.runs[run.value].decisions;
    Decision decision;
    decision.key = key;
    decision.set = set;
    decision.line = static_cast<std::uint32_t>(decisions.size() + 1);
    if (winner) {
        decision.loggedWinner = decision.usedWinner = CandidateIndex{*winner};
        decision.source = WinnerSource::log;
    }
    for (const Sample& sample : samples) {
        const Timing timing{{sample.median},
                            {sample.median},
                            {sample.min.value_or(sample.median)},
                            {sample.max.value_or(sample.median)}};
        decision.measured.push_back({{sample.candidate}, true, timing});
    }
    return decisions.emplace_back(std::move(decision));
}

void DatasetBuilder::addWinners(const std::vector<std::vector<int>>& winners) {
    int largest = 0;
    std::size_t runCount = 0;
    for (const auto& row : winners) {
        runCount = std::max(runCount, row.size());
        for (const int winner : row)
            largest = std::max(largest, winner);
    }
    const auto set = addSet(static_cast<std::size_t>(largest) + 1);
    std::vector<RunIndex> runs;
    for (std::size_t i = 0; i < runCount; ++i)
        runs.push_back(addRun("run" + std::to_string(i + 1)));
    for (std::size_t k = 0; k < winners.size(); ++k) {
        const auto key = addKey("key" + std::to_string(k + 1));
        for (std::size_t i = 0; i < winners[k].size(); ++i) {
            if (winners[k][i] >= 0) decide(runs[i], key, set, static_cast<std::uint32_t>(winners[k][i]));
        }
    }
}

Dataset DatasetBuilder::take() {
    return std::exchange(m_dataset, Dataset{});
}

MatmulProblem matmulProblem(std::uint64_t m, std::uint64_t n, std::uint64_t k, ElementType type,
                            MatrixLayout rhsLayout) {
    const bool rhsTransposed = rhsLayout == MatrixLayout::transposed;
    MatmulProblem problem;
    problem.m = m;
    problem.n = n;
    problem.k = k;
    problem.lhs = problem.rhs = problem.out = type;
    problem.lhsLayout = MatrixLayout::rowMajor;
    problem.rhsLayout = rhsLayout;
    problem.lhsStrideFactor = trailingZeros(k * bytesOf(type), 10);
    problem.rhsStrideFactor = trailingZeros((rhsTransposed ? k : n) * bytesOf(type), 10);
    problem.lhsPow2Factor = trailingZeros(k, 4);
    problem.rhsPow2Factor = trailingZeros(rhsTransposed ? k : n, 4);
    problem.scale = scaleOf(std::max({m, n, k}));
    problem.kind = kindOf(m, n, k);
    return problem;
}

}  // namespace flipscope::testing
