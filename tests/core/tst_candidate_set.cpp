#include "core/model/candidate_set.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the checksum is the producer's") {
    // Vectors of docs/formats cubecl-0.11 §6.4, seen in real databases.
    CHECK(candidateSetChecksum({"unit_vectorized_parallel_reduce", "plane_vectorized_parallel_reduce",
                                "cube_vectorized_parallel_reduce", "unit", "plane", "cube"}) ==
          "2b424612e2c2afd9c046e0167e058384");
    CHECK(candidateSetChecksum({"fused_reduce_broadcasted_fallback", "fused_reduce_broadcasted_unit"}) ==
          "a71bb78aee91402052aaa9f0498dba19");
    CHECK(candidateSetChecksum({"conv_transpose2d_direct", "conv_transpose2d_col2im"}) ==
          "c27e2b027976f6a3eadb7aedf902f56b");
}

TEST_CASE("leading zeros are not printed") {
    CHECK(candidateSetChecksum({"dgrad_fallback", "dgrad_im2col_1x1", "dgrad_im2col", "simple_sync_cmma",
                                "simple_sync_mma", "simple_async_cmma", "simple_async_mma", "simple_tma_mma"}) ==
          "d58218142f2b5a6f3ac48b119a0d8bd");
}

TEST_CASE("order and repetition of names count") {
    CHECK(candidateSetChecksum({"a", "b"}) != candidateSetChecksum({"b", "a"}));
    CHECK(candidateSetChecksum({"a", "a"}) != candidateSetChecksum({"a"}));
    CHECK(candidateSetChecksum({}) != candidateSetChecksum({"a"}));
}
