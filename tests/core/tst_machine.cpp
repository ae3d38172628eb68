#include "core/drive/machine.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("cards and driver are read from what the driver says of itself") {
    const testing::TemporaryFolder folder;
    testing::writeFile(
        folder.file("version"),
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 07:13:21 UTC 2025\nGCC\n");
    for (const char* name : {"0000:02:00.0", "0000:01:00.0"}) {
        std::filesystem::create_directories(folder.file(std::string("gpus/") + name));
        testing::writeFile(folder.file(std::string("gpus/") + name + "/information"),
                           std::string("Model: \t\t NVIDIA H200 ") + name[6] + "\nIRQ: 1\n");
    }
    const Machine machine = describeMachine(folder.path());
    CHECK(machine.driver == "580.65.06");
    CHECK(machine.devices == std::vector<std::string>{"NVIDIA H200 1", "NVIDIA H200 2"});
    CHECK(!machine.host.empty());
}

TEST_CASE("a machine without a card has none") {
    const Machine machine = describeMachine("/no/such/folder");
    CHECK(machine.devices.empty());
    CHECK(machine.driver.empty());
}
