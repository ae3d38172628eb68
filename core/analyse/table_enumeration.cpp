#include "core/analyse/table_enumeration.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace flipscope {
namespace {

constexpr std::size_t kMaxCells = 4'000;  // depth of the recursion
constexpr double kMaxDynamicSteps = 5e7;
constexpr double kMaxCountingSteps = 5e6;  // beyond, walking into too many tables is the faster way to find out

bool allOne(const std::vector<std::size_t>& sizes) {
    return std::all_of(sizes.begin(), sizes.end(), [](std::size_t size) { return size == 1; });
}

// Logarithm of everything in a table's probability that its margins decide.
double logMarginPart(const Contingency& table, const LogFactorials& logFactorial) {
    double result = -logFactorial(table.runs());
    for (const std::size_t size : table.blockSizes)
        result += logFactorial(size);
    for (const std::size_t size : table.groupSizes)
        result += logFactorial(size);
    return result;
}

// Visits the tables with rows in descending order inside every class of equal rows, so that tables which are the same
// up to an exchange of equal rows come once, with the number of them as weight. rows: the longer margin.
class TableWalk {
public:
    TableWalk(std::vector<std::size_t> rows, std::vector<std::size_t> columns, const LogFactorials& logFactorial,
              double logMargins, double logObserved, std::size_t maxTables)
        : m_rows(std::move(rows)),
          m_left(std::move(columns)),
          m_logFactorial(logFactorial),
          m_logMargins(logMargins),
          m_logLimit(logObserved + kProbabilityTolerance),
          m_maxTables(maxTables),
          m_cells(m_rows.size() * m_left.size()),
          m_repeats(m_rows.size(), 1),
          m_later(m_rows.size(), 0) {
        std::sort(m_rows.begin(), m_rows.end());
        std::map<std::size_t, std::size_t> classes;
        for (const std::size_t row : m_rows)
            ++classes[row];
        for (const auto& [size, count] : classes)
            m_logWeight += logFactorial(count);
        for (std::size_t row = m_rows.size() - 1; row > 0; --row)
            m_later[row - 1] = m_later[row] + m_rows[row];
    }

    std::optional<ExactTail> walk() {
        if (!row(0, 0.0)) return std::nullopt;
        m_tail.p = asProbability(m_tail.p);
        m_tail.pMin = asProbability(m_tail.pMin);
        return m_tail;
    }

private:
    // All three return false when there are too many tables.
    bool row(std::size_t row, double logCells) {
        if (row == m_rows.size()) return table(logCells);
        const bool tied = row > 0 && m_rows[row] == m_rows[row - 1];
        std::size_t laterColumns = m_later[row] + m_rows[row] - m_left[0];
        return cell(row, 0, m_rows[row], laterColumns, logCells, tied);
    }

    // laterColumns: what is left in the columns after this one. tied: equal to the row above up to here.
    bool cell(std::size_t row, std::size_t column, std::size_t left, std::size_t laterColumns, double logCells,
              bool tied) {
        if (++m_steps > 8 * m_maxTables) return false;
        std::size_t low = left > laterColumns ? left - laterColumns : 0;
        std::size_t high = std::min(left, m_left[column]);
        const std::size_t columns = m_left.size();
        if (tied) high = std::min(high, m_cells[(row - 1) * columns + column]);
        if (column == 0) low = std::max(low, lowestFirst(row));
        for (std::size_t x = low; x <= high; ++x) {
            m_cells[row * columns + column] = x;
            m_left[column] -= x;
            const bool stillTied = tied && x == m_cells[(row - 1) * columns + column];
            const double log = logCells - m_logFactorial(x);
            const bool more = column + 1 == columns
                                  ? endRow(row, log, stillTied)
                                  : cell(row, column + 1, left - x, laterColumns - m_left[column + 1], log, stillTied);
            m_left[column] += x;
            if (!more) return false;
        }
        return true;
    }

    bool endRow(std::size_t index, double logCells, bool repeats) {
        const double logWeight = m_logWeight;
        m_repeats[index] = repeats ? m_repeats[index - 1] + 1 : 1;
        if (repeats) m_logWeight -= std::log(static_cast<double>(m_repeats[index]));
        const bool more = row(index + 1, logCells);
        m_logWeight = logWeight;
        return more;
    }

    // Smallest first cell that leaves enough room in the rows below: equal rows may not have a larger one.
    [[nodiscard]] std::size_t lowestFirst(std::size_t row) const {
        const auto classEnd = std::upper_bound(m_rows.begin(), m_rows.end(), m_rows[row]);
        const auto inClass = static_cast<std::size_t>(classEnd - m_rows.begin()) - row;  // with this row
        const std::size_t others = m_later[row] - (inClass - 1) * m_rows[row];
        return m_left[0] > others ? (m_left[0] - others + inClass - 1) / inClass : 0;
    }

    bool table(double logCells) {
        if (++m_visited > m_maxTables) return false;
        const double logP = m_logMargins + logCells;
        const bool inTail = logP <= m_logLimit;
        const bool smallest = logP <= m_logSmallest + kProbabilityTolerance;
        m_tail.tables = m_visited;
        if (!inTail && !smallest) return true;
        const double weighted = std::exp(logP + m_logWeight);
        if (inTail) m_tail.p += weighted;
        if (logP < m_logSmallest - kProbabilityTolerance) {
            m_tail.pMin = 0.0;
            m_logSmallest = logP;
        }
        if (smallest) m_tail.pMin += weighted;
        return true;
    }

