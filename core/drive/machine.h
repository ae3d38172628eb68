#pragma once

#include <string>
#include <vector>

namespace flipscope {

// What a run ran on, as far as the system tells without starting a program.
struct Machine {
    std::string host;
    std::vector<std::string> devices;  // "NVIDIA H200"; empty: none known
    std::string driver;                // "580.65.06"; empty: not known
};

// nvidiaFolder: where the driver describes itself.
[[nodiscard]] Machine describeMachine(const std::string& nvidiaFolder = "/proc/driver/nvidia");

}  // namespace flipscope
