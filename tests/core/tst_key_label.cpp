#include "core/model/key_label.h"
#include "core/model/tuner_family.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string label(const std::string& json, const std::vector<std::string>& names = {}) {
    const auto key = parseKeyJson(json);
    REQUIRE(key);
    return keyLabel(*key, recogniseOperation(*key, names, ""));
}

std::string matmul(const std::string& sizes, const std::string& lhs, const std::string& rhs,
                   const std::string& elements) {
    return R"({"definition":{)" + sizes + elements + R"(,"matrix_layout_lhs":)" + lhs + R"(,"matrix_layout_rhs":)" +
           rhs + "}}";
}

const std::string kSizes = R"("m":512,"n":512,"k":64)";
const std::string kF32 = R"(,"elem_lhs":{"Float":"F32"},"elem_rhs":{"Float":"F32"},"elem_out":{"Float":"F32"})";
const std::string kContiguous = R"("Contiguous")";
const std::string kPermuted = R"("HighlyPermuted")";

std::string mild(const std::string& transposed, const std::string& swapped) {
    return R"({"MildlyPermuted":{"transposed":)" + transposed + R"(,"batch_swap":)" + swapped + "}}";
}

}  // namespace

TEST_CASE("matmul labels name sizes as m×n×k, elements and layouts") {
    CHECK(label(matmul(R"("k":64,"m":1,"n":2)", kContiguous, kContiguous, kF32)) == "matmul 1×2×64 f32");
    CHECK(label(matmul(kSizes, mild("true", "false"), mild("true", "true"), kF32)) ==
          "matmul 512×512×64 f32 lhsᵀ rhsᵀ rhs batch swapped");
    CHECK(label(matmul(kSizes, kPermuted, kContiguous, kF32)) == "matmul 512×512×64 f32 lhs permuted");
    CHECK(label(matmul(kSizes, kPermuted, kPermuted, kF32)) == "matmul 512×512×64 f32 permuted");
    CHECK(
        label(matmul(kSizes, mild("false", "false"), kContiguous,
                     R"(,"elem_lhs":{"Scalar":{"Float":"F16"}},"elem_rhs":{"elem":{"Float":"F16"},"quantized":false},)"
                     R"("elem_out":{"Float":"F32"})")) == "matmul 512×512×64 f16→f32");
    CHECK(label(matmul(kSizes, kContiguous, kContiguous,
                       R"(,"elem_lhs":{"Float":"F16"},"elem_rhs":{"Int":"I8"},"elem_out":{"Float":"F32"})")) ==
          "matmul 512×512×64 f16×i8→f32");
}

TEST_CASE("a fused matmul says what was fused") {
    const std::string inner = matmul(kSizes, kPermuted, kPermuted, kF32);
    CHECK(label(R"({"matmul_key":)" + inner + R"(,"num_out_buffers":1,"num_ops":2})") ==
          "fused matmul 512×512×64 f32 permuted (1 out, 2 ops)");
    CHECK(label(R"({"matmul_key":)" + inner + R"(,"num_out_buffers":2,"num_ops":1})") ==
          "fused matmul 512×512×64 f32 permuted (2 out, 1 op)");
}

TEST_CASE("keys of cubecl 0.4 and 0.5 are readable") {
    CHECK(
        label(R"({"round":true,"broadcast":false,"m":8,"k":16,"n":4,"batch":2,"elem_inputs":{"Float":"F16"},)"
              R"("elem_output":{"Float":"F32"},"matrix_layout_lhs":"Contiguous","matrix_layout_rhs":"Contiguous"})") ==
        "matmul 8×4×16 f16→f32 batch 2");
    CHECK(label(R"({"Matmul":{"round":true,"broadcast":false,"m":8,"k":16,"n":4,"batch":2,"dtype":"F32"}})") ==
          "matmul 8×4×16 f32 batch 2");
    CHECK(label(R"({"Reduce":{"reduce_dim_length":8}})") == R"(reduce {"reduce_dim_length":8})");
}

