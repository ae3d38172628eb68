#include "core/drive/collection_setup.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a launched task is the command line making one run of the same plan") {
    CollectionPlan plan;
    plan.program.folder = "/home/me";
    plan.folder = "/runs";
    CHECK(collectTaskWords(plan, "/bin/flipscope-cli") ==
          std::vector<std::string>{"/bin/flipscope-cli", "collect", "--from", "/home/me", "--out", "/runs", "--record",
                                   "cubecl,triton,xla", "--task"});
    plan.program.keepsFolder = true;
    plan.program.frameworks = {false, false, true};
    plan.program.limit = std::chrono::milliseconds(1500);
    CHECK(collectTaskWords(plan, "f") == std::vector<std::string>{"f", "collect", "--from", "/home/me", "--out",
                                                                  "/runs", "--record", "cubecl,inductor", "--cwd",
                                                                  "keep", "--timeout", "1.500000", "--task"});
}

TEST_CASE("the command line lies beside the running program") {
    CHECK(ownCommandLine().ends_with("/flipscope-cli"));
}
