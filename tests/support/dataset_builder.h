#pragma once

#include "core/model/dataset.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope::testing {

// What one candidate showed in one decision, in ns. Without min and max the band has zero width (unknown).
struct Sample {
    std::uint32_t candidate = 0;
    std::int64_t median = 0;
    std::optional<std::int64_t> min = {}, max = {};
};

// Puts small datasets together by hand, so that a test shows its whole input. Indices are given out in the order of
// adding.
//
//     DatasetBuilder builder;
//     const auto set = builder.addSet({"a", "b"});
//     const auto key = builder.addKey("k");
//     const auto run = builder.addRun("run1");
//     builder.decide(run, key, set, 0, {{0, 100}, {1, 120}});   // candidate 0 won, medians 100 and 120 ns
//     const Dataset dataset = builder.take();
class DatasetBuilder {
public:
    CandidateSetIndex addSet(std::vector<std::string> names);
    // A set of `count` candidates named "c0", "c1", ….
    CandidateSetIndex addSet(std::size_t count);
    // Id, label and canonical text are all the name; operation unknown.
    KeyIndex addKey(std::string_view name);
    KeyIndex addMatmulKey(std::string_view name, const MatmulProblem& problem, Operation operation = Operation::matmul);
    RunIndex addRun(std::string_view id, std::string_view stdoutText = {});

    // A decision whose winner the run used (source log). Null winner: none_notDecided. The reference lives until the
    // next call for the same run.
    Decision& decide(RunIndex run, KeyIndex key, CandidateSetIndex set, std::optional<std::uint32_t> winner,
                     const std::vector<Sample>& samples = {});

    // Shorthand for matrices: runs "run1" …, keys "key1" …, one set; winners[key][run], negative = the run never tuned
    // the key. No timings. Adds to what is already there.
    void addWinners(const std::vector<std::vector<int>>& winners);

    [[nodiscard]] Dataset& dataset() { return m_dataset; }
    // The finished value; the builder is empty afterwards.
    [[nodiscard]] Dataset take();

private:
    Dataset m_dataset;
};

// A matmul problem with row-major, 16-byte aligned operands of one element type.
[[nodiscard]] MatmulProblem matmulProblem(std::uint64_t m, std::uint64_t n, std::uint64_t k,
                                          ElementType type = ElementType::f32,
                                          MatrixLayout rhsLayout = MatrixLayout::rowMajor);

}  // namespace flipscope::testing
