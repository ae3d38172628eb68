#include "core/handover/environment_facts.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

std::string fact(const std::vector<EnvironmentFact>& facts, const std::string& name) {
    for (const EnvironmentFact& each : facts)
        if (each.name == name) return each.inWords();
    return "(none)";
}

}  // namespace

TEST_CASE("what is known is counted over the runs, what is not is said to be") {
    DatasetBuilder builder;
    for (const char* run : {"run1", "run2", "run3"})
        builder.addRun(run);
    Dataset dataset = builder.take();
    dataset.runs[0].environment = {{"producer", "cubecl 0.11.0"}, {"os", "linux"}};
    dataset.runs[1].environment = {{"producer", "cubecl 0.10.0"}, {"device", "device-0-0-cuda"}};
    dataset.runs[2].environment = {{"producer", "cubecl 0.11.0"}};
    RunRecord record;
    record.machine = {"node7", {"NVIDIA H200", "NVIDIA A100"}, "580.1"};
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    ClassAssumptions assumptions;
    assumptions.card = Card::hopper;
    const auto facts =
        environmentFacts(dataset, matrix, {record, std::nullopt, record}, assumptions, Scrubber(PrivateFacts{}));
    CHECK(fact(facts, "GPU") == "NVIDIA H200 and NVIDIA A100 (2 runs)");
    CHECK(fact(facts, "driver") == "580.1 (2 runs)");
    CHECK(fact(facts, "framework") == "cubecl 0.11.0 (2 runs) and cubecl 0.10.0 (1 run)");
    CHECK(fact(facts, "code generator") == "not recorded");
    CHECK(fact(facts, "card for predictions and emulation") == "taken to be Hopper");
    CHECK(fact(facts, "os") == "linux (1 run)");
    CHECK(fact(facts, "device in the framework") == "device-0-0-cuda (1 run)");
    CHECK(fact(facts, "host") == "(none)");
    CHECK(fact(environmentFacts(dataset, matrix, {}, {}, Scrubber(PrivateFacts{})), "GPU") == "not recorded");
}
