#include "core/rerun/emulator.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/lane_kernels.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"
#include "tests/support/random_operands.h"
#include "tests/support/reference_sums.h"

#include <bit>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

using Status = Emulation::Status;

float loaded(Arithmetic arithmetic, float value) {
    switch (arithmetic) {
        case Arithmetic::tf32Away:
            return toTf32(value, Tf32Rounding::tiesAway);
        case Arithmetic::tf32Even:
            return toTf32(value, Tf32Rounding::tiesToEven);
        case Arithmetic::tf32Truncated:
            return toTf32(value, Tf32Rounding::truncated);
        default:
            return value;
    }
}

std::uint32_t patternOf(float sum, ElementType type) {
    if (type == ElementType::f16) return toF16Bits(sum);
    if (type == ElementType::bf16) return toBf16Bits(sum);
    return std::bit_cast<std::uint32_t>(sum);
}

std::vector<std::uint32_t> referenceOutput(const ClassCode& code, const RerunProblem& p, const Operands& operands,
                                           const TensorCore& core) {
    std::vector<std::uint32_t> output;
    std::vector<float> a(p.k), b(p.k);
    for (std::size_t row = 0; row < p.m; ++row) {
        for (std::size_t column = 0; column < p.n; ++column) {
            for (std::size_t l = 0; l < p.k; ++l) {
                a[l] = loaded(code.arithmetic, operands.lhs[p.lhsTransposed ? l * p.m + row : row * p.k + l]);
                b[l] = loaded(code.arithmetic, operands.rhs[p.rhsTransposed ? column * p.k + l : l * p.n + column]);
            }
            output.push_back(patternOf(referenceSum(code, p, core, column, a, b), p.type));
        }
    }
    return output;
}

struct Trial {
    ClassCode code;
    RerunProblem problem;
    TensorCore core;
};

// A random class with a shape for which it is defined and a card with random numbers.
Trial randomTrial(SeededRandom& random) {
    constexpr ElementType kTypes[] = {ElementType::f32, ElementType::f16, ElementType::bf16};
    constexpr Arithmetic kTf32[] = {Arithmetic::tf32Away, Arithmetic::tf32Even, Arithmetic::tf32Truncated};
    Trial trial;
    RerunProblem& p = trial.problem;
    p = {1 + random.below(4), 1 + random.below(12), 1 + random.below(40), kTypes[random.below(3)],
         random.below(2) == 0};
    const std::size_t width = p.type == ElementType::f32 ? 4 : 8;
    trial.core = {10 + random.below(21), 1 + random.below(20), 1 + random.below(20),
                  random.below(2) == 0 ? FinalRounding::towardZero : FinalRounding::nearestEven};
    switch (random.below(6)) {
        case 0:
            trial.code = {Arithmetic::ascending, 0};
            break;
        case 1:
            trial.code = {Arithmetic::partialSums, static_cast<unsigned>(width)};
            p.k = width * (1 + random.below(8));
            break;
        case 2:
            trial.code = {Arithmetic::gemm, 1U << random.below(width == 4 ? 3 : 4)};
            p.k = 32 * trial.code.width * (1 + random.below(6));
            break;
        case 3:
            trial.code = {Arithmetic::rotatedTiles, 0};
            p = {1, 30 + random.below(3) * 32 * width, 32 * width * (1 + random.below(5)), p.type, p.rhsTransposed};
            if (p.n > 100) p.m = 1;
            break;
        case 4:
            trial.code = {random.below(2) == 0 ? Arithmetic::vecmat : Arithmetic::vecmatContracted, 0};
            p.k = 1 + random.below(600);
            break;
        default:
            trial.code = {p.type == ElementType::f32 ? kTf32[random.below(3)] : Arithmetic::tensorCoreHalf,
                          1 + random.below(20)};
            break;
    }
    p.lhsTransposed = random.below(3) == 0;
    return trial;
}

const RerunProblem kSmall{5, 9, 64, ElementType::f32, false};

Emulation emulateSmall(const Operands& operands, const EmulationOptions& options = {},
                       ClassCode code = {Arithmetic::tf32Away, 8}) {
    return emulate(code, kSmall, operands, tensorCoreOf(Card::hopper, ElementType::f32), options);
}

}  // namespace

TEST_CASE("random shapes, inputs and cards agree with every class over exact numbers" * doctest::test_suite("slow")) {
    SeededRandom random(2026);
    for (const LaneKernels* kernels : usableLaneKernels()) {
        EmulationOptions options;
        options.kernels = kernels;
        options.threads = 1 + random.below(3);
        int different = 0;
        for (int i = 0; i < 80; ++i) {
            const Trial trial = randomTrial(random);
            const int spread = trial.problem.type == ElementType::f16 ? 9 : static_cast<int>(1 + random.below(18));
            const Operands operands = randomOperands(random, trial.problem, spread);
            const Emulation output = emulate(trial.code, trial.problem, operands, trial.core, options);
            CAPTURE(classId(trial.code, trial.problem.type));
            CAPTURE(trial.problem.k);
            CAPTURE(output.because);
            REQUIRE((output.status == Status::computed));
            const auto expected = referenceOutput(trial.code, trial.problem, operands, trial.core);
            CHECK(output.checksum == resultChecksum(expected));
            different += output.patterns == expected ? 0 : 1;
        }
        CHECK(different == 0);
    }
}

