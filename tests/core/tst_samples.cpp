// The bundled samples end to end: what they are made to show, and the same under permuted names, sizes and indices.

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/suspects.h"
#include "core/read/loader.h"
#include "tests/support/sample_archive.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::PermutedSample;
using flipscope::testing::samplePath;

namespace {

struct Studied {
    Dataset dataset;
    Analysis analysis;
    SuspectsResult suspects;
};

Studied study(const std::string& path, const std::string& pattern) {
    auto loaded = loadRuns({path});
    REQUIRE_MESSAGE(loaded.hasValue(), loaded.errorMessage());
    Studied result{std::move(loaded).value(), {}, {}};
    auto analysis = analyse(result.dataset);
    REQUIRE(analysis.hasValue());
    result.analysis = std::move(analysis).value();
    const auto values = valuesByPattern(result.dataset, result.analysis.matrix.runs, {pattern, PatternMatch::last, 1});
    REQUIRE_MESSAGE(values.hasValue(), values.errorMessage());
    const auto outcome = groupOutcome(values.value(), Grouping::automatic);
    REQUIRE_MESSAGE(outcome.hasValue(), outcome.errorMessage());
    auto suspects = findSuspects(result.analysis.matrix, result.analysis.groups, outcome.value());
    REQUIRE_MESSAGE(suspects.hasValue(), suspects.errorMessage());
    result.suspects = std::move(suspects).value();
    return result;
}

// Keys whose winners differ between labelled groups, counted over all labelings with `inGroup` of the runs: an
// independent count of what expectedByChance must be.
double countedByBruteForce(const Analysis& analysis, std::size_t inGroup) {
    const std::size_t runs = analysis.matrix.runs.size();
    std::vector<bool> chosen(runs, false);
    std::fill(chosen.end() - static_cast<std::ptrdiff_t>(inGroup), chosen.end(), true);
    double separating = 0;
    double labelings = 0;
    do {
        ++labelings;
        for (std::uint32_t key = 0; key < analysis.keys.size(); ++key) {
            std::set<std::uint32_t> in, out;
            for (std::size_t column = 0; column < runs; ++column) {
                const auto winner = analysis.matrix.at(KeyIndex{key}, column).winner;
                REQUIRE(winner.has_value());
                (chosen[column] ? in : out).insert(winner->value);
            }
            std::vector<std::uint32_t> shared;
            std::set_intersection(in.begin(), in.end(), out.begin(), out.end(), std::back_inserter(shared));
            separating += shared.empty() && in.size() + out.size() > 1 ? 1 : 0;
        }
    } while (std::next_permutation(chosen.begin(), chosen.end()));
    return separating / labelings;
}

void checkReportedCase(const std::string& path) {
    const Studied studied = study(path, "step [0-9]+: loss (NaN|[0-9])");
    const Dataset& dataset = studied.dataset;
    CHECK(dataset.runs.size() == 6);
    CHECK(dataset.keys.size() == 125);
    for (const Run& run : dataset.runs)
        CHECK(run.decisions.size() == 125);
    CHECK(studied.analysis.flippingKeys == 50);
    CHECK(dataset.report.problemCount == 0);

    const auto separating = std::count_if(studied.suspects.suspects.begin(), studied.suspects.suspects.end(),
                                          [](const Suspect& suspect) { return suspect.separates; });
    CHECK(separating == 2);
    CHECK(studied.suspects.chance.keysSeparating == 2);
    CHECK(studied.suspects.chance.expectedByChance == doctest::Approx(countedByBruteForce(studied.analysis, 2)));
    CHECK(studied.suspects.chance.probabilityByChance > 0.5);

    for (const Suspect& suspect : studied.suspects.suspects) {
        if (!suspect.separates) continue;
        CHECK(suspect.pAdjusted > 0.05);
        REQUIRE(suspect.keys.size() == 1);
        CHECK(suspect.equivalentForOutcome.size() == 1);
        // 15, 19 and 21 are one predicted class on every card that has TF32.
        const ClassStatement& statement = studied.analysis.classes[suspect.keys.front().value];
        CHECK(statement.answer == ClassAnswer::sameBits);
    }
}

void checkTrainingRuns(const std::string& path, std::size_t sizeOfProblem) {
    const Studied studied = study(path, "step 0: loss ([0-9.]+)");
    CHECK(studied.dataset.runs.size() == 28);
    CHECK(studied.dataset.keys.size() == 42);
    CHECK(studied.analysis.flippingKeys == 21);
    CHECK(studied.dataset.report.problemCount == 0);
    REQUIRE_FALSE(studied.suspects.suspects.empty());
    const Suspect& first = studied.suspects.suspects.front();
    CHECK(first.separates);
    CHECK(first.pAdjusted < 0.05);
    REQUIRE(first.keys.size() == 1);
    const TuningKey& key = studied.dataset.keys[first.keys.front().value];
    REQUIRE(key.matmul.has_value());
    CHECK(key.matmul->m * key.matmul->n * key.matmul->k == sizeOfProblem);
}

}  // namespace

TEST_CASE("the rebuilt report: two of fifty flipping keys separate, as luck would have it, with equal bits predicted") {
    checkReportedCase(samplePath("reported-case.tar.xz"));
}

TEST_CASE("the rebuilt report says the same with candidate indices, key sizes, line order and run names permuted" *
          doctest::test_suite("slow")) {
    for (const unsigned seed : {1U, 2U}) {
        CAPTURE(seed);
        const PermutedSample permuted(samplePath("reported-case.tar.xz"), seed);
        checkReportedCase(permuted.folder());
    }
}

TEST_CASE("in the real runs the proven culprit is the first suspect") {
    checkTrainingRuns(samplePath("training-runs.tar.xz"), std::size_t{8192} * 256 * 128);
}

TEST_CASE("the culprit of the real runs is found with candidate indices, key sizes, line order and run names permuted" *
          doctest::test_suite("slow")) {
    const PermutedSample permuted(samplePath("training-runs.tar.xz"), 7);
    checkTrainingRuns(permuted.folder(), std::size_t{8192} * 256 * 128);
}
