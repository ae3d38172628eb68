#include "core/rerun/rerun_transcript.h"

#include "core/rerun/result_message.h"

#include <utility>
#include <variant>

namespace flipscope {

namespace {

Error atLine(std::size_t line, const std::string& problem) {
    return {"message " + std::to_string(line + 1) + ": " + problem};
}

// A message from the worker. An Error without a line number.
Result<bool> takeAnswer(RerunReport& report, std::string_view line) {
    const RerunMeans means = report.hello ? report.hello->means : RerunMeans::emulated;
    Result<MessageFromWorker> message = parseFromWorker(line, means, LineWriter::asker);
    if (!message) return Error{message.errorMessage()};
    if (auto* hello = std::get_if<WorkerHello>(&message.value())) {
        if (report.hello) return Error{"a second hello"};
        if (hello->protocol != kWorkerProtocol) return Error{"another version of the protocol"};
        report.hello = std::move(*hello);
        return true;
    }
    auto* answer = std::get_if<WorkerAnswer>(&message.value());
    if (answer == nullptr) return Error{"neither hello, run nor result"};
    if (report.rounds.empty() || report.rounds.back().request.id != answer->id) return Error{"a result of no request"};
    // How many repeats were asked for is not checked: a joined round has results of several requests.
    if (std::string fault = faultOf(answer->result, report.rounds.back().request.problem); !fault.empty())
        return Error{std::move(fault)};
    report.rounds.back().results.push_back(std::move(answer->result));
    return true;
}

}  // namespace

std::vector<std::string> transcriptOf(const RerunReport& report) {
    std::vector<std::string> lines;
    if (report.hello) lines.push_back(toLine(MessageFromWorker(*report.hello)));
    for (std::size_t i = 0; i < report.rounds.size(); ++i) {
        RerunRequest request = report.rounds[i].request;
        request.id = std::to_string(i + 1);
        request.keyJson.clear();
        lines.push_back(toLine(MessageToWorker(request)));
        for (RerunResult result : report.rounds[i].results) {
            result.patterns.clear();
            lines.push_back(toLine(MessageFromWorker(WorkerAnswer{request.id, std::move(result)})));
        }
    }
    return lines;
}

Result<RerunReport> reportOfTranscript(const std::vector<std::string>& lines) {
    RerunReport report;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Result<MessageToWorker> request = parseToWorker(lines[i]);
        auto* run = request ? std::get_if<RerunRequest>(&request.value()) : nullptr;
        if (run != nullptr) {
            report.rounds.push_back({std::move(*run), {}});
            continue;
        }
        // What is no message to a worker may be one from it.
        const Result<bool> taken = takeAnswer(report, lines[i]);
        if (!taken) return atLine(i, taken.errorMessage());
    }
    return report;
}

}  // namespace flipscope
