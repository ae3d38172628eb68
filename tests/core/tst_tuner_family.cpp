#include "core/model/tuner_family.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Operation operation(const std::string& json, const std::vector<std::string>& names = {},
                    const std::string& tuner = "") {
    const auto key = parseKeyJson(json);
    REQUIRE(key);
    return recogniseOperation(*key, names, tuner);
}

const std::string kMatmul = R"({"definition":{"m":1,"n":1,"k":1}})";

}  // namespace

TEST_CASE("a key's operation is known by its shape") {
    CHECK((operation(kMatmul) == Operation::matmul));
    CHECK((operation(R"({"Matmul":{"m":1,"n":1,"k":1}})") == Operation::matmul));
    CHECK((operation(R"({"m":1,"n":1,"k":1,"elem_inputs":"F32"})") == Operation::matmul));
    CHECK((operation(R"({"matmul_key":)" + kMatmul + "}") == Operation::fusedMatmul));
    CHECK((operation(R"({"reduce_key":{"vector_count":1}})") == Operation::fusedReduce));
    CHECK((operation(R"({"reduce_key":{},"fuse_num_blocks":1})") == Operation::fusedReduceBroadcasted));
    CHECK((operation(R"({"accumulator_len":1,"reduce":{}})") == Operation::reduce));
    CHECK((operation(R"({"vector_count":1})") == Operation::reduce));
    CHECK((operation(R"({"reduce_axis_shape":1,"reduce_count":1})") == Operation::reduce));
    CHECK((operation(R"({"Reduce":{}})") == Operation::reduce));
    CHECK((operation(R"({"Sum":{}})") == Operation::sum));
    CHECK((operation(R"({"Conv2d":{}})") == Operation::convolution));
    CHECK((operation(R"({"ConvTranspose":{}})") == Operation::convolutionTranspose));
    CHECK((operation(R"({"seq_q":1})") == Operation::attention));
    CHECK((operation(R"({"out_height":1})") == Operation::interpolate));
    CHECK((operation(R"({"input_height":1,"mode":"Bilinear"})") == Operation::interpolate));
}

TEST_CASE("a shape that only resembles a known one stays unknown") {
    CHECK((operation("{}") == Operation::unknown));
    CHECK((operation(R"({"definition":"x"})") == Operation::unknown));
    CHECK((operation(R"({"m":1,"n":1,"k":1})") == Operation::unknown));
    CHECK((operation(R"({"Sum":{},"x":1})") == Operation::unknown));
    CHECK((operation(R"({"Pool":{}})") == Operation::unknown));
}

TEST_CASE("the direction of a convolution comes from the names, without them from the database") {
    const std::string conv = R"({"Conv":{}})";
    CHECK((operation(conv, {"simple_sync_cmma", "dgrad_im2col"}) == Operation::convolutionBackwardData));
    CHECK((operation(conv, {"wgrad_fallback"}, "x-backward_data-tune") == Operation::convolutionBackwardWeight));
    CHECK((operation(conv, {}, "burn_cubecl-kernel-conv-backward_data-tune") == Operation::convolutionBackwardData));
    CHECK(
        (operation(conv, {}, "burn_cubecl-kernel-conv-backward_weight-tune") == Operation::convolutionBackwardWeight));
    CHECK((operation(conv, {"conv_direct"}) == Operation::convolution));
    CHECK((operation(conv) == Operation::convolution));
}

TEST_CASE("known operations have a family of their own, whatever the names") {
    CHECK(tunerFamily(Operation::matmul, {"zzz"}, "other") == "matmul");
    CHECK(tunerFamily(Operation::fusedMatmul, {}, "") == "fused_matmul");
    CHECK(tunerFamily(Operation::reduce, {}, "burn_cubecl-kernel-reduce-tune-reduce-dim-with-indices") == "reduce_dim");
    CHECK(tunerFamily(Operation::convolution, {}, "") == "conv_forward");
}

TEST_CASE("an unknown key's family is named after its candidates, in any order, else after the database") {
    CHECK(tunerFamily(Operation::unknown, {"b", "a", ""}, "database") == "tuner of a");
    CHECK(tunerFamily(Operation::unknown, {"a", "b", "c"}, "") == "tuner of a");
    CHECK(tunerFamily(Operation::unknown, {"p", "q"}, "") == "tuner of p");
    CHECK(tunerFamily(Operation::unknown, {}, "database") == "database");
    CHECK(tunerFamily(Operation::unknown, {""}, "").empty());
    CHECK(tunerFamily(Operation::unknown, {"a\x1b[0m"}, "") == "tuner of a\xEF\xBF\xBD[0m");
}
