#include "core/rerun/error_analysis.h"
#include "core/rerun/verdict.h"
#include "tests/support/launches.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

using Kind = RerunVerdictKind;
using Reason = RerunReason;
using Finding = RerunFinding;

const RerunProblem kProblem{4, 4, 100, ElementType::f32, false};

ErrorSummary errorOf(PrecisionModel model, double largest) {
    ErrorSummary summary;
    summary.model = model;
    summary.largest = largest;
    summary.largestBeyondRounding = largest;
    return summary;
}

RerunResult okResult(std::uint64_t checksum, std::string classId = "f32/ascending", double error = 0) {
    RerunResult result;
    result.candidate = {CandidateIndex{3}, "a"};
    result.status = RerunStatus::ok;
    result.classId = std::move(classId);
    result.checksum = checksum;
    result.repeats = 3;
    result.comparedRepeats = 2;
    result.errors = {errorOf(PrecisionModel::f32, error)};
    return result;
}

void checkVerdict(const RerunResult& result, Kind kind, Reason reason, const std::vector<Finding>& findings = {},
                  const RerunProblem& problem = kProblem) {
    const RerunVerdict verdict = judge(result, problem);
    CHECK((verdict.kind == kind));
    CHECK((verdict.reason == reason));
    CHECK((verdict.findings == findings));
}

}  // namespace

TEST_CASE("without a result there is no verdict, but writing outside is told") {
    for (const auto status : {RerunStatus::refused, RerunStatus::failed, RerunStatus::timedOut, RerunStatus::notRun}) {
        RerunResult result = okResult(1);
        result.status = status;
        result.unwritten = 5;
        checkVerdict(result, Kind::notJudged, Reason::noResult);
        result.guardBytesChanged = 4;
        checkVerdict(result, Kind::writesOutside, Reason::guardsChanged, {Finding::writesOutside});
    }
}

TEST_CASE("all findings that hold are named, the first is the verdict") {
    RerunResult result = okResult(1, "f32/ascending", 1);
    std::vector<Finding> findings = {Finding::wrong};
    checkVerdict(result, Kind::wrong, Reason::aboveAssumedBound, findings);
    result.dependsOnFill = true;
    findings.insert(findings.begin(), Finding::readsUnwritten);
    checkVerdict(result, Kind::readsUnwritten, Reason::bitsFollowFill, findings);
    result.differentRepeats = 2;
    findings.front() = Finding::nondeterministic;
    checkVerdict(result, Kind::nondeterministic, Reason::repeatsDiffer, findings);
    result.unwritten = 7;
    findings.insert(findings.begin(), Finding::leavesUnwritten);
    checkVerdict(result, Kind::leavesUnwritten, Reason::elementsUnwritten, findings);
    result.guardBytesChanged = 1;
    findings.insert(findings.begin(), Finding::writesOutside);
    checkVerdict(result, Kind::writesOutside, Reason::guardsChanged, findings);
    const RerunVerdict verdict = judge(result, kProblem);
    CHECK(verdict.guardBytesChanged == 1);
    CHECK(verdict.unwritten == 7);
    CHECK(verdict.elements == 16);
    CHECK(verdict.repeats == 3);
    CHECK(verdict.comparedRepeats == 2);
    CHECK(verdict.differentRepeats == 2);
}

TEST_CASE("bits that differ between fills are the fill's only where the same fill gave the same bits") {
    RerunResult result = okResult(1);
    result.dependsOnFill = true;
    result.comparedRepeats = 1;
    checkVerdict(result, Kind::readsUnwritten, Reason::bitsFollowFill, {Finding::readsUnwritten});
    result.differentRepeats = 1;
    checkVerdict(result, Kind::nondeterministic, Reason::repeatsDiffer, {Finding::nondeterministic});
    // Launched twice, once a fill: either may be, and its bits are compared with nobody's.
    result.repeats = 2;
    result.comparedRepeats = result.differentRepeats = 0;
    checkVerdict(result, Kind::cannotTell, Reason::fillsDiffer);
    const RerunResult other = okResult(1);
    const RerunVerdict compared = judge(result, kProblem, &other);
    CHECK((compared.kind == Kind::cannotTell));
    CHECK(!compared.compared);
    CHECK((judge(other, kProblem, &result).kind == Kind::withinRounding));
    CHECK(!judge(other, kProblem, &result).compared);
    result.errors.front().largest = result.errors.front().largestBeyondRounding.emplace(1);
    checkVerdict(result, Kind::wrong, Reason::aboveAssumedBound, {Finding::wrong});
}

