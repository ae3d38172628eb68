#include "core/rerun/emulation_memory.h"

#include "core/rerun/lane_kernels.h"
#include "core/rerun/precision_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

namespace flipscope {

namespace {

std::string gigabytes(double bytes) {
    constexpr double kGigabyte = 1e9;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / kGigabyte);
    return text;
}

constexpr double kLongestPadding = 256;  // of k, by any class

// What the threads of the emulator pack of the right operand at a time, as it cuts the work: each a panel of four lane
// blocks, its values with their exponents, 4 bytes each. Few panels are cut by blocks of 16 rows, so that there are two
// pieces a thread where the rows give as many, and each piece packs its panel again. Operands at the ends of the range
// are added up one column at a time, 4 more bytes.
double panelBytes(const RerunProblem& problem, const EmulationOptions& options) {
    constexpr double kBlocksInPanel = 4, kRowsInPiece = 16, kMostThreads = 256;
    const LaneKernels& kernels = options.kernels != nullptr ? *options.kernels : *usableLaneKernels().back();
    const auto lanes = static_cast<double>(kernels.lanes);
    const double threads = std::clamp<double>(
        options.threads != 0 ? options.threads : std::thread::hardware_concurrency(), 1, kMostThreads);
    const double panels = std::ceil(static_cast<double>(problem.n) / (kBlocksInPanel * lanes));
    const double pieces =
        std::min(std::ceil(static_cast<double>(problem.m) / kRowsInPiece), std::ceil(2 * threads / panels));
    const double atOnce = std::min(threads, panels * pieces);
    return atOnce * (8 * kBlocksInPanel * lanes + 4) * (static_cast<double>(problem.k) + kLongestPadding);
}

// In float, which cannot overflow; sizes have no more than 31 bits each.
double bytesOf(const RerunRequest& request, const EmulationOptions& options) {
    constexpr double kSmall = 64e6;  // whatever the size: threads, what is around the arrays
    const auto m = static_cast<double>(request.problem.m), n = static_cast<double>(request.problem.n),
               k = static_cast<double>(request.problem.k);
    const double operands = 4 * (m + n) * k;
    // Operands as they are given, as a class loads them and packed with their exponents; classes pad k.
    const double emulation =
        2 * operands + 8 * m * (k + kLongestPadding) + 4 * m * n + panelBytes(request.problem, options);
    if (!request.measureErrors) return kSmall + emulation;
    // References of two float64 numbers an element: by the most exact model, and by that of the class.
    const double references = std::min<double>(2, static_cast<double>(precisionModelsOf(request.problem.type).size()));
    return kSmall + std::max(emulation, 2 * operands + 4 * m * n) + references * 16 * m * n;
}

}  // namespace

std::uint64_t emulationBytes(const RerunRequest& request, const EmulationOptions& options) {
    constexpr double kMost = 9e18;
    return static_cast<std::uint64_t>(std::min(kMost, bytesOf(request, options)));
}

std::optional<std::uint64_t> availableMemory() {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    std::uint64_t kibibytes = 0;
    while (file >> name >> kibibytes && std::getline(file, unit)) {
        constexpr std::uint64_t kKibibyte = 1024;
        if (name == "MemAvailable:") return kibibytes * kKibibyte;
    }
    return std::nullopt;
}

std::string memoryFault(const RerunRequest& request, std::optional<std::uint64_t> available) {
    const std::uint64_t needed = emulationBytes(request);
    if (!available || needed <= *available) return {};
    return "to emulate it takes about " + gigabytes(static_cast<double>(needed)) + " of memory, and " +
           gigabytes(static_cast<double>(*available)) + " are available";
}

}  // namespace flipscope
