#include "core/rerun/emulate_backend.h"
#include "core/rerun/request_runner.h"

#include <doctest/doctest.h>

using namespace flipscope;

using End = WorkerClient::Answers::End;

namespace {

RerunRequest smallRequest() {
    RerunRequest request;
    request.id = "1";
    request.problem = {4, 4, 8, ElementType::f32, false};
    request.candidates = {{std::nullopt, "matmul_naive"}, {std::nullopt, "gemm_None"}};
    return request;
}

}  // namespace

TEST_CASE("a back end in this process answers as a worker does") {
    EmulateBackend backend(builtInCards());
    auto answers = runnerOf(backend, {})(smallRequest());
    CHECK((answers.end == End::done));
    CHECK(answers.results.size() == 2);
    RerunRequest elsewhere = smallRequest();
    elsewhere.device = "99";
    answers = runnerOf(backend, {})(elsewhere);
    CHECK((answers.end == End::refused));
    CHECK(answers.failure.find("99") != std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    CHECK((runnerOf(backend, stop.get_token())(smallRequest()).end == End::stopped));
}

TEST_CASE("a worker process answers") {
    auto worker = WorkerClient::start({{"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py"}}, {}, {});
    REQUIRE_MESSAGE(worker, worker.errorMessage());
    const RequestRunner run = runnerOf(worker.value(), {});
    CHECK(run(smallRequest()).results.size() == 2);
    RerunRequest crash = smallRequest();
    crash.candidates = {{std::nullopt, "crash"}};
    CHECK((run(crash).end == End::lost));
}
