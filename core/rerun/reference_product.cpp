#include "core/rerun/reference_product.h"

#include "core/analyse/group_threads.h"
#include "core/rerun/seeded_input.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace flipscope {

namespace {

constexpr std::size_t kColumns = 64;    // of a tile: its sums stay in the first cache
constexpr std::size_t kFewColumns = 8;  // of a tile where the output is narrower than half of that
constexpr std::size_t kDepth = 256;     // along k, packed at once
constexpr std::size_t kRows = 64;       // of a tile: packing is done again for each
constexpr std::size_t kRowsAtOnce = 4;  // that share each packed row read

std::vector<float> rounded(std::vector<float> values, PrecisionModel model) {
    std::transform(values.begin(), values.end(), values.begin(),
                   [model](float value) { return roundedOperand(value, model); });
    return values;
}

struct Range {
    std::size_t first = 0, count = 0;
};

Range rangeOf(std::size_t tile, std::size_t size, std::size_t total) {
    const std::size_t first = tile * size;
    return {first, std::min(size, total - first)};
}

class Tiles {
public:
    Tiles(const RerunProblem& problem, const Operands& operands, PrecisionModel model)
        : m_problem(problem),
          m_width(problem.n <= kColumns / 2 ? kFewColumns : kColumns),
          m_lhs(rounded(rowMajorLhs(problem, operands.lhs), model)),
          m_rhs(rounded(operands.rhs, model)) {
        m_result.product.resize(problem.m * problem.n);
        m_result.magnitude.resize(problem.m * problem.n);
    }

    [[nodiscard]] std::size_t count() const { return columnTiles() * ((m_problem.m + kRows - 1) / kRows); }

    void sumTile(std::size_t tile, std::vector<double>& packed, const std::stop_token& stop,
                 const std::function<void()>& goesOn) {
        const Range columns = rangeOf(tile % columnTiles(), m_width, m_problem.n);
        const Range rows = rangeOf(tile / columnTiles(), kRows, m_problem.m);
        for (std::size_t l = 0; l < m_problem.k && !stop.stop_requested(); l += kDepth) {
            if (goesOn) goesOn();
            const Range depth{l, std::min(kDepth, m_problem.k - l)};
            pack(columns, depth, packed);
            for (std::size_t row = 0; row < rows.count; row += kRowsAtOnce) {
                const std::size_t count = std::min(kRowsAtOnce, rows.count - row);
                addRows({rows.first + row, count}, columns, depth, packed);
            }
        }
    }

    ReferenceProduct result() && { return std::move(m_result); }

private:
    [[nodiscard]] std::size_t columnTiles() const { return (m_problem.n + m_width - 1) / m_width; }

    // depth rows of m_width values; those past the last column are zero.
    void pack(const Range& columns, const Range& depth, std::vector<double>& packed) const {
        packed.assign(depth.count * m_width, 0.0);
        for (std::size_t l = 0; l < depth.count; ++l) {
            for (std::size_t j = 0; j < columns.count; ++j) {
                const std::size_t at = depth.first + l, column = columns.first + j;
                packed[l * m_width + j] =
                    m_rhs[m_problem.rhsTransposed ? column * m_problem.k + at : at * m_problem.n + column];
            }
        }
    }

    void addRows(const Range& rows, const Range& columns, const Range& depth, const std::vector<double>& packed) {
        if (m_width == kFewColumns) return addRowsOf<kFewColumns>(rows, columns, depth, packed);
        addRowsOf<kColumns>(rows, columns, depth, packed);
    }

    // A width known to the compiler, so that the loop over it becomes vector instructions.
    template <std::size_t width>
    void addRowsOf(const Range& rows, const Range& columns, const Range& depth, const std::vector<double>& packed) {
        double sums[kRowsAtOnce][width] = {}, magnitudes[kRowsAtOnce][width] = {};
        for (std::size_t r = 0; r < rows.count; ++r) {
            const std::size_t at = (rows.first + r) * m_problem.n + columns.first;
            std::copy_n(&m_result.product[at], columns.count, sums[r]);
            std::copy_n(&m_result.magnitude[at], columns.count, magnitudes[r]);
        }
        for (std::size_t l = 0; l < depth.count; ++l) {
            const double* b = &packed[l * width];
            for (std::size_t r = 0; r < rows.count; ++r) {
                const double a = m_lhs[(rows.first + r) * m_problem.k + depth.first + l];
                for (std::size_t j = 0; j < width; ++j) {
                    const double product = a * b[j];
                    sums[r][j] += product;
                    magnitudes[r][j] += std::fabs(product);
                }
            }
        }
        for (std::size_t r = 0; r < rows.count; ++r) {
            const std::size_t at = (rows.first + r) * m_problem.n + columns.first;
            std::copy_n(sums[r], columns.count, &m_result.product[at]);
            std::copy_n(magnitudes[r], columns.count, &m_result.magnitude[at]);
        }
    }

    const RerunProblem& m_problem;
    std::size_t m_width;
    std::vector<float> m_lhs, m_rhs;
    ReferenceProduct m_result;
};

}  // namespace

std::optional<ReferenceProduct> referenceProduct(const RerunProblem& problem, const Operands& operands,
                                                 PrecisionModel model, const std::stop_token& stop, unsigned threads,
                                                 const std::function<void()>& goesOn) {
    const unsigned used = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    Tiles tiles(problem, operands, model);
    std::vector<std::vector<double>> packed(used);
    forEachGroup(tiles.count(), used, stop, [&](std::size_t tile, std::size_t worker) {
        tiles.sumTile(tile, packed[worker], stop, goesOn);
        return true;
    });
    if (stop.stop_requested()) return std::nullopt;
    return std::move(tiles).result();
}

}  // namespace flipscope