TEST_CASE("reduce labels name vector size × count") {
    const std::string inner =
        R"({"elem_input":{"Float":"F32"},"elem_output":{"Float":"F32"},"elem_acc":{"Float":"F32"},)"
        R"("axis_is_contiguous":true,"vector_size":256,"vector_count":64})";
    CHECK(label(R"({"accumulator_len":1,"reduce":)" + inner + "}") == "reduce 256×64 f32");
    CHECK(label(R"({"accumulator_len":5,"reduce":)" + inner + "}") == "reduce 256×64 f32 top 5");
    CHECK(label(inner) == "reduce 256×64 f32");
    CHECK(label(R"({"reduce_key":)" + inner + R"(,"fuse_num_reads":4,"fuse_num_writes":1,"fuse_num_ops":8})") ==
          "fused reduce 256×64 f32 (4 reads, 1 write, 8 ops)");
    CHECK(label(R"({"reduce_key":)" + inner +
                R"(,"fuse_num_reads":4,"fuse_num_writes":2,"fuse_num_ops":8,"fuse_num_blocks":2})") ==
          "fused broadcast reduce 256×64 f32 (4 reads, 2 writes, 8 ops, 2 blocks)");
    CHECK(label(R"({"elem_input":{"Float":"F16"},"elem_output":{"Float":"F32"},"potential_line_size":4,)"
                R"("axis_is_contiguous":false,"reduce_axis_shape":16,"reduce_count":4})") ==
          "reduce 16×4 f16→f32 strided");
}

TEST_CASE("convolution labels tell the direction by the candidate names") {
    const std::string conv =
        R"({"Conv":{"kernel_size":[3,3],"stride":[2,2],"padding":[[1,1],[1,1]],"dilation":[1,1],"groups":1,"in_channels":64,)"
        R"("out_channels":128,"shape":[64,32],"batch_size":8,"has_bias":false,"dtype":"F32"}})";
    CHECK(label(conv, {"conv_direct"}) == "conv 3×3 64→128 on 64×32 batch 8 f32 stride 2×2");
    CHECK(label(conv, {"dgrad_fallback"}) == "conv dgrad 3×3 64→128 on 64×32 batch 8 f32 stride 2×2");
    CHECK(label(conv, {"wgrad_fallback"}) == "conv wgrad 3×3 64→128 on 64×32 batch 8 f32 stride 2×2");
    CHECK(label(R"({"ConvTranspose2d":{"kernel_size":[2,2],"stride":[1,1],"dilation":[1,1],"groups":4,"in_channels":8,)"
                R"("out_channels":4,"height":16,"width":32,"batch_size":1,"dtype":"BF16"}})") ==
          "conv transpose 2×2 8→4 on 16×32 batch 1 bf16 groups 4");
}

TEST_CASE("the other operations have labels") {
    CHECK(label(R"({"Sum":{"dtype":"F32","length":1024}})") == "sum 1024 f32");
    CHECK(label(R"({"elem_query":{"Float":"F16"},"elem_key":{"Float":"F16"},"elem_value":{"Float":"F16"},)"
                R"("elem_out":{"Float":"F16"},"total_batches":8,"seq_q":128,"head_dim":64,"seq_kv":256,"val_dim":32,)"
                R"("attention_mask":true})") == "attention batches 8 q 128 kv 256 dims 64×32 f16 masked");
    CHECK(label(R"({"elem_input":"F32","elem_output":"F32","mode":{"Nearest":"Exact"},"align_corners":false,)"
                R"("input_height":8,"input_width":16,"output_height":32,"output_width":64,"channels":4})") ==
          "interpolate Nearest 8×16→32×64 channels 4 f32");
    CHECK(label(R"({"elem_input":"F32","elem_output":"F32","channels":4,"out_height":32,"out_width":64})") ==
          "interpolate →32×64 channels 4 f32");
}

TEST_CASE("unknown keys show their beginning, missing values a question mark") {
    CHECK(label(R"({"a":1,"b":{"c":[1,2,3,4,5,6,7]}})") == R"(key {"a":1,"b":{"c":[1,2,3,4…)");
    CHECK(label(R"({"Sum":{}})") == "sum ? ?");
    CHECK(label(R"({"Conv":3})") == "conv ? ?→? on ?×? batch ? ?");
    CHECK(label(R"({"reduce_key":7})").find("fused reduce ?×?") == 0);
    CHECK(plainKeyLabel("a\nb") ==
          "key a\xEF\xBF\xBD"
          "b");
}
