#include "core/analyse/analysis.h"
#include "core/analyse/card_mismatch.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;
using flipscope::testing::matmulProblem;

namespace {

// Two keys with winners up to the tensor memory accelerator, one without.
Dataset runsOnHopper() {
    DatasetBuilder builder;
    const auto set =
        builder.addSet({"matmul_simple_cyclic_mma", "matmul_simple_tma_mma", "matmul_specialized_cyclic_mma", "odd"});
    const auto first = builder.addMatmulKey("first", matmulProblem(64, 64, 64));
    const auto second = builder.addMatmulKey("second", matmulProblem(128, 64, 64));
    const auto third = builder.addMatmulKey("third", matmulProblem(256, 64, 64));
    const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2");
    builder.decide(run1, first, set, 0);
    builder.decide(run2, first, set, 1);
    builder.decide(run1, second, set, 1);
    builder.decide(run2, second, set, 1);
    builder.decide(run1, third, set, 3);
    builder.decide(run2, third, set, 0);
    return builder.take();
}

std::optional<CardMismatch> mismatchOn(std::optional<Card> card, std::optional<CodeGenerator> generator = {}) {
    const Dataset dataset = runsOnHopper();
    AnalysisOptions options;
    options.assumptions = {card, generator};
    return analyse(dataset, options).value().cardMismatch;
}

}  // namespace

TEST_CASE("winners that need a later card than the assumed one say that the runs were not made on it") {
    const auto ada = mismatchOn(Card::ada);
    REQUIRE(ada);
    CHECK((ada->assumed == Card::ada));
    CHECK((ada->needed == Card::hopper));
    CHECK(ada->keys == 2);
    CHECK(ada->example == "1 matmul_simple_tma_mma");
    CHECK(ada->because == "the tensor memory accelerator came with Hopper");
    const auto volta = mismatchOn(Card::volta);
    REQUIRE(volta);
    CHECK((volta->needed == Card::hopper));
    CHECK(volta->keys == 3);
}

TEST_CASE("without an assumed card, on a card that runs them, and where no card would, nothing is said") {
    CHECK(!mismatchOn(std::nullopt));
    CHECK(!mismatchOn(Card::hopper));
    CHECK(!mismatchOn(Card::blackwell));
    // LLVM's generator refuses the accelerator on every card: that is no matter of the card.
    CHECK(!mismatchOn(Card::ada, CodeGenerator::llvm));
}