TEST_CASE("threads, row pieces and panels change no bit") {
    // More rows than two tasks, more columns than a panel.
    const RerunProblem problem{40, 71, 64, ElementType::f32, true};
    const Operands operands = seededOperands(problem);
    const auto core = tensorCoreOf(Card::hopper, ElementType::f32);
    for (const ClassCode code : {ClassCode{Arithmetic::gemm, 1}, ClassCode{Arithmetic::tf32Even, 4}}) {
        const auto expected = referenceOutput(code, problem, operands, *core);
        for (const unsigned threads : {1U, 2U, 7U, 0U}) {
            EmulationOptions options;
            options.threads = threads;
            CHECK((emulate(code, problem, operands, core, options).patterns == expected));
        }
    }
}

TEST_CASE("operands at the ends of the range are still exact, by the slow way") {
    SeededRandom random(3);
    Operands operands = randomOperands(random, kSmall, 3);
    // Products near 2^-110 beside those near 1: too small for the fast kernels, not for the model.
    operands.lhs[0] = 0x1p-60F;
    operands.rhs[0] = 0x1p-50F;
    const auto core = tensorCoreOf(Card::hopper, ElementType::f32);
    const Emulation output = emulateSmall(operands);
    REQUIRE((output.status == Status::computed));
    CHECK((output.patterns == referenceOutput({Arithmetic::tf32Away, 8}, kSmall, operands, *core)));
}

TEST_CASE("elements outside the model are counted, and there is no checksum") {
    Operands operands = seededOperands(kSmall);
    operands.lhs[3] = std::numeric_limits<float>::infinity();
    const Emulation infinite = emulateSmall(operands);
    CHECK((infinite.status == Status::outsideModel));
    CHECK(infinite.because.starts_with("9 of 45 elements leave the model"));
    CHECK(infinite.patterns.empty());
    operands.lhs[3] = 0x1p-130F;
    CHECK((emulateSmall(operands).status == Status::outsideModel));
    operands.lhs[3] = 0x1.fffffep127F;  // TF32 rounds it to infinity
    CHECK((emulateSmall(operands).status == Status::outsideModel));
}

TEST_CASE("sums by FMA follow IEEE 754 to the ends; a NaN is the canonical one") {
    Operands operands = seededOperands(kSmall);
    operands.lhs[0] = std::numeric_limits<float>::infinity();
    operands.lhs[1] = -std::numeric_limits<float>::infinity();
    operands.rhs[0] = operands.rhs[9] = 1;
    const Emulation output = emulateSmall(operands, {}, {Arithmetic::ascending, 0});
    REQUIRE((output.status == Status::computed));
    CHECK(output.patterns[0] == 0x7fffffffU);
}

TEST_CASE("a stop is a result of its own") {
    std::stop_source source;
    source.request_stop();
    EmulationOptions options;
    options.stop = source.get_token();
    const Emulation output = emulateSmall(seededOperands(kSmall), options);
    CHECK((output.status == Status::stopped));
    CHECK(output.patterns.empty());
}

TEST_CASE("what cannot be computed says why") {
    const Operands operands = seededOperands(kSmall);
    const auto because = [](const Emulation& output) {
        CHECK((output.status == Status::notComputable));
        return output.because;
    };
    CHECK(because(emulateSmall({})) == "the operands do not have m·k and k·n elements");
    CHECK(because(emulateSmall(operands, {}, {Arithmetic::tensorCoreHalf, 16})).find("half") != std::string::npos);
    CHECK(because(emulateSmall(operands, {}, {Arithmetic::gemm, 4})).find("128") != std::string::npos);
    CHECK(because(emulate({Arithmetic::tf32Away, 8}, kSmall, operands, std::nullopt)).find("no numbers") !=
          std::string::npos);
    RerunProblem half = kSmall;
    half.type = ElementType::f16;
    CHECK(because(emulate({Arithmetic::ascending, 0}, half, operands, std::nullopt)) ==
          "an operand is no value of f16");
    half.type = ElementType::f64;
    CHECK(because(emulate({Arithmetic::ascending, 0}, half, operands, std::nullopt)).starts_with("f64"));
}

TEST_CASE("empty problems have empty sums") {
    const auto none = emulate({Arithmetic::ascending, 0}, {0, 3, 4}, {{}, std::vector<float>(12)}, std::nullopt);
    CHECK((none.status == Status::computed));
    CHECK(none.patterns.empty());
    const auto zeros = emulate({Arithmetic::tf32Away, 8}, {2, 2, 0}, {}, TensorCore{25, 8, 8});
    CHECK((zeros.patterns == std::vector<std::uint32_t>(4, 0U)));
}

TEST_CASE("sizes whose products do not fit are refused before anything is allocated") {
    const std::size_t huge = std::size_t{1} << 33U;
    for (const RerunProblem& problem :
         {RerunProblem{huge, huge, 0}, RerunProblem{1, huge, huge}, RerunProblem{huge, 1, huge}}) {
        const auto output = emulate({Arithmetic::ascending, 0}, problem, {}, std::nullopt);
        CHECK((output.status == Status::notComputable));
        CHECK(output.because == "a matrix of it is too large to emulate");
    }
}