    std::vector<std::size_t> m_rows, m_left;
    const LogFactorials& m_logFactorial;
    double m_logMargins, m_logLimit;
    std::size_t m_maxTables;
    std::vector<std::size_t> m_cells, m_repeats, m_later;
    double m_logWeight = 0.0;
    double m_logSmallest = std::numeric_limits<double>::infinity();
    std::size_t m_steps = 0, m_visited = 0;
    ExactTail m_tail{0.0, 0.0, 0};
};

// How many values 0…size each of `rows` rows can take in descending order, by their sum up to `most`.
std::vector<double> descendingRowsBySum(std::size_t rows, std::size_t size, std::size_t most) {
    if (rows == 1) return std::vector<double>(most + 1, 1.0);
    std::vector<std::vector<double>> ways(rows + 1,
                                          std::vector<double>(most + 1, 0.0));  // by rows with a value above 0
    ways[0][0] = 1.0;
    for (std::size_t value = 1; value <= std::min(size, most); ++value) {
        for (std::size_t used = 1; used <= rows; ++used) {
            for (std::size_t s = value; s <= most; ++s)
                ways[used][s] += ways[used - 1][s - value];
        }
    }
    std::vector<double> bySum(most + 1, 0.0);
    for (const auto& row : ways)
        std::transform(row.begin(), row.end(), bySum.begin(), bySum.begin(), std::plus<>());
    return bySum;
}

// Number of tables of two columns, up to an exchange of equal rows; cheap against walking into a hopeless number of
// them.
double countTwoColumnTables(const std::vector<std::size_t>& rows, std::size_t column) {
    std::map<std::size_t, std::size_t> classes;
    for (const std::size_t row : rows)
        ++classes[row];
    std::vector<double> count(column + 1, 0.0);
    count.at(0) = 1.0;
    for (const auto& [size, repeats] : classes) {
        const std::vector<double> more = descendingRowsBySum(repeats, size, std::min(column, size * repeats));
        std::vector<double> next(column + 1, 0.0);
        for (std::size_t s = 0; s <= column; ++s) {
            for (std::size_t t = 0; t < more.size() && s + t <= column; ++t)
                next[s + t] += count[s] * more[t];
        }
        count = std::move(next);
    }
    return count[column];
}

}  // namespace

double logTableProbability(const Contingency& table, const LogFactorials& logFactorial) {
    double result = logMarginPart(table, logFactorial);
    for (const std::size_t count : table.counts)
        result -= logFactorial(count);
    return result;
}

std::optional<ExactTail> exactTail(const Contingency& table, std::size_t maxTables) {
    if (table.blockSizes.size() < 2 || table.groupSizes.size() < 2) return ExactTail{};
    if (allOne(table.blockSizes) || allOne(table.groupSizes)) return ExactTail{};  // every table is equally probable
    if (table.blockSizes.size() * table.groupSizes.size() > kMaxCells) return std::nullopt;
    const bool turn = table.groupSizes.size() > table.blockSizes.size();
    const auto& rows = turn ? table.groupSizes : table.blockSizes;
    auto columns = turn ? table.blockSizes : table.groupSizes;
    const std::size_t runs = table.runs();
    const std::size_t smallest = *std::min_element(columns.begin(), columns.end());
    // With more columns there are at least as many tables as with two.
    const double counting = static_cast<double>(runs) * static_cast<double>(smallest);
    if (counting < kMaxCountingSteps && countTwoColumnTables(rows, smallest) > static_cast<double>(maxTables)) {
        return std::nullopt;
    }
    const LogFactorials logFactorial(runs);
    TableWalk walk(rows, std::move(columns), logFactorial, logMarginPart(table, logFactorial),
                   logTableProbability(table, logFactorial), maxTables);
    return walk.walk();
}

std::optional<double> smallestPOfTwoGroups(const Contingency& table) {
    if (table.groupSizes.size() != 2) return std::nullopt;
    const std::size_t column = std::min(table.groupSizes[0], table.groupSizes[1]);
    const std::size_t runs = table.runs();
    if (static_cast<double>(runs) * static_cast<double>(column) > kMaxDynamicSteps) return std::nullopt;
    struct Best {
        double logCells = -std::numeric_limits<double>::infinity();
        double tables = 0.0;
    };
    const LogFactorials logFactorial(runs);
    std::vector<Best> best(column + 1);
    best.at(0) = {0.0, 1.0};
    for (const std::size_t size : table.blockSizes) {
        std::vector<Best> next(column + 1);
        for (std::size_t s = 0; s <= column; ++s) {
            if (best[s].tables == 0.0) continue;
            for (std::size_t x = 0; x <= size && s + x <= column; ++x) {
                const double logCells = best[s].logCells + logFactorial(x) + logFactorial(size - x);
                Best& target = next[s + x];
                if (logCells > target.logCells + kProbabilityTolerance) target = {logCells, 0.0};
                if (logCells >= target.logCells - kProbabilityTolerance) target.tables += best[s].tables;
            }
        }
        best = std::move(next);
    }
    return asProbability(best[column].tables * std::exp(logMarginPart(table, logFactorial) - best[column].logCells));
}

}  // namespace flipscope
