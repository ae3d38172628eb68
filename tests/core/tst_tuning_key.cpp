#include "core/model/tuning_key.h"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string matmulJson(const std::string& rhsLayout, const std::string& element = R"({"Float":"F32"})") {
    return R"({"definition":{"m":512,"n":1024,"k":128,"lhs_pow2_factor":4,"lhs_stride_factor":9,"rhs_pow2_factor":3,)"
           R"("rhs_stride_factor":10,"elem_lhs":)" +
           element + R"(,"elem_rhs":)" + element + R"(,"elem_out":)" + element +
           R"(,"matrix_layout_lhs":"Contiguous","matrix_layout_rhs":)" + rhsLayout +
           R"(,"lhs_storage":"Plain","rhs_storage":"Plain"},"analysis":{"scale_global":"Medium","kind":"General"}})";
}

const std::string kTransposed = R"({"MildlyPermuted":{"transposed":true,"batch_swap":false}})";

}  // namespace

TEST_CASE("a matmul key gives its problem") {
    const TuningKey key = makeTuningKey(matmulJson(kTransposed), {"matmul_naive"}, "");
    CHECK((key.operation == Operation::matmul));
    CHECK(key.tuner == "matmul");
    CHECK(key.label == "matmul 512×1024×128 f32 rhsᵀ");
    REQUIRE(key.matmul);
    CHECK(key.matmul->m == 512);
    CHECK(key.matmul->n == 1024);
    CHECK(key.matmul->k == 128);
    CHECK((key.matmul->rhs == ElementType::f32));
    CHECK(key.matmul->lhsLayout == MatrixLayout::rowMajor);
    CHECK(key.matmul->rhsLayout == MatrixLayout::transposed);
    CHECK(key.matmul->rhsStrideFactor == 10);
    CHECK(key.matmul->rhsPow2Factor == 3);
    CHECK(key.matmul->scale == "Medium");
    CHECK(key.matmul->kind == "General");
    CHECK_FALSE(key.matmul->storageTiled);
}

TEST_CASE("the id depends on the canonical text and the tuner only") {
    const TuningKey key = makeTuningKey(R"({"b":1,"a":[1,2]})", {}, "t");
    CHECK(key.id.size() == 8);
    CHECK(key.canonicalJson == R"({"a":[1,2],"b":1})");
    CHECK(makeTuningKey(" {\"a\" : [1, 2],\n\"b\":1}", {}, "t").id == key.id);
    CHECK(makeTuningKey(R"({"b":1,"a":[2,1]})", {}, "t").id != key.id);
    CHECK(makeTuningKey(R"({"b":1,"a":[1,2]})", {}, "u").id != key.id);
}

TEST_CASE("a log alone, a database and other candidate names give a known key the same id") {
    const std::string id = makeTuningKey(matmulJson("\"Contiguous\""), {"x", "y"}, "").id;
    CHECK(makeTuningKey(matmulJson("\"Contiguous\""), {"y", "x"}, "burn_cubecl-kernel-matmul-tune-base").id == id);
    CHECK(makeTuningKey(matmulJson("\"Contiguous\""), {}, "burn_cubecl-kernel-matmul-tune-base").id == id);
}

TEST_CASE("a text that is no JSON object keeps its text") {
    for (const std::string text : {"MatmulAutotuneKey - M: 5", "", "[1]", "{\"a\":", "3"}) {
        const TuningKey key = makeTuningKey(text, {}, "tuner");
        CHECK((key.operation == Operation::unknown));
        CHECK(key.canonicalJson == text);
        CHECK(key.tuner == "tuner");
        CHECK_FALSE(key.matmul);
    }
}

TEST_CASE("hostile keys stay harmless") {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK((makeTuningKey(R"({"a":)" + deep + "}", {}, "").operation == Operation::unknown));
    const TuningKey strange = makeTuningKey(R"({"definition":{"m":-1,"n":"\u001b[31m\n","k":1e300}})", {}, "");
    CHECK((strange.operation == Operation::matmul));
    CHECK_FALSE(strange.matmul);
    CHECK(strange.label.find('\n') == std::string::npos);
    CHECK(strange.label.find('\x1b') == std::string::npos);
    CHECK(makeTuningKey("{\"\xFF\":1}", {}, "").label.find('\xFF') == std::string::npos);
}

TEST_CASE("repeated labels and colliding ids are made unique") {
    std::vector<TuningKey> keys{makeTuningKey(R"({"Sum":{"dtype":"F32","length":8}})", {}, ""),
                                makeTuningKey(R"({"Sum":{"dtype":"F32","length":8,"x":1}})", {}, ""),
                                makeTuningKey(R"({"Sum":{"dtype":"F32","length":16}})", {}, "")};
    makeKeyNamesUnique(keys);
    CHECK(keys[0].label == "sum 8 f32 · " + keys[0].id);
    CHECK(keys[1].label == "sum 8 f32 · " + keys[1].id);
    CHECK(keys[2].label == "sum 16 f32");
    CHECK(keys[0].id.size() == 8);
    const std::vector<TuningKey> before = keys;
    makeKeyNamesUnique(keys);
    CHECK(keys[0].label == before[0].label);
}

TEST_CASE("ids that begin alike grow until they differ") {
    // Of the numbers below 200,000 five pairs share their first 8 digits; these two differ from the 9th and the 10th
    // on.
    std::vector<TuningKey> keys;
    for (const char* text : {"43283", "53422", "56989", "97942"})
        keys.emplace_back().canonicalJson = text;
    for (int i = 0; i < 1'000; ++i)
        keys.emplace_back().canonicalJson = std::to_string(i);
    makeKeyNamesUnique(keys);
    CHECK(keys[0].id == "906eb739a");
    CHECK(keys[1].id == "906eb7399");
    CHECK(keys[2].id == "5e797721a8");
    CHECK(keys[3].id == "5e797721a2");
    std::set<std::string> ids;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        ids.insert(keys[i].id);
        CHECK((i < 4 || keys[i].id.size() == 8));
    }
    CHECK(ids.size() == keys.size());
}

TEST_CASE("operations and element types have names") {
    CHECK(toString(Operation::fusedReduceBroadcasted) == "fusedReduceBroadcasted");
    CHECK(toString(Operation::unknown) == "unknown");
    CHECK(toString(ElementType::bf16) == "bf16");
    CHECK(toString(ElementType::other) == "other");
}
