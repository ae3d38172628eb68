#include "core/rerun/output_errors.h"
#include "core/rerun/seeded_input.h"

#include <bit>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const RerunProblem kProblem{3, 4, 5, ElementType::f32, false};

// The exact products rounded to f32, moved by `ulps`.
RerunResult output(std::uint64_t checksum, unsigned ulps) {
    RerunResult result;
    result.classId = "tf32-rna/g8";
    result.checksum = checksum;
    const auto reference = referenceProduct(kProblem, seededOperands(kProblem), PrecisionModel::f32);
    REQUIRE(reference);
    for (const double value : reference->product)
        result.patterns.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)) + ulps);
    return result;
}

}  // namespace

TEST_CASE("an output is measured against its class's model and the most exact one, a reference computed once") {
    int computed = 0;
    OutputErrors errors(ElementType::f32, [&](PrecisionModel model) -> Result<ReferenceProduct> {
        ++computed;
        return *referenceProduct(kProblem, seededOperands(kProblem), model);
    });
    RerunResult exact = output(1, 0), off = output(2, 8);
    REQUIRE(errors.measure(exact));
    REQUIRE(errors.measure(off));
    CHECK(computed == 2);
    REQUIRE(exact.errors.size() == 2);
    CHECK((exact.errors[0].model == PrecisionModel::f32));
    CHECK((exact.errors[1].model == PrecisionModel::tf32Away));
    CHECK(exact.errors[0].largestUlp <= 0.5);
    CHECK(off.errors[0].largestUlp > 7);
}

TEST_CASE("of the references that classes differ in only the last one is kept, and the most exact one always") {
    std::vector<PrecisionModel> computed;
    OutputErrors errors(ElementType::f32, [&](PrecisionModel model) -> Result<ReferenceProduct> {
        computed.push_back(model);
        return *referenceProduct(kProblem, seededOperands(kProblem), model);
    });
    std::uint64_t checksum = 0;
    for (const char* classId : {"tf32-rna/g8", "tf32-trunc/g8", "tf32-rna/g4"}) {
        RerunResult result = output(++checksum, 0);
        result.classId = classId;
        REQUIRE(errors.measure(result));
    }
    CHECK((computed == std::vector{PrecisionModel::f32, PrecisionModel::tf32Away, PrecisionModel::tf32Truncated,
                                   PrecisionModel::tf32Away}));
}

TEST_CASE("an output that lies elsewhere is measured there, once for equal bits") {
    int measured = 0;
    OutputErrors errors(ElementType::f32, [&](const RerunResult& result, PrecisionModel model) -> Result<ErrorSummary> {
        ++measured;
        ErrorSummary summary;
        summary.model = model;
        summary.largest = static_cast<double>(result.checksum);
        return summary;
    });
    RerunResult first, second, other;
    first.classId = second.classId = other.classId = "f32/ascending";
    first.checksum = second.checksum = 7;
    other.checksum = 8;
    for (RerunResult* result : {&first, &second, &other})
        REQUIRE(errors.measure(*result));
    CHECK(measured == 2);
    REQUIRE(second.errors.size() == 1);
    CHECK(second.errors[0].largest == 7);
    CHECK(other.errors[0].largest == 8);
}

TEST_CASE("a reference that cannot be had is an error, one that was stopped is not") {
    OutputErrors failing(ElementType::f32,
                         [](PrecisionModel) -> Result<ReferenceProduct> { return Error{"no memory"}; });
    RerunResult result = output(1, 0);
    CHECK(failing.measure(result).errorMessage() == "no memory");
    OutputErrors stopped(ElementType::f32, [](PrecisionModel) -> Result<ReferenceProduct> { return Cancelled{}; });
    const auto measured = stopped.measure(result);
    REQUIRE(measured);
    CHECK(!measured.value());
    CHECK(result.errors.empty());
}
