#include "core/read/loader.h"
#include "core/rerun/bucket_members.h"
#include "tests/support/matmul_keys.h"
#include "tests/support/sample_archive.h"

#include <algorithm>
#include <bit>
#include <set>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

// The documented rule once more, forwards and in integers: the fields that a tuner at the level balanced would write.
struct Fields {
    std::uint64_t m, n, k;
    unsigned lhsPow2, rhsPow2, lhsStride, rhsStride;
    std::string kind;
    friend bool operator==(const Fields&, const Fields&) = default;
};

unsigned zeros(std::uint64_t value, unsigned most) {
    unsigned count = 0;
    for (; count < most && value % 2 == 0; value /= 2)
        ++count;
    return count;
}

Fields fieldsOf(const BucketMember& member) {
    const RerunProblem& p = member.problem;
    const std::uint64_t bytes = p.type == ElementType::f32 ? 4 : 2;
    Fields fields{std::bit_ceil(std::uint64_t{p.m}),
                  std::bit_ceil(std::uint64_t{p.n}),
                  std::bit_ceil(std::uint64_t{p.k}),
                  0,
                  0,
                  0,
                  0,
                  "General"};
    fields.lhsPow2 = zeros(p.lhsTransposed ? fields.m : fields.k, 4);
    fields.rhsPow2 = zeros(p.rhsTransposed ? fields.k : fields.n, 4);
    const std::uint64_t lhsRow = p.lhsTransposed ? p.m : p.k, rhsRow = p.rhsTransposed ? p.k : p.n;
    fields.lhsStride = zeros((member.placement.lhsStride != 0 ? member.placement.lhsStride : lhsRow) * bytes, 10);
    fields.rhsStride = zeros((member.placement.rhsStride != 0 ? member.placement.rhsStride : rhsRow) * bytes, 10);
    if (p.m == 1) fields.kind = "VecMat";
    if (p.n == 1) fields.kind = p.m == 1 ? "InnerProduct" : "MatVec";
    return fields;
}

Fields fieldsIn(const MatmulProblem& key) {
    return {key.m,   key.n, key.k, key.lhsPow2Factor, key.rhsPow2Factor, key.lhsStrideFactor, key.rhsStrideFactor,
            key.kind};
}

// Checks all members of a key; returns their number.
std::size_t checkMembers(const TuningKey& key, bool onlyDense) {
    const auto bucket = bucketOfKey(key);
    REQUIRE_MESSAGE(bucket, bucket.errorMessage());
    REQUIRE((bucket.value().level == AnchorLevel::balanced));
    const auto members = bucketMembers(bucket.value(), onlyDense);
    CHECK(members.size() <= kMostBucketMembers);
    CHECK(members == bucketMembers(bucket.value(), onlyDense));
    std::set<std::string> seen;
    double products = 0;
    for (const BucketMember& member : members) {
        const RerunProblem& p = member.problem;
        CAPTURE(p.m);
        CAPTURE(p.n);
        CAPTURE(p.k);
        CHECK(fieldsOf(member) == fieldsIn(*key.matmul));
        CHECK(standsFor(bucket.value(), p, member.placement));
        CHECK((member.placement.lhsStride == 0 || member.placement.lhsStride >= lhsColumns(p)));
        CHECK((member.placement.rhsStride == 0 || member.placement.rhsStride >= rhsColumns(p)));
        if (onlyDense) CHECK(member.placement == OperandPlacement{});
        seen.insert(std::to_string(p.m) + " " + std::to_string(p.n) + " " + std::to_string(p.k) + " " +
                    std::to_string(member.placement.lhsStride) + " " + std::to_string(member.placement.rhsStride));
        products += static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
    }
    CHECK(seen.size() == members.size());
    const auto& matmul = *key.matmul;
    CHECK(products <=
          16 * static_cast<double>(matmul.m) * static_cast<double>(matmul.n) * static_cast<double>(matmul.k));
    return members.size();
}

bool hasSizes(const std::vector<BucketMember>& members, std::size_t m, std::size_t n, std::size_t k) {
    return std::any_of(members.begin(), members.end(), [&](const BucketMember& member) {
        return member.problem.m == m && member.problem.n == n && member.problem.k == k;
    });
}

}  // namespace

