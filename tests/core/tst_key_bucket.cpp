#include "core/rerun/key_bucket.h"
#include "core/rerun/key_problem.h"
#include "tests/support/document_text.h"
#include "tests/support/matmul_keys.h"

#include <bit>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

KeyBucket bucketOf(const KeyText& text) {
    const auto bucket = bucketOfKey(keyOf(text));
    REQUIRE_MESSAGE(bucket, bucket.errorMessage());
    return bucket.value();
}

std::string faultOf(const TuningKey& key) {
    const auto bucket = bucketOfKey(key);
    CHECK(!bucket);
    return bucket.errorMessage();
}

}  // namespace

TEST_CASE("anchors are those of the documented lists") {
    for (std::uint64_t size = 1; size < 5000; ++size)
        CHECK(anchorOf(size, AnchorLevel::balanced) == std::bit_ceil(size));
    CHECK(anchorOf(0, AnchorLevel::balanced) == 0);
    CHECK(anchorOf(std::uint64_t{1} << 29, AnchorLevel::balanced) == std::uint64_t{1} << 30);
    CHECK(anchorOf(977, AnchorLevel::full) == 977);
    // Each the next power of 2.5 or 1.5, rounded up.
    for (const auto& [size, minimal, extensive] : {std::tuple{1, 1, 1},
                                                   {2, 3, 3},
                                                   {3, 7, 4},
                                                   {6, 7, 8},
                                                   {7, 16, 8},
                                                   {16, 40, 18},
                                                   {98, 245, 130},
                                                   {245, 611, 292},
                                                   {600, 611, 657},
                                                   {1500, 1526, 2217},
                                                   {3000, 3815, 3326}}) {
        CHECK(anchorOf(static_cast<std::uint64_t>(size), AnchorLevel::minimal) == static_cast<std::uint64_t>(minimal));
        CHECK(anchorOf(static_cast<std::uint64_t>(size), AnchorLevel::extensive) ==
              static_cast<std::uint64_t>(extensive));
    }
}

TEST_CASE("a key stands for the sizes that round to its own") {
    const KeyBucket bucket = bucketOf({512, 1024, 128, 9, 10});
    CHECK((bucket.level == AnchorLevel::balanced));
    CHECK(bucket.m == SizeRange{257, 512});
    CHECK(bucket.n == SizeRange{513, 1024});
    CHECK(bucket.k == SizeRange{65, 128});
    CHECK(bucketOf({1, 1024, 2, 3, 10}).m == SizeRange{1, 1});
    CHECK(bucketOf({1, 1024, 2, 3, 10}).k == SizeRange{2, 2});
}

TEST_CASE("the level is the one at which the sizes are anchors") {
    const KeyBucket minimal = bucketOf({611, 98, 40, 5, 3});
    CHECK((minimal.level == AnchorLevel::minimal));
    CHECK(minimal.m == SizeRange{245, 610});
    CHECK(minimal.k == SizeRange{16, 39});
    const KeyBucket extensive = bucketOf({657, 292, 3, 3, 4});
    CHECK((extensive.level == AnchorLevel::extensive));
    CHECK(extensive.k == SizeRange{2, 2});
    const KeyBucket full = bucketOf({977, 31, 100, 4, 2});
    CHECK((full.level == AnchorLevel::full));
    CHECK(full.m == SizeRange{977, 977});
}

TEST_CASE("every size of a range has the key's anchor, and its neighbours have not") {
    for (const AnchorLevel level : {AnchorLevel::minimal, AnchorLevel::balanced, AnchorLevel::extensive}) {
        for (std::uint64_t size = 2; size < 3000; size += 37) {
            const std::uint64_t anchor = anchorOf(size, level);
            const KeyBucket bucket = bucketOf({anchor, anchor, anchor, 2, 2});
            if (bucket.level != level) continue;  // an anchor of another level, too
            CHECK(bucket.m.smallest <= size);
            CHECK(size <= bucket.m.largest);
            CHECK(anchorOf(bucket.m.smallest, level) == anchor);
            CHECK(anchorOf(bucket.m.largest, level) == anchor);
            CHECK(anchorOf(bucket.m.smallest - 1, level) < anchor);
            CHECK(anchorOf(bucket.m.largest + 1, level) > anchor);
        }
    }
}

TEST_CASE("rows have the key's alignment, not less and, up to 1024 bytes, not more") {
    const RowRule rows{4, 9};
    CHECK(rows.allows(128));
    CHECK(rows.allows(384));
    CHECK(!rows.allows(256));
    CHECK(!rows.allows(64));
    CHECK(!rows.allows(0));
    CHECK(rows.leastStride(1) == 128);
    CHECK(rows.leastStride(128) == 128);
    CHECK(rows.leastStride(129) == 384);
    const RowRule most{2, 10};
    CHECK(most.atLeast());
    CHECK(most.allows(512));
    CHECK(most.allows(1024));
    CHECK(!most.allows(256));
    CHECK(most.leastStride(513) == 1024);
    CHECK(RowRule{4, 2}.leastStride(70) == 71);
}

TEST_CASE("a problem belongs to the key by sizes, kind, layout and the real strides") {
    const KeyBucket bucket = bucketOf({512, 1024, 128, 2, 10});
    RerunProblem problem{300, 1024, 71, ElementType::f32, false};
    CHECK(standsFor(bucket, problem, {}));
    CHECK(standsFor(bucket, problem, {0, 0, 0, 3}));
    CHECK(!standsFor(bucket, problem, {72, 0, 0, 0}));
    CHECK(standsFor(bucket, problem, {73, 1280, 0, 0}));
    problem.k = 70;
    CHECK(!standsFor(bucket, problem, {}));
    CHECK(standsFor(bucket, problem, {71, 0, 0, 0}));
    problem.m = 256;
    CHECK(!standsFor(bucket, problem, {71, 0, 0, 0}));
    problem.m = 257;
    problem.rhsTransposed = true;
    CHECK(!standsFor(bucket, problem, {71, 0, 0, 0}));
    problem.rhsTransposed = false;
    problem.type = ElementType::f16;
    CHECK(!standsFor(bucket, problem, {71, 0, 0, 0}));
}

TEST_CASE("what cannot be told says why") {
    CHECK(holds(faultOf(keyOf({512, 512, 128, 9, 10, "f16", "HighlyPermuted"})), "highly permuted"));
    KeyText swapped{512, 512, 128, 9, 10};
    swapped.lhsLayout = R"({"MildlyPermuted":{"transposed":false,"batch_swap":true}})";
    CHECK(holds(faultOf(keyOf(swapped)), "batches of an operand are swapped"));
    KeyText older{512, 512, 128, 9, 10};
    older.hasStorage = false;
    CHECK(holds(faultOf(keyOf(older)), "no key of cubecl 0.11"));
    KeyText contradicting{512, 512, 128, 9, 10};
    contradicting.pow2Offset = 1;
    CHECK(holds(faultOf(keyOf(contradicting)), "lhs_pow2_factor"));
    CHECK(holds(faultOf(keyOf({512, 512, 128, 1, 10})), "lhs_stride_factor"));
    CHECK(holds(faultOf(keyOf({512, 512, 128, 9, 11})), "rhs_stride_factor"));
    TuningKey reduce;
    reduce.operation = Operation::reduce;
    CHECK(!faultOf(reduce).empty());
}

TEST_CASE("levels have the names of the setting") {
    CHECK(toString(AnchorLevel::minimal) == "minimal");
    CHECK(toString(AnchorLevel::full) == "full");
}
