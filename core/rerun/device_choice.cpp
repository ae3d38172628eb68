#include "core/rerun/device_choice.h"

#include <algorithm>

namespace flipscope {

namespace {

// A worker may say anything, at any length.
std::string shortened(const std::string& text) {
    constexpr std::size_t kShown = 100;
    return text.size() <= kShown ? text : text.substr(0, kShown) + "…";
}

std::string devicesInWords(const WorkerHello& hello) {
    constexpr std::size_t kListed = 8;
    std::string words;
    for (std::size_t i = 0; i < std::min(hello.devices.size(), kListed); ++i) {
        const WorkerDevice& device = hello.devices[i];
        words += (i == 0 ? "" : ", ") + shortened(device.id) + " (" + shortened(device.name) + ")";
    }
    if (hello.devices.size() > kListed) words += " and " + std::to_string(hello.devices.size() - kListed) + " more";
    return words;
}

std::string noDeviceInWords(const WorkerHello& hello) {
    std::string words = "the worker has no device to run on";
    for (const std::string& note : hello.notes)
        words += "; " + note;
    return words;
}

}  // namespace

Result<WorkerDevice> chosenDevice(const WorkerHello& hello, const std::string& id, const std::string& name) {
    if (hello.devices.empty()) return Error{noDeviceInWords(hello)};
    if (id.empty()) {
        if (const WorkerDevice* named = findDevice(hello, name)) return *named;
    }
    for (const WorkerDevice& device : hello.devices) {
        if (!id.empty() && device.id == id) return device;
    }
    return Error{"the worker has no device “" + shortened(id.empty() ? name : id) + "”; it has " +
                 devicesInWords(hello)};
}

}  // namespace flipscope
