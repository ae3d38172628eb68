#include "core/rerun/device_choice.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

WorkerHello helloOf(const std::vector<std::pair<std::string, std::string>>& devices) {
    WorkerHello hello;
    for (const auto& [id, name] : devices) {
        WorkerDevice& device = hello.devices.emplace_back();
        device.id = id;
        device.name = name;
    }
    return hello;
}

}  // namespace

TEST_CASE("a device is chosen by its id, else by its name, else it is the first") {
    const WorkerHello hello = helloOf({{"0", "x"}, {"1", "y"}, {"2", "y"}});
    CHECK(chosenDevice(hello, "", "").value().id == "0");
    CHECK(chosenDevice(hello, "1", "").value().id == "1");
    CHECK(chosenDevice(hello, "", "y").value().id == "2");   // the last of that name
    CHECK(chosenDevice(hello, "1", "x").value().id == "1");  // an id says more
}

TEST_CASE("a device that is not there is named beside those that are") {
    const WorkerHello hello = helloOf({{"0", "x"}, {"1", "y"}});
    CHECK(chosenDevice(hello, "y", "").errorMessage() == "the worker has no device “y”; it has 0 (x), 1 (y)");
    CHECK(chosenDevice(hello, "", "0").errorMessage() == "the worker has no device “0”; it has 0 (x), 1 (y)");
}

TEST_CASE("a worker without devices says why, one with many is cut short") {
    WorkerHello none;
    none.notes = {"no GPU here", "a driver is missing"};
    CHECK(chosenDevice(none, "0", "").errorMessage() ==
          "the worker has no device to run on; no GPU here; a driver is missing");
    const WorkerHello many =
        helloOf(std::vector<std::pair<std::string, std::string>>(1000, {"0", std::string(5000, 'n')}));
    const std::string message = chosenDevice(many, "1", "").errorMessage();
    CHECK(message.size() < 2000);
    CHECK(message.find("992 more") != std::string::npos);
}
