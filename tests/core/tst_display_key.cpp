#include "core/read/display_key.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string json(std::string_view text) {
    return keyJsonFromDisplay(text).value_or("none");
}

}  // namespace

TEST_CASE("a matmul key gets its object back") {
    CHECK(json("MatmulAutotuneKey - Definition: MatmulProblemDefinition { m: 64, lhs_pow2_factor: 4, elem_lhs: "
               "Float(F32), "
               "matrix_layout_lhs: MildlyPermuted { transposed: true, batch_swap: false }, lhs_storage: Plain }, "
               "Analysis: MatmulAutotuneAnalysis { scale_global: Small, kind: General }") ==
          R"({"definition":{"m":64,"lhs_pow2_factor":4,"elem_lhs":{"Float":"F32"},)"
          R"("matrix_layout_lhs":{"MildlyPermuted":{"transposed":true,"batch_swap":false}},"lhs_storage":"Plain"},)"
          R"("analysis":{"scale_global":"Small","kind":"General"}})");
}

TEST_CASE("fused, reduce and attention keys get their objects back") {
    CHECK(json("FusedMatmulAutotuneKey - MatmulKey: MatmulAutotuneKey { definition: MatmulProblemDefinition { m: 1 }, "
               "analysis: MatmulAutotuneAnalysis { kind: MatVec } }, NumOutBuffers: 1, NumOps: 2") ==
          R"({"matmul_key":{"definition":{"m":1},"analysis":{"kind":"MatVec"}},"num_out_buffers":1,"num_ops":2})");
    CHECK(
        json("FusedBroadcastedReduceAutotuneKey - ReduceKey: ReduceAutotuneKey { elem_acc: Float(F32), "
             "axis_is_contiguous: true }, FuseNumReads: 4, FuseNumBlocks: 2") ==
        R"({"reduce_key":{"elem_acc":{"Float":"F32"},"axis_is_contiguous":true},"fuse_num_reads":4,"fuse_num_blocks":2})");
    CHECK(json("ReduceDimAutotuneKey - AccumulatorLen: 1, Reduce: ReduceAutotuneKey { vector_size: 16 }") ==
          R"({"accumulator_len":1,"reduce":{"vector_size":16}})");
    CHECK(json("AttentionAutotuneKey - ElemQuery: Float(F16), TotalBatches: 8, SeqQ: 64, AttentionMask: false") ==
          R"({"elem_query":{"Float":"F16"},"total_batches":8,"seq_q":64,"attention_mask":false})");
}

TEST_CASE("field names get their digits back") {
    CHECK(json("InterpolateAutotuneKey - Mode: Nearest(Exact), ChannelsPow2Factor: 3") ==
          R"({"mode":{"Nearest":"Exact"},"channels_pow2_factor":3})");
    CHECK(json("InterpolateAutotuneKey - ChannelsPowerOf4: true") == R"({"channels_power_of_4":true})");
}

TEST_CASE("a key that prints only its payload is named after it") {
    CHECK(json("SumAutotuneKey { dtype: F32, length: 1024 }") == R"({"Sum":{"dtype":"F32","length":1024}})");
    CHECK(json("ConvAutotuneKey { kernel_size: [3, 3], padding: [(1, 1), (1, 1)], dtype: Bool(Native) }") ==
          R"({"Conv":{"kernel_size":[3,3],"padding":[[1,1],[1,1]],"dtype":{"Bool":"Native"}}})");
    CHECK(json("ConvTranspose2dAutotuneKey { groups: 1 }") == R"({"ConvTranspose":{"groups":1}})");
    CHECK(json("Conv2dAutotuneKey { groups: 1 }") == R"({"Conv2d":{"groups":1}})");
}

TEST_CASE("anything else is refused") {
    for (const std::string_view text :
         {"", "MatmulAutotuneKey", "MatmulAutotuneKey - ", "MatmulAutotuneKey - Definition: Problem { m: 64",
          "MatmulAutotuneKey - M: 1, ", "MatmulAutotuneKey - M: 1; N: 2", "MatmulAutotuneKey - m: 1", "Other { m: 1 }",
          "key - M: 1", "512x512", "SumAutotuneKey { length: }"}) {
        CAPTURE(text);
        CHECK(json(text) == "none");
    }
}

TEST_CASE("the key is found behind the candidate's name") {
    const auto keyIn = [](std::string_view text) {
        const std::size_t at = keyStartInFastest(text);
        return at == std::string_view::npos ? "none" : std::string(text.substr(at));
    };
    CHECK(keyIn("gemm_None-MatmulAutotuneKey - M: 1") == "MatmulAutotuneKey - M: 1");
    CHECK(keyIn("flash_p_1-1-AttentionAutotuneKey - SeqQ: 1") == "AttentionAutotuneKey - SeqQ: 1");
    CHECK(keyIn("a-B-SumAutotuneKey { length: 1 }") == "SumAutotuneKey { length: 1 }");
    CHECK(keyIn("alloc::f<A - B>-K - M: 1") == "K - M: 1");
    CHECK(keyIn("-K - M: 1") == "none");
    CHECK(keyIn("was 3 ms - good") == "none");
}
