#include "kernels/replica_run.h"

#include "core/rerun/given_operands.h"
#include "kernels/cuda_error.h"
#include "kernels/replica_timing.h"

#include <cstddef>
#include <utility>

namespace flipscope {

namespace {

void remark(RerunResult& result, const std::string& words) {
    result.because += (result.because.empty() ? "" : "; ") + words;
}

}  // namespace

ReplicaRun::ReplicaRun(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop,
                       ReplicaOperands operands, LaunchOf launchOf, const Operands& inputs, DeviceErrors& errors,
                       const ClockWatch& clock)
    : m_request(request),
      m_sink(sink),
      m_stop(stop),
      m_operands(std::move(operands)),
      m_launchOf(std::move(launchOf)),
      m_inputs(inputs),
      m_clock(clock),
      m_progress(sink),
      m_goesOn([this] { m_progress.goOn(); }),
      m_errors(request.problem.type, [this, &errors](const RerunResult&, PrecisionModel model) {
          m_goesOn();
          return errors.of(m_output->data(), model);
      }) {}

std::optional<Error> ReplicaRun::run() {
    try {
        return runAll();
    } catch (...) {
        giveHeld();
        throw;
    }
}

std::optional<Error> ReplicaRun::runAll() {
    const std::size_t count = m_request.candidates.size();
    for (std::size_t i = 0; i < count && !m_stop.stop_requested(); ++i) {
        m_progress.begin(i, m_request.candidates[i].name);
        if (auto failure = runCandidate(m_request.candidates[i])) return failure;
    }
    return m_held.empty() ? std::nullopt : timeHeld();
}

std::optional<Error> ReplicaRun::runCandidate(const RerunCandidate& candidate) {
    RerunResult result;
    result.candidate = candidate;
    const std::optional<Launch> launch = m_launchOf(result, m_operands.matmul());
    if (!launch) {
        m_sink.result(std::move(result));
        return std::nullopt;
    }
    auto failure = launchRepeatedly(*launch, m_operands, m_request.repeats, m_stop, result, &m_output, m_goesOn);
    if (!failure && result.status == RerunStatus::ok) failure = lookAtOutput(result);
    if (m_request.operands) result.operandChecksum = operandChecksum(m_inputs, m_request.problem.type);
    if (failure && !deviceIsSound()) {
        giveHeld();
        m_sink.result(std::move(result));
        return Error{"the device failed: " + failure->message};
    }
    if (result.repeats == 0 && result.status == RerunStatus::notRun) return std::nullopt;  // stopped
    if (m_request.timingSamples > 0 && result.status == RerunStatus::ok) {
        m_held.push_back({std::move(result), *launch});
    } else {
        m_sink.result(std::move(result));
    }
    return std::nullopt;
}

// What cannot be looked at, such as errors for whose reference there is no memory, is left out and said: the launches
// were good.
std::optional<Error> ReplicaRun::lookAtOutput(RerunResult& result) {
    std::optional<Error> failure;
    if (m_request.measureErrors) {
        if (const auto measured = m_errors.measure(result); !measured) {
            failure = Error{measured.errorMessage()};
            remark(result, "its errors were not all measured: " + failure->message);
        }
    }
    if (!m_request.returnPatterns) return failure;
    if (auto notTaken = takePatterns(result)) {
        result.patterns.clear();
        remark(result, "its output was not taken: " + notTaken->message);
        failure = std::move(notTaken);
    }
    return failure;
}

std::optional<Error> ReplicaRun::takePatterns(RerunResult& result) const {
    const std::size_t count = m_request.problem.m * m_request.problem.n;
    if (m_operands.elementBytes() == sizeof(std::uint32_t)) {
        result.patterns.resize(count);
        return m_output->download(result.patterns.data(), count * sizeof(std::uint32_t));
    }
    std::vector<std::uint16_t> halves(count);
    if (auto failure = m_output->download(halves.data(), count * sizeof(std::uint16_t))) return failure;
    result.patterns.assign(halves.begin(), halves.end());
    return std::nullopt;
}

// Candidates in turn, so that a drift of the card's clock meets all of them alike. What cannot be timed is given
// without times.
std::optional<Error> ReplicaRun::timeHeld() {
    m_progress.begin(m_request.candidates.size(), "timing");
    std::vector<Launch> launches;
    for (const Held& held : m_held)
        launches.push_back(held.launch);
    const ReplicaTimes times = timeReplicas(launches, m_operands.matmul(), m_request.timingSamples,
                                            m_request.flushCache, m_clock, m_stop, m_goesOn);
    for (std::size_t i = 0; i < times.summaries.size(); ++i)
        m_held[i].result.timing = times.summaries[i];
    if (!times.failure) {
        giveHeld();
        return std::nullopt;
    }
    const bool isLost = !deviceIsSound();
    for (Held& held : m_held)
        remark(held.result, "not timed: " + times.failure->message);
    std::optional<RerunResult> culprit;
    if (isLost && times.failedLaunch) {
        const auto place = m_held.begin() + static_cast<std::ptrdiff_t>(*times.failedLaunch);
        culprit = std::move(place->result);
        culprit->status = RerunStatus::failed;
        culprit->because = times.failure->message;
        m_held.erase(place);
    }
    giveHeld();
    if (culprit) m_sink.result(std::move(*culprit));
    return isLost ? std::optional(Error{"the device failed: " + times.failure->message}) : std::nullopt;
}

void ReplicaRun::giveHeld() {
    for (Held& held : m_held)
        m_sink.result(std::move(held.result));
    m_held.clear();
}

}  // namespace flipscope
