#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace flipscope {

// A p value and how it was got. interval: 95 % Clopper-Pearson interval of a simulated one.
struct PValue {
    double p = 1.0;
    bool exact = true;
    std::optional<std::pair<double, double>> interval;
};

// A sum of probabilities without what rounding left over: in [0, 1], and 1 from 1 - 1e-10 on. All tables together are
// certain, and their sum is not always.
[[nodiscard]] double asProbability(double sum);

// Two-sided Clopper-Pearson interval of a share, from `hits` of `trials`. Source: Biometrika 26 (1934), by beta
// quantiles. No trials: [0, 1].
[[nodiscard]] std::pair<double, double> clopperPearson(std::size_t hits, std::size_t trials, double confidence = 0.95);

// p of a permutation test in which `hits` of `permutations` random labelings were at least as extreme as the observed
// one: (hits + 1) / (permutations + 1), which keeps the level at any number of permutations (the observed labeling is
// one of those that could have been drawn), with the interval of hits / permutations.
[[nodiscard]] PValue simulatedP(std::size_t hits, std::size_t permutations);

// Benjamini-Hochberg adjusted p values in the order given. Source: J. R. Statist. Soc. B 57 (1995).
[[nodiscard]] std::vector<double> benjaminiHochberg(const std::vector<double>& p);

}  // namespace flipscope