TEST_CASE("members of hand-made keys map back to their key") {
    for (const char* type : {"f32", "f16", "bf16"}) {
        for (const unsigned lhs : {2U, 3U, 4U, 7U, 9U, 10U}) {
            for (const unsigned rhs : {2U, 4U, 8U, 10U}) {
                for (const std::string layout : {"Contiguous", kTransposedLayout}) {
                    for (const std::uint64_t size : {2U, 64U, 512U}) {
                        const KeyText key{size, 2 * size, 256, lhs, rhs, type, "Contiguous", layout};
                        CHECK(checkMembers(keyOf(key), false) > 0);
                        checkMembers(keyOf(key), true);
                        const KeyText turned{size, 64, 256, lhs, rhs, type, layout, "Contiguous"};
                        CHECK(checkMembers(keyOf(turned), false) > 0);
                    }
                }
            }
        }
    }
}

TEST_CASE("members of vectors and of one size stay what they are") {
    CHECK(checkMembers(keyOf({1, 1024, 512, 10, 10}), false) > 5);
    CHECK(checkMembers(keyOf({512, 1, 1024, 10, 2}), false) > 3);
    CHECK(checkMembers(keyOf({1, 1, 2, 3, 2}), false) == 1);
}

TEST_CASE("corners, odd sizes, neighbours of vectors and broken tiles are among them") {
    const auto bucket = bucketOfKey(keyOf({512, 1024, 256, 2, 2}));
    REQUIRE(bucket);
    const auto members = bucketMembers(bucket.value());
    CHECK(hasSizes(members, 512, 1024, 256));
    CHECK(hasSizes(members, 257, 513, 129));
    CHECK(hasSizes(members, 512, 513, 129));
    CHECK(hasSizes(members, 257, 1024, 129));
    CHECK(hasSizes(members, 257, 513, 256));
    CHECK(hasSizes(members, 511, 513, 129));
    CHECK(hasSizes(members, 257, 513, 255));
    const auto withK = [&](auto fits) {
        return std::any_of(members.begin(), members.end(), [&](const BucketMember& m) { return fits(m.problem.k); });
    };
    CHECK(withK([](std::size_t k) { return k % 4 == 1; }));
    CHECK(withK([](std::size_t k) { return k % 4 == 3; }));
    CHECK(withK([](std::size_t k) { return k % 4 == 0 && k % 128 != 0; }));
    CHECK(
        std::any_of(members.begin(), members.end(), [](const BucketMember& m) { return m.placement.lhsStride != 0; }));
    CHECK(std::any_of(members.begin(), members.end(),
                      [](const BucketMember& m) { return m.placement == OperandPlacement{}; }));
}

TEST_CASE("no dense member is made up where the alignment allows none") {
    // Rows of 65 to 128 f32 are never an odd multiple of 256 bytes.
    const auto bucket = bucketOfKey(keyOf({128, 128, 128, 8, 8}));
    REQUIRE(bucket);
    CHECK(bucketMembers(bucket.value(), true).empty());
    CHECK(bucketMembers(bucket.value()).size() > 10);
}

TEST_CASE("every real plain matmul key has members that map back to it") {
    std::size_t swept = 0, notTold = 0;
    for (const std::string& path :
         {testing::samplePath("training-runs.tar.xz"), testing::samplePath("reported-case.tar.xz"),
          std::string(FLIPSCOPE_TEST_DATA "/runs"), std::string(FLIPSCOPE_TEST_DATA "/decision_log")}) {
        const auto dataset = loadRuns({path});
        REQUIRE_MESSAGE(dataset, dataset.errorMessage());
        for (const TuningKey& key : dataset.value().keys) {
            if (key.operation != Operation::matmul) continue;
            if (const auto bucket = bucketOfKey(key); !bucket) {
                CHECK(!bucket.errorMessage().empty());
                ++notTold;
                continue;
            }
            CAPTURE(key.label);
            CHECK(checkMembers(key, false) > 0);
            checkMembers(key, true);
            ++swept;
        }
    }
    CHECK(swept >= 25);
    CHECK(notTold < swept);
}
