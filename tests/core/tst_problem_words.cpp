#include "core/rerun/problem_words.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a problem is told by its sizes, its type and what is transposed") {
    const RerunProblem plain{512, 1024, 128, ElementType::f32};
    CHECK(sizesInWords(plain) == "512×1024×128");
    CHECK(problemInWords(plain) == "512×1024×128 f32");
    const RerunProblem both{1, 2, 3, ElementType::bf16, true, true};
    CHECK(layoutInWords(both) == "bf16 lhsᵀ rhsᵀ");
    CHECK(problemInWords(both) == "1×2×3 bf16 lhsᵀ rhsᵀ");
    CHECK(layoutInWords({1, 1, 1, ElementType::f16, true, false}) == "f16 rhsᵀ");
}
