#include "core/rerun/rerun_order.h"

#include <doctest/doctest.h>

namespace flipscope {

namespace {

RerunOrder orderOf(std::vector<std::string> names, const std::string& hello = "good") {
    RerunOrder order;
    order.target.label = "a problem";
    order.worker = {{"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py", hello}};
    order.plan.problem = {8, 8, 8};
    for (std::string& name : names)
        order.plan.candidates.push_back({std::nullopt, std::move(name)});
    order.limits.silence = std::chrono::milliseconds(60'000);
    return order;
}

}  // namespace

TEST_CASE("An order runs on the device that is named, else on the first") {
    RerunOrder order = orderOf({"a", "b"});
    order.device = "stub";
    const auto kept = runOrder(order, {}, {});
    REQUIRE(kept);
    CHECK(kept.value().device == "stub");
    CHECK(kept.value().label == "a problem");
    REQUIRE(kept.value().report.rounds.size() == 1);
    CHECK(kept.value().report.rounds[0].results.size() == 2);
    CHECK(kept.value().report.rounds[0].request.deviceName == "stub");
    order.deviceId = "0";
    const auto byId = runOrder(order, {}, {});
    REQUIRE(byId);
    CHECK(byId.value().report.rounds.at(0).request.device == "0");
    CHECK(byId.value().report.rounds.at(0).request.deviceName.empty());
    order.deviceId = "7";
    CHECK(!runOrder(order, {}, {}));
    order.deviceId.clear();
    order.device = "another";
    const auto missing = runOrder(order, {}, {});
    REQUIRE(!missing);
    CHECK(missing.errorMessage().find("another") != std::string::npos);
}

TEST_CASE("A worker that cannot be started is an error, one that dies on the way is not") {
    CHECK(!runOrder(orderOf({"a"}, "dies"), {}, {}));
    const auto kept = runOrder(orderOf({"a", "crash", "b"}), {}, {});
    REQUIRE(kept);
    const auto& results = kept.value().report.rounds.at(0).results;
    REQUIRE(results.size() == 3);
    CHECK((results[0].status == RerunStatus::ok));
    CHECK((results[1].status == RerunStatus::failed));
    CHECK((results[2].status == RerunStatus::ok));
    CHECK(kept.value().report.workersLost == 1);
}

TEST_CASE("The listener hears whose results come next") {
    RerunOrder order = orderOf({"a", "b"});
    order.plan.inputs = 2;
    std::vector<std::string> heard;
    WorkerListener listener;
    listener.request = [&](const RerunRequest& request) { heard.push_back("request " + request.id); };
    listener.result = [&](const RerunResult& result) { heard.push_back(result.candidate.name); };
    REQUIRE(runOrder(order, listener, {}));
    CHECK((heard == std::vector<std::string>{"request 1", "a", "b", "request 2", "a", "b"}));
}

TEST_CASE("A worker without devices says why") {
    const WorkerHello none;
    CHECK(findDevice(none, "") == nullptr);
    WorkerHello two;
    two.devices.resize(2);
    two.devices[0].id = "0";
    two.devices[0].name = "x";
    two.devices[1].id = "1";
    two.devices[1].name = "y";
    REQUIRE(findDevice(two, "y") != nullptr);
    CHECK(findDevice(two, "y")->id == "1");
    CHECK(findDevice(two, "")->id == "0");
}

}  // namespace flipscope