TEST_CASE("the bound of a known class decides, at its edge and with the numbers") {
    const double bound = sumErrorBound(kProblem.k);
    checkVerdict(okResult(1, "f32/ascending", bound), Kind::withinRounding, Reason::withinAssumedBound);
    checkVerdict(okResult(1, "f32/ascending", std::nextafter(bound, 1)), Kind::wrong, Reason::aboveAssumedBound,
                 {Finding::wrong});
    checkVerdict(okResult(1, "f32/ascending", std::nan("")), Kind::wrong, Reason::aboveAssumedBound, {Finding::wrong});
    const RerunVerdict verdict = judge(okResult(1, "f32/ascending", 0.5), kProblem);
    REQUIRE(verdict.checks.size() == 1);
    CHECK(verdict.checks[0].error == 0.5);
    CHECK(verdict.checks[0].bound == bound);
    CHECK(verdict.classKnown);
    CHECK_FALSE(verdict.model);
}

TEST_CASE("a known class is held against its own model only") {
    RerunResult result = okResult(1, "tf32-rna/g8", 0);
    checkVerdict(result, Kind::cannotTell, Reason::modelsNotMeasured);
    result.errors.push_back(errorOf(PrecisionModel::tf32Away, 1e-3));
    checkVerdict(result, Kind::wrong, Reason::aboveAssumedBound, {Finding::wrong});
    result.errors.back().largestBeyondRounding = 1e-6;
    CHECK((judge(result, kProblem).model == PrecisionModel::tf32Away));
}

TEST_CASE("an unknown class is within the most exact model that holds, and wrong only when all were tried") {
    RerunResult result = okResult(1, "", 1e-3);
    checkVerdict(result, Kind::cannotTell, Reason::modelsNotMeasured);
    result.errors = {errorOf(PrecisionModel::tf32Truncated, 1e-7), errorOf(PrecisionModel::tf32Even, 1e-3),
                     errorOf(PrecisionModel::tf32Away, 1e-7), errorOf(PrecisionModel::f32, 1e-3)};
    checkVerdict(result, Kind::withinRounding, Reason::withinSomeBound);
    const RerunVerdict verdict = judge(result, kProblem);
    CHECK((verdict.model == PrecisionModel::tf32Away));
    CHECK(verdict.checks.size() == 4);
    CHECK_FALSE(verdict.classKnown);
    for (ErrorSummary& error : result.errors)
        error.largestBeyondRounding = 1e-3;
    checkVerdict(result, Kind::wrong, Reason::aboveEveryBound, {Finding::wrong});
    result.errors.clear();
    checkVerdict(result, Kind::cannotTell, Reason::errorsNotMeasured);
}

TEST_CASE("the class that a worker gives a candidate that ran itself is not assumed") {
    RerunResult result = okResult(1, "tf32-rna/g8", 1e-8);
    result.means = RerunMeans::real;
    result.errors = {errorOf(PrecisionModel::f32, 1e-8), errorOf(PrecisionModel::tf32Even, 1e-3),
                     errorOf(PrecisionModel::tf32Away, 1e-3), errorOf(PrecisionModel::tf32Truncated, 1e-3)};
    checkVerdict(result, Kind::withinRounding, Reason::withinSomeBound);
    CHECK_FALSE(judge(result, kProblem).classKnown);
    result.means = RerunMeans::replica;
    checkVerdict(result, Kind::wrong, Reason::aboveAssumedBound, {Finding::wrong});
}

TEST_CASE("where the output's rounding was not measured apart, the bound allows for it") {
    RerunProblem problem = kProblem;
    problem.type = ElementType::f16;
    RerunResult result = okResult(1, "");
    result.errors = {errorOf(PrecisionModel::f16, 0x1p-11)};
    checkVerdict(result, Kind::wrong, Reason::aboveEveryBound, {Finding::wrong}, problem);
    result.errors[0].largestBeyondRounding.reset();
    checkVerdict(result, Kind::withinRounding, Reason::withinSomeBound, {}, problem);
    CHECK(judge(result, problem).checks[0].roundingInBound);
    result.errors[0].largest = 0x1p-10;
    checkVerdict(result, Kind::wrong, Reason::aboveEveryBound, {Finding::wrong}, problem);
    problem.k = 2;  // the output may be subnormal
    checkVerdict(result, Kind::cannotTell, Reason::roundingNotMeasured, {}, problem);
}

TEST_CASE("equal bits to the baseline come before the rounding, if the baseline is sound") {
    const auto kindOf = [](const RerunResult& result, const RerunResult& baseline) {
        const RerunVerdict verdict = judge(result, kProblem, &baseline);
        CHECK((verdict.model == PrecisionModel::f32));
        return std::pair(verdict.kind, verdict.reason);
    };
    RerunResult baseline = okResult(1), other = okResult(1);
    other.candidate = {CandidateIndex{4}, std::string("b")};
    CHECK((kindOf(other, baseline) == std::pair(Kind::sameBits, Reason::sameChecksum)));
    CHECK((kindOf(baseline, baseline) == std::pair(Kind::sameBits, Reason::isBaseline)));
    const std::pair within(Kind::withinRounding, Reason::withinAssumedBound);
    other.checksum = 2;
    CHECK((kindOf(other, baseline) == within));
    other.checksum = 1;
    baseline.unwritten = 1;
    CHECK((kindOf(other, baseline) == within));
    baseline.unwritten = 0;
    baseline.status = RerunStatus::refused;
    CHECK((kindOf(other, baseline) == within));
    // Equal bits need no measured error.
    baseline.status = RerunStatus::ok;
    other.errors.clear();
    CHECK((judge(other, kProblem, &baseline).kind == Kind::sameBits));
}

