#include "core/rerun/emulation_memory.h"

#include "core/rerun/precision_model.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace flipscope {

namespace {

std::string gigabytes(double bytes) {
    constexpr double kGigabyte = 1e9;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / kGigabyte);
    return text;
}

// In float, which cannot overflow; sizes have no more than 31 bits each.
double bytesOf(const RerunRequest& request) {
    constexpr double kSmall = 64e6;  // whatever the size: threads, panels
    const auto m = static_cast<double>(request.problem.m), n = static_cast<double>(request.problem.n),
               k = static_cast<double>(request.problem.k);
    const double operands = 4 * (m + n) * k;
    // Operands as they are given, as a class loads them and packed with their exponents; classes pad k.
    constexpr double kLongestPadding = 256;
    const double emulation = 2 * operands + 8 * m * (k + kLongestPadding) + 4 * m * n;
    if (!request.measureErrors) return kSmall + emulation;
    // References of two float64 numbers an element: by the most exact model, and by that of the class.
    const double references = std::min<double>(2, static_cast<double>(precisionModelsOf(request.problem.type).size()));
    return kSmall + std::max(emulation, 2 * operands + 4 * m * n) + references * 16 * m * n;
}

}  // namespace

std::uint64_t emulationBytes(const RerunRequest& request) {
    constexpr double kMost = 9e18;
    return static_cast<std::uint64_t>(std::min(kMost, bytesOf(request)));
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
