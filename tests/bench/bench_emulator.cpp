// Speed of the CPU emulator: multiply-accumulates a second of each numerical class, beside a loop of nothing but FMA in
// the same run. Usage: bench_emulator [SIZE [THREADS [KERNELS]]] (default 1024 for SIZE×SIZE×SIZE, all processors, the
// fastest kernels; KERNELS is a name as printed). Wall-clock figures count whatever else the machine does; those of
// processor time do not.
#include "core/analyse/class_rules.h"
#include "core/rerun/emulator.h"
#include "core/rerun/lane_kernels.h"
#include "core/rerun/seeded_input.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace flipscope;

namespace {

struct Seconds {
    double wall = 0, processor = 0;
};

double processorSeconds() {
    timespec time{};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Work>
Seconds timed(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    const double before = processorSeconds();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            processorSeconds() - before};
}

#if defined(__x86_64__)
// Ten independent chains of eight lanes: two FMA units with a latency of four or five cycles are always busy.
__attribute__((target("avx2,fma"))) float fmaLoop(std::size_t steps) {
    __m256 sums[10];
    for (auto& sum : sums)
        sum = _mm256_set1_ps(1.0F);
    const __m256 factor = _mm256_set1_ps(0.999F);
    const __m256 addend = _mm256_set1_ps(0.001F);
    for (std::size_t i = 0; i < steps; ++i) {
#pragma GCC unroll 10
        for (auto& sum : sums)
            sum = _mm256_fmadd_ps(sum, factor, addend);
    }
    float total = 0;
    for (const auto& sum : sums)
        total += _mm256_cvtss_f32(sum);
    return total;
}

double fmaRate() {
    if (usableLaneKernels().size() < 2) return 0;
    constexpr std::size_t kSteps = 30'000'000;
    volatile float keep = 0;
    const Seconds seconds = timed([&] { keep = fmaLoop(kSteps); });
    return kSteps * 80.0 / seconds.processor * 1e-9;
}
#else
double fmaRate() {
    return 0;
}
#endif

struct BenchClass {
    ClassCode code;
    ElementType type = ElementType::f32;
};

const std::vector<BenchClass>& benchClasses() {
    static const std::vector<BenchClass> kClasses = {
        {{Arithmetic::ascending, 0}},
        {{Arithmetic::partialSums, 4}},
        {{Arithmetic::gemm, 4}},
        {{Arithmetic::rotatedTiles, 0}},
        {{Arithmetic::vecmat, 0}},
        {{Arithmetic::vecmatContracted, 0}},
        {{Arithmetic::tf32Away, 4}},
        {{Arithmetic::tf32Away, 8}},
        {{Arithmetic::tf32Truncated, 8}},
        {{Arithmetic::tensorCoreHalf, 16}, ElementType::f16},
        {{Arithmetic::tensorCoreHalf, 16}, ElementType::bf16},
    };
    return kClasses;
}

const LaneKernels* kernelsNamed(const std::string& name) {
    for (const LaneKernels* kernels : usableLaneKernels()) {
        if (name == kernels->name) return kernels;
    }
    return usableLaneKernels().back();
}

void benchClass(const BenchClass& bench, RerunProblem problem, const EmulationOptions& options, double fma) {
    problem.type = bench.type;
    const Operands operands = seededOperands(problem);
    Emulation::Status status{};
    const Seconds seconds = timed([&] {
        status = emulate(bench.code, problem, operands, tensorCoreOf(Card::hopper, problem.type), options).status;
    });
    const double macs =
        1e-9 * static_cast<double>(problem.m) * static_cast<double>(problem.n) * static_cast<double>(problem.k);
    const double rate = macs / seconds.processor;
    std::printf("%-24s %8.3f s  %7.2f GMAC/s   processor %8.3f s  %7.2f GMAC/s a thread",
                classId(bench.code, problem.type).c_str(), seconds.wall, macs / seconds.wall, seconds.processor, rate);
    if (fma > 0) std::printf("  %5.1f %% of FMA", 100 * rate / fma);
    std::printf("%s\n", status == Emulation::Status::computed ? "" : "  NOT COMPUTED");
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t size = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
    EmulationOptions options;
    options.threads = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))
                               : std::max(1U, std::thread::hardware_concurrency());
    options.kernels = kernelsNamed(argc > 3 ? argv[3] : "");
    const double fma = fmaRate();
    std::printf("kernels: %s, %u threads; FMA-bound loop (AVX2): %.2f GMAC/s a thread\n", options.kernels->name,
                options.threads, fma);
    for (const RerunProblem& problem : {RerunProblem{512, 1024, 128}, RerunProblem{size, size, size}}) {
        std::printf("%zux%zux%zu\n", problem.m, problem.n, problem.k);
        for (const BenchClass& bench : benchClasses())
            benchClass(bench, problem, options, fma);
    }
    return 0;
}
