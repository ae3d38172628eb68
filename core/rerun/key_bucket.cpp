#include "core/rerun/key_bucket.h"

#include "core/model/key_elements.h"
#include "core/model/matmul_key.h"
#include "core/rerun/key_problem.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

namespace flipscope {

namespace {

constexpr unsigned kMostAlignment = 10;
constexpr unsigned kMostPow2Factor = 4;

// As the tuner computes it, in f64. Source: docs "formats of cubecl 0.11", 5.1.
double baseOf(AnchorLevel level) {
    constexpr double kMinimal = 2.5, kBalanced = 2.0, kExtensive = 1.5;
    if (level == AnchorLevel::minimal) return kMinimal;
    return level == AnchorLevel::extensive ? kExtensive : kBalanced;
}

// How many sizes from 1 to `most` have an anchor below `limit`. Anchors grow with sizes.
std::uint64_t sizesBelow(std::uint64_t limit, std::uint64_t most, AnchorLevel level) {
    std::uint64_t below = 0, notBelow = most + 1;
    while (notBelow - below > 1) {
        const std::uint64_t middle = below + (notBelow - below) / 2;
        (anchorOf(middle, level) < limit ? below : notBelow) = middle;
    }
    return below;
}

// The sizes whose anchor is `anchor`, which need not be one of them: 2 becomes 3 and 3 becomes 4 at the level
// extensive. Null when there are none. No anchor is below its size.
std::optional<SizeRange> sizesOf(std::uint64_t anchor, AnchorLevel level) {
    const SizeRange sizes{sizesBelow(anchor, anchor, level) + 1, sizesBelow(anchor + 1, anchor, level)};
    return sizes.smallest <= sizes.largest ? std::optional(sizes) : std::nullopt;
}

bool takeSizes(KeyBucket& bucket, AnchorLevel level) {
    const auto m = sizesOf(bucket.key.m, level), n = sizesOf(bucket.key.n, level), k = sizesOf(bucket.key.k, level);
    if (!m || !n || !k) return false;
    bucket.level = level;
    bucket.m = *m;
    bucket.n = *n;
    bucket.k = *k;
    return true;
}

std::string_view kindOf(std::uint64_t m, std::uint64_t n, std::uint64_t k) {
    static constexpr std::array<std::string_view, 8> kKinds = {
        "General", "MatVec", "VecMat", "InnerProduct", "OuterProduct", "VecScalar", "ScalarVec", "ScalarProduct"};
    return kKinds[(n == 1 ? 1U : 0U) + (m == 1 ? 2U : 0U) + (k == 1 ? 4U : 0U)];
}

std::string_view scaleOf(const MatmulProblem& key) {
    constexpr std::uint64_t kMedium = 512, kLarge = 2048;
    const std::uint64_t largest = std::max({key.m, key.n, key.k});
    if (largest < kMedium) return "Small";
    return largest < kLarge ? "Medium" : "Large";
}

unsigned pow2FactorOf(std::uint64_t anchor) {
    return std::min(static_cast<unsigned>(std::countr_zero(anchor)), kMostPow2Factor);
}

bool isTransposed(MatrixLayout layout) {
    return layout == MatrixLayout::transposed;
}

// Empty when the derived fields of the key are those that the rule gives for its sizes.
std::string contradictionIn(const MatmulProblem& key) {
    if (key.lhsPow2Factor != pow2FactorOf(isTransposed(key.lhsLayout) ? key.m : key.k)) return "lhs_pow2_factor";
    if (key.rhsPow2Factor != pow2FactorOf(isTransposed(key.rhsLayout) ? key.k : key.n)) return "rhs_pow2_factor";
    if (key.scale != scaleOf(key)) return "scale_global";
    if (key.kind != kindOf(key.m, key.n, key.k)) return "kind";
    const auto least = static_cast<unsigned>(std::countr_zero(bytesPerElement(key.lhs)));
    if (key.lhsStrideFactor < least || key.lhsStrideFactor > kMostAlignment) return "lhs_stride_factor";
    if (key.rhsStrideFactor < least || key.rhsStrideFactor > kMostAlignment) return "rhs_stride_factor";
    return {};
}

Error cannotTell(const std::string& why) {
    return {"which shapes it stands for cannot be told: " + why};
}

std::uint64_t strideOr(std::size_t stride, std::uint64_t dense) {
    return stride != 0 ? stride : dense;
}

}  // namespace

std::string_view toString(AnchorLevel level) {
    static constexpr std::array<std::string_view, 4> kNames = {"minimal", "balanced", "extensive", "full"};
    return kNames[static_cast<std::size_t>(level)];
}

std::uint64_t anchorOf(std::uint64_t size, AnchorLevel level) {
    if (level == AnchorLevel::full || size == 0) return size;
    const double base = baseOf(level);
    return static_cast<std::uint64_t>(
        std::ceil(std::pow(base, std::ceil(std::log(static_cast<double>(size)) / std::log(base)))));
}

bool RowRule::atLeast() const {
    return alignment >= kMostAlignment;
}

bool RowRule::allows(std::uint64_t stride) const {
    if (stride == 0) return false;
    return std::min(static_cast<unsigned>(std::countr_zero(stride * elementBytes)), kMostAlignment) == alignment;
}

std::uint64_t RowRule::leastStride(std::uint64_t columns) const {
    const std::uint64_t unit = (std::uint64_t{1} << alignment) / elementBytes;
    std::uint64_t multiple = (columns + unit - 1) / unit;
    if (!atLeast() && multiple % 2 == 0) ++multiple;
    return multiple * unit;
}

RowRule lhsRows(const KeyBucket& bucket) {
    return {bytesPerElement(bucket.key.lhs), bucket.key.lhsStrideFactor};
}

RowRule rhsRows(const KeyBucket& bucket) {
    return {bytesPerElement(bucket.key.rhs), bucket.key.rhsStrideFactor};
}

Result<KeyBucket> bucketOfKey(const TuningKey& key) {
    if (const auto problem = problemOfKey(key); !problem) return Error{problem.errorMessage()};
    const auto json = parseKeyJson(key.canonicalJson);
    const KeyJson* definition = json ? matmulDefinition(*json) : nullptr;
    if (definition == nullptr || !definition->has("lhs_storage") || !definition->has("lhs_stride_factor") ||
        !definition->has("rhs_stride_factor")) {
        return cannotTell("it is no key of cubecl 0.11, and other versions round by other rules");
    }
    for (const char* layout : {"matrix_layout_lhs", "matrix_layout_rhs"}) {
        if (hasSwappedBatch(definition->find(layout))) {
            return cannotTell("the batches of an operand are swapped, and the key does not hold its strides");
        }
    }
    KeyBucket bucket;
    bucket.key = *key.matmul;
    if (const std::string field = contradictionIn(bucket.key); !field.empty()) {
        return cannotTell("its " + field + " is not the one that cubecl 0.11 gives these sizes");
    }
    for (const AnchorLevel level :
         {AnchorLevel::balanced, AnchorLevel::minimal, AnchorLevel::extensive, AnchorLevel::full}) {
        if (takeSizes(bucket, level)) break;
    }
    return bucket;
}

bool standsFor(const KeyBucket& bucket, const RerunProblem& problem, const OperandPlacement& placement) {
    const MatmulProblem& key = bucket.key;
    const auto isIn = [](std::uint64_t size, const SizeRange& range) {
        return range.smallest <= size && size <= range.largest;
    };
    return problem.type == key.lhs && problem.lhsTransposed == isTransposed(key.lhsLayout) &&
           problem.rhsTransposed == isTransposed(key.rhsLayout) && isIn(problem.m, bucket.m) &&
           isIn(problem.n, bucket.n) && isIn(problem.k, bucket.k) &&
           key.kind == kindOf(problem.m, problem.n, problem.k) &&
           lhsRows(bucket).allows(strideOr(placement.lhsStride, lhsColumns(problem))) &&
           rhsRows(bucket).allows(strideOr(placement.rhsStride, rhsColumns(problem)));
}

}  // namespace flipscope
