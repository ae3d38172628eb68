#pragma once

#include "core/analyse/contingency.h"
#include "core/analyse/log_factorials.h"

#include <cstddef>
#include <optional>

namespace flipscope {

// Two tables are equally probable when their probabilities differ by less than this share; R's fisher.test does the
// same.
inline constexpr double kProbabilityTolerance = 1e-7;

// log P(table | margins) = log(prod r_i! prod c_j! / (n! prod x_ij!)); logFactorial must reach the number of runs.
[[nodiscard]] double logTableProbability(const Contingency& table, const LogFactorials& logFactorial);

struct ExactTail {
    double p = 1.0;          // of the observed table
    double pMin = 1.0;       // smallest p of any table with these margins
    std::size_t tables = 1;  // visited; tables that differ only by exchanging equal blocks are one
};

// Exact test of independence with fixed margins (Fisher; Freeman-Halton for larger tables): p is the sum of the
// probabilities of all tables that are no more probable than the observed one. Source: Freeman and Halton, Biometrika
// 38 (1951). By visiting every table with the margins of the given one. Null when there are more than maxTables (or the
// walk to them would take more than eight times as many steps).
[[nodiscard]] std::optional<ExactTail> exactTail(const Contingency& table, std::size_t maxTables);

// Smallest attainable p for two groups in O(runs * runs in the smaller group), however many tables there are: the least
// probable tables are found by dynamic programming over (block, runs of it in the smaller group) that keeps the largest
// sum of log-factorials and how many tables reach it. Null with more than two groups or more than 50 million steps.
[[nodiscard]] std::optional<double> smallestPOfTwoGroups(const Contingency& table);

}  // namespace flipscope
