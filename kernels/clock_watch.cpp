#include "kernels/clock_watch.h"

#include "kernels/shared_library.h"

#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>

namespace flipscope {

namespace {

// The part of NVML's binary interface that is used here; its header does not come with every toolkit. Source: NVML API
// reference, version 12.
using NvmlDevice = void*;
using NvmlStatus = int;
constexpr NvmlStatus kNvmlSuccess = 0;
constexpr unsigned kClockOfMultiprocessors = 1;  // NVML_CLOCK_SM
// nvmlClocksEventReason…: SwPowerCap, HwSlowdown, SyncBoost, SwThermalSlowdown, HwThermalSlowdown,
// HwPowerBrakeSlowdown.
constexpr unsigned long long kHeldDown = 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80;
constexpr std::size_t kVersionBytes = 80;  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE

struct Nvml {
    NvmlStatus (*init)() = nullptr;
    NvmlStatus (*driverVersion)(char*, unsigned) = nullptr;
    NvmlStatus (*deviceByPciBus)(const char*, NvmlDevice*) = nullptr;
    NvmlStatus (*clock)(NvmlDevice, unsigned, unsigned*) = nullptr;
    NvmlStatus (*reasons)(NvmlDevice, unsigned long long*) = nullptr;
};

std::optional<Nvml> loadNvml() {
    const auto library = SharedLibrary::open({"libnvidia-ml.so.1"});
    if (!library) return std::nullopt;
    Nvml nvml;
    const SharedLibrary& from = library.value();
    // The second name is that of drivers before 535.
    const bool reasons = from.find("nvmlDeviceGetCurrentClocksEventReasons", nvml.reasons) ||
                         from.find("nvmlDeviceGetCurrentClocksThrottleReasons", nvml.reasons);
    const bool complete = reasons && from.find("nvmlInit_v2", nvml.init) &&
                          from.find("nvmlSystemGetDriverVersion", nvml.driverVersion) &&
                          from.find("nvmlDeviceGetHandleByPciBusId_v2", nvml.deviceByPciBus) &&
                          from.find("nvmlDeviceGetClockInfo", nvml.clock);
    return complete && nvml.init() == kNvmlSuccess ? std::optional(nvml) : std::nullopt;
}

const std::optional<Nvml>& nvml() {
    static const std::optional<Nvml> loaded = loadNvml();
    return loaded;
}

}  // namespace

struct ClockWatch::Device {
    NvmlDevice handle = nullptr;
};

ClockWatch::ClockWatch(int cudaDevice) {
    constexpr int kBusIdBytes = 32;
    std::array<char, kBusIdBytes> bus{};
    auto device = std::make_unique<Device>();
    if (nvml() && cudaDeviceGetPCIBusId(bus.data(), kBusIdBytes, cudaDevice) == cudaSuccess &&
        nvml()->deviceByPciBus(bus.data(), &device->handle) == kNvmlSuccess)
        m_device = std::move(device);
}

ClockWatch::~ClockWatch() = default;

std::optional<ClockReading> ClockWatch::read() const {
    ClockReading reading;
    unsigned long long reasons = 0;
    if (!m_device || nvml()->clock(m_device->handle, kClockOfMultiprocessors, &reading.megahertz) != kNvmlSuccess ||
        nvml()->reasons(m_device->handle, &reasons) != kNvmlSuccess)
        return std::nullopt;
    reading.heldDown = (reasons & kHeldDown) != 0;
    return reading;
}

std::string nvidiaDriverVersion() {
    std::array<char, kVersionBytes> text{};
    if (!nvml() || nvml()->driverVersion(text.data(), static_cast<unsigned>(text.size())) != kNvmlSuccess) return {};
    return text.data();
}

}  // namespace flipscope