TEST_CASE("broken candidates get the verdict they deserve") {
    const SeededLaunch honest({64, 32, 128, ElementType::f32, false}, {Arithmetic::ascending, 0});
    const auto findingsOf = [&](const std::vector<Launch>& launches) {
        return judge(honest.resultOf(launches), honest.problem()).findings;
    };
    const Launch good = honest.launch();
    CHECK(findingsOf({good, good, good}).empty());
    SUBCASE("nothing is written") {
        Launch none = good;
        none.written = 0;
        const auto verdict = judge(honest.resultOf({none, none, none}), honest.problem());
        CHECK((verdict.kind == Kind::leavesUnwritten));
        CHECK(verdict.unwritten == 64 * 32);
    }
    SUBCASE("the tail is not written") {
        Launch tail = good;
        tail.written -= 1;
        CHECK((findingsOf({tail, tail, tail}) == std::vector{Finding::leavesUnwritten, Finding::wrong}));
    }
    SUBCASE("a race loses one product now and then") {
        Launch raced = good;
        raced.patterns[77] = honest.withoutLastProduct().patterns[77];
        CHECK((findingsOf({good, good, raced}) == std::vector{Finding::nondeterministic}));
        CHECK((findingsOf({raced, good, good, good}).front() == Finding::nondeterministic));
        CHECK((findingsOf({good, raced, good, good}) == std::vector{Finding::nondeterministic}));
    }
    SUBCASE("the output is added to instead of written") {
        Launch adds = good;
        adds.readsFill = true;
        CHECK((findingsOf({adds, adds, adds}).front() == Finding::readsUnwritten));
        CHECK((judge(honest.resultOf({adds, adds, adds, adds}), honest.problem()).kind == Kind::readsUnwritten));
    }
    SUBCASE("it writes past the end") {
        Launch outside = good;
        outside.guardBytesChanged = 16;
        CHECK((findingsOf({outside, outside, outside}) == std::vector{Finding::writesOutside}));
    }
    SUBCASE("the last product is left out") {
        const Launch cut = honest.withoutLastProduct();
        CHECK((findingsOf({cut, cut, cut}) == std::vector{Finding::wrong}));
    }
}

TEST_CASE("a product left out is seen in every class, known or not, at typical sizes" * doctest::test_suite("slow")) {
    for (const std::size_t k : {2U, 16U, 128U, 1024U, 4096U}) {
        for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
            const bool f32 = type == ElementType::f32;
            for (const ClassCode code :
                 {ClassCode{Arithmetic::ascending, 0},
                  f32 ? ClassCode{Arithmetic::tf32Away, 8} : ClassCode{Arithmetic::tensorCoreHalf, 16},
                  f32 ? ClassCode{Arithmetic::tf32Truncated, 4} : ClassCode{Arithmetic::tensorCoreHalf, 8}}) {
                const SeededLaunch seeded({64, 64, k, type, true}, code);
                RerunResult result = seeded.resultOf({seeded.withoutLastProduct()});
                CAPTURE(k);
                CAPTURE(result.classId);
                CHECK((judge(result, seeded.problem()).kind == Kind::wrong));
                CHECK((judge(seeded.resultOf({seeded.launch()}), seeded.problem()).kind == Kind::withinRounding));
                result.classId.clear();
                result.errors = seeded.errorsOf(seeded.withoutLastProduct(), precisionModelsOf(type));
                CHECK((judge(result, seeded.problem()).reason == Reason::aboveEveryBound));
            }
        }
    }
}

TEST_CASE("bits count as compared only where a sound baseline gave some for the same request") {
    const RerunResult result = okResult(1);
    RerunResult baseline = okResult(2);
    CHECK(judge(result, kProblem, &baseline).compared);
    CHECK((judge(result, kProblem, &baseline).kind == Kind::withinRounding));
    CHECK_FALSE(judge(result, kProblem).compared);
    baseline.unwritten = 1;
    CHECK_FALSE(judge(result, kProblem, &baseline).compared);
    baseline = okResult(2);
    baseline.status = RerunStatus::refused;
    CHECK_FALSE(judge(result, kProblem, &baseline).compared);
}
