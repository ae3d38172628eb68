#pragma once

#include <memory>
#include <optional>
#include <string>

namespace flipscope {

// The clock of a GPU's multiprocessors at one moment.
struct ClockReading {
    unsigned megahertz = 0;
    bool heldDown = false;  // by power, heat or another limit, not because the GPU is idle
};

// Reads clocks through the driver's management library (NVML), which is loaded when the first watch is made. One thread
// uses a watch at a time.
class ClockWatch {
public:
    // cudaDevice: number of the CUDA runtime. Where there is no NVML, read() answers null.
    explicit ClockWatch(int cudaDevice);
    ClockWatch(const ClockWatch&) = delete;
    ClockWatch& operator=(const ClockWatch&) = delete;
    ~ClockWatch();

    [[nodiscard]] std::optional<ClockReading> read() const;

private:
    struct Device;
    std::unique_ptr<Device> m_device;
};

// The driver's own version such as "580.95.05"; empty where NVML is not found.
[[nodiscard]] std::string nvidiaDriverVersion();

}  // namespace flipscope
