#include "core/rerun/own_worker.h"

#include <doctest/doctest.h>

namespace flipscope {

TEST_CASE("The worker lies beside the running program") {
    const std::string worker = ownWorker();
    CHECK(worker.ends_with("/flipscope-worker"));
    CHECK(worker.front() == '/');
}

TEST_CASE("A card file is passed on as one word") {
    CHECK((ownWorkerCommand("w", "cuda", "").arguments == std::vector<std::string>{"w", "--backend", "cuda"}));
    CHECK((ownWorkerCommand("w", "emulate", "my card; rm.json").arguments ==
           std::vector<std::string>{"w", "--backend", "emulate", "--card", "my card; rm.json"}));
}

}  // namespace flipscope
