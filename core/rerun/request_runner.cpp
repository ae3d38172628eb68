#include "core/rerun/request_runner.h"

#include <utility>

namespace flipscope {

using End = WorkerClient::Answers::End;

RequestRunner runnerOf(WorkerClient& worker, const std::stop_token& stop) {
    return [&worker, stop](const RerunRequest& request) { return worker.run(request, {}, stop); };
}

RequestRunner runnerOf(WorkerBackend& backend, const std::stop_token& stop) {
    return [&backend, stop](const RerunRequest& request) {
        WorkerClient::Answers answers;
        const RunSink sink{[&](RerunResult result) { answers.results.push_back(std::move(result)); },
                           [](std::size_t, const std::string&) {}};
        const auto failure = backend.run(request, sink, stop);
        if (stop.stop_requested()) {
            answers.end = End::stopped;
        } else if (failure) {
            answers.end = End::refused;
            answers.failure = failure->message;
        }
        return answers;
    };
}

}  // namespace flipscope
