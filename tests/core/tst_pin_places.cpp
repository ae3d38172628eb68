#include "core/pin/pin_places.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;
using Json = nlohmann::json;

namespace {

const std::string kOther = "autotune/0.11.0/device-0-1-cuda/burn_cubecl-kernel-matmul-tune-base";

Json choiceOf(std::uint32_t winner) {
    return {{"fastest_index", winner}, {"results", Json::array()}};
}

}  // namespace

TEST_CASE("the places of a key are those where a run's database holds the run's own choice, else all") {
    const TemporaryFolder folder;
    {
        SampleDatabase database(folder.file("env.db"));
        database.add(kMatmulNamespace, sampleKey(1, "ab"), choiceOf(1));
        database.add(kOther, sampleKey(1, "ab"), choiceOf(2));
        database.add(kOther, sampleKey(1, "cd"), choiceOf(1));
        database.add(kOther, sampleKey(2, "ab"), choiceOf(1));
    }
    DatasetBuilder builder;
    const auto set = builder.addSet(3);
    const auto key = builder.addKey(R"({"definition":{"m":1}})");
    const auto first = builder.addRun("run1"), second = builder.addRun("run2"), third = builder.addRun("run3");
    builder.decide(first, key, set, 1);
    builder.decide(second, key, set, 0);
    builder.decide(third, key, set, 1);
    for (const std::size_t run : {0U, 1U})
        builder.dataset().runs[run].sources.push_back(folder.file("env.db"));
    builder.dataset().runs[2].sources = {"archive.zip!/env.db", folder.file("none.db"), folder.path()};
    const Dataset dataset = builder.take();
    const WinnerMatrix matrix = buildWinnerMatrix(dataset);
    const auto places = placesOfRuns(dataset, matrix, {});
    CHECK(places.size() == 8);
    CHECK(folder.names() == std::vector<std::string>{"env.db"});
    const auto of = [&](const std::string& checksum, std::vector<std::size_t> columns) {
        return placesOfKey(places, dataset, matrix, key, checksum, columns);
    };
    CHECK(of("ab", {0}) == std::vector<std::string>{kMatmulNamespace});
    CHECK(of("ab", {1}) == std::vector<std::string>{kMatmulNamespace, kOther});  // none is its own
    CHECK(of("cd", {0}) == std::vector<std::string>{kOther});
    CHECK(of("ab", {2}).empty());
}
