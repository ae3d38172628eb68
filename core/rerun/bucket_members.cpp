#include "core/rerun/bucket_members.h"

#include "core/analyse/seeded_random.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kDrawn = 4;
constexpr std::size_t kMostDense = 11;  // where padded ones are wanted too
constexpr std::size_t kSpecial = 4;     // sizes that kernels may take another path for
constexpr std::uint64_t kVectorsInTile = 32;

// first, first + step, … up to last.
struct Sizes {
    std::uint64_t first = 1, last = 1, step = 1;

    [[nodiscard]] bool holds(std::uint64_t size) const {
        return first <= size && size <= last && (size - first) % step == 0;
    }
    [[nodiscard]] std::uint64_t drawn(SeededRandom& random) const {
        const std::uint64_t count = (last - first) / step + 1;
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        return first + step * random.below(static_cast<std::uint32_t>(std::min(count, kMost)));
    }
};

using Triple = std::array<std::uint64_t, 3>;  // m, n, k
using Pool = std::array<Sizes, 3>;

Sizes allOf(const SizeRange& range) {
    return {range.smallest, range.largest, 1};
}

// The sizes of the range that rows by `rule` may have without padding.
std::optional<Sizes> denseBy(const Sizes& all, const RowRule& rule) {
    const std::uint64_t unit = (std::uint64_t{1} << rule.alignment) / rule.elementBytes;
    Sizes dense{rule.leastStride(all.first), 0, rule.atLeast() ? unit : 2 * unit};
    if (dense.first > all.last) return std::nullopt;
    dense.last = dense.first + (all.last - dense.first) / dense.step * dense.step;
    return dense;
}

// The dimension (place in a triple) along which the rows of an operand run.
std::size_t lhsRowDimension(const RerunProblem& problem) {
    return problem.lhsTransposed ? 0 : 2;
}
std::size_t rhsRowDimension(const RerunProblem& problem) {
    return problem.rhsTransposed ? 2 : 1;
}

class Members {
public:
    explicit Members(const KeyBucket& bucket)
        : m_bucket(bucket), m_all({allOf(bucket.m), allOf(bucket.n), allOf(bucket.k)}) {
        m_problem.type = bucket.key.lhs;
        m_problem.lhsTransposed = bucket.key.lhsLayout == MatrixLayout::transposed;
        m_problem.rhsTransposed = bucket.key.rhsLayout == MatrixLayout::transposed;
    }

    std::vector<BucketMember> chosen(bool onlyDense) {
        if (const auto dense = densePool()) addFrom(*dense, onlyDense ? kMostBucketMembers : kMostDense);
        if (!onlyDense) addFrom(m_all, kMostBucketMembers);
        return std::move(m_members);
    }

private:
    [[nodiscard]] std::optional<Pool> densePool() const {
        Pool pool = m_all;
        const std::size_t lhs = lhsRowDimension(m_problem), rhs = rhsRowDimension(m_problem);
        const auto left = denseBy(pool[lhs], lhsRows(m_bucket));
        if (!left) return std::nullopt;
        pool[lhs] = *left;
        // Where both run along k, both must allow it: equal alignments, for each allows every multiple of its own only.
        if (lhs == rhs)
            return m_bucket.key.lhsStrideFactor == m_bucket.key.rhsStrideFactor ? std::optional(pool) : std::nullopt;
        const auto right = denseBy(pool[rhs], rhsRows(m_bucket));
        if (!right) return std::nullopt;
        pool[rhs] = *right;
        return pool;
    }

    void addFrom(const Pool& pool, std::size_t most) {
        m_most = most;
        const Triple smallest = {pool[0].first, pool[1].first, pool[2].first};
        const Triple largest = {pool[0].last, pool[1].last, pool[2].last};
        add(largest);
        add(smallest);
        for (std::size_t dimension = 0; dimension < pool.size(); ++dimension)
            add(with(smallest, dimension, largest[dimension]));
        for (std::size_t i = 0; i < kSpecial; ++i) {
            for (std::size_t dimension = 0; dimension < pool.size(); ++dimension) {
                const std::uint64_t size = specialSizes(pool[dimension])[i];
                if (pool[dimension].holds(size)) add(with(smallest, dimension, size));
            }
        }
        SeededRandom random((m_bucket.key.m << 40U) ^ (m_bucket.key.n << 20U) ^ m_bucket.key.k);
        for (std::size_t i = 0; i < kDrawn; ++i)
            add({pool[0].drawn(random), pool[1].drawn(random), pool[2].drawn(random)});
    }

    static Triple with(Triple sizes, std::size_t dimension, std::uint64_t size) {
        sizes[dimension] = size;
        return sizes;
    }

    // Some may be none of `sizes`.
    [[nodiscard]] std::array<std::uint64_t, kSpecial> specialSizes(const Sizes& sizes) const {
        const std::uint64_t vector = elementsPerVector(m_problem.type);
        const std::uint64_t tile = kVectorsInTile * vector;
        const std::uint64_t middle = (sizes.first + (sizes.last - sizes.first) / 2) / vector * vector;
        const std::uint64_t beside = middle % tile == 0 ? middle + vector : middle;
        return {sizes.last - (sizes.last % 2 == 0 ? 1 : 0), middle + 1, middle == 0 ? 0 : middle - 1, beside};
    }

    void add(const Triple& sizes) {
        BucketMember member{m_problem, {}};
        member.problem.m = static_cast<std::size_t>(sizes[0]);
        member.problem.n = static_cast<std::size_t>(sizes[1]);
        member.problem.k = static_cast<std::size_t>(sizes[2]);
        member.placement.lhsStride = padded(lhsRows(m_bucket), lhsColumns(member.problem));
        member.placement.rhsStride = padded(rhsRows(m_bucket), rhsColumns(member.problem));
        if (m_members.size() >= m_most || !standsFor(m_bucket, member.problem, member.placement)) return;
        if (std::find(m_members.begin(), m_members.end(), member) == m_members.end()) m_members.push_back(member);
    }

    // As in OperandPlacement: 0 where dense rows have the alignment.
    static std::size_t padded(const RowRule& rule, std::size_t columns) {
        return rule.allows(columns) ? 0 : static_cast<std::size_t>(rule.leastStride(columns));
    }

    const KeyBucket& m_bucket;
    Pool m_all;
    RerunProblem m_problem;
    std::vector<BucketMember> m_members;
    std::size_t m_most = 0;  // of members, at present
};

}  // namespace

std::vector<BucketMember> bucketMembers(const KeyBucket& bucket, bool onlyDense) {
    return Members(bucket).chosen(onlyDense);
}

}  // namespace flipscope
