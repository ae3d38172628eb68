#include "kernels/cuda_backend.h"

#include "core/analyse/candidate_family.h"
#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/card_file.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/output_errors.h"
#include "kernels/clock_watch.h"
#include "kernels/cuda_error.h"
#include "kernels/device_errors.h"
#include "kernels/library_matmul.h"
#include "kernels/replica.h"
#include "kernels/replica_launches.h"
#include "kernels/replica_operands.h"
#include "kernels/replica_timing.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

namespace flipscope {

namespace {

std::string capabilityOf(const cudaDeviceProp& properties) {
    return std::to_string(properties.major) + "." + std::to_string(properties.minor);
}

const CardNumbers* numbersOf(Card generation) {
    const auto& cards = builtInCards();
    const auto found = std::find_if(cards.begin(), cards.end(),
                                    [&](const CardNumbers& card) { return card.generation == generation; });
    return found == cards.end() ? nullptr : &*found;
}

std::string driverVersion() {
    if (std::string version = nvidiaDriverVersion(); !version.empty()) return version;
    constexpr int kThousand = 1000, kTen = 10;
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) return {};
    return "CUDA " + std::to_string(version / kThousand) + "." + std::to_string(version % kThousand / kTen);
}

// What outputs are measured against. Requests that differ only in where their buffers lie share it.
struct MeasuredInputs {
    MeasuredInputs(const RerunRequest& request, int onDevice)
        : device(onDevice),
          problem(request.problem),
          lhsSeed(request.lhsSeed),
          rhsSeed(request.rhsSeed),
          areGiven(request.operands.has_value()),
          operands(operandsOf(request)),
          errors(problem, operands) {}
    MeasuredInputs(const MeasuredInputs&) = delete;
    MeasuredInputs& operator=(const MeasuredInputs&) = delete;

    [[nodiscard]] bool areOf(const RerunRequest& request, int onDevice) const {
        return !areGiven && !request.operands && device == onDevice && problem == request.problem &&
               lhsSeed == request.lhsSeed && rhsSeed == request.rhsSeed;
    }

    int device;
    RerunProblem problem;
    std::uint64_t lhsSeed, rhsSeed;
    bool areGiven;  // by the request, not seeded
    Operands operands;
    DeviceErrors errors;
};

class CudaBackend : public WorkerBackend {
public:
    WorkerHello hello() override;
    std::optional<Error> run(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop) override;

private:
    [[nodiscard]] static Result<int> deviceNumber(const std::string& id);

    std::unique_ptr<MeasuredInputs> m_inputs;  // of the last request
};

WorkerHello CudaBackend::hello() {
    WorkerHello hello;
    hello.backend = "cuda";
    hello.means = RerunMeans::replica;
    hello.givenOperands = true;
    hello.transposedLhs = true;
    int count = 0;
    if (auto failure = failureOf(cudaGetDeviceCount(&count), "cudaGetDeviceCount")) {
        hello.notes.push_back("no GPU can be used: " + failure->message);
        return hello;
    }
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp properties{};
        if (auto failure = failureOf(cudaGetDeviceProperties(&properties, i), "cudaGetDeviceProperties")) {
            hello.notes.push_back("device " + std::to_string(i) + ": " + failure->message);
            continue;
        }
        WorkerDevice device;
        device.id = std::to_string(i);
        device.name = properties.name;
        device.computeCapability = capabilityOf(properties);
        device.driver = driverVersion();
        device.memoryBytes = properties.totalGlobalMem;
        hello.devices.push_back(std::move(device));
    }
    if (!hello.devices.empty()) hello.candidates = libraryCandidateNames();
    return hello;
}

Result<int> CudaBackend::deviceNumber(const std::string& id) {
    int count = 0;
    if (auto failure = failureOf(cudaGetDeviceCount(&count), "cudaGetDeviceCount")) return std::move(*failure);
    for (int i = 0; i < count; ++i) {
        if (id.empty() || id == std::to_string(i)) return i;
    }
    return Error{"there is no device \"" + id + "\""};
}

// The candidates of one request on one device.
class ReplicaRun {
public:
    // The arguments but the operands must outlive it.
    ReplicaRun(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop, const CardNumbers& card,
               const ClockWatch& clock, ReplicaOperands operands, MeasuredInputs& inputs)
        : m_request(request),
          m_sink(sink),
          m_stop(stop),
          m_card(card),
          m_operands(std::move(operands)),
          m_inputs(inputs),
          m_errors(
              request.problem.type,
              [this](const RerunResult&, PrecisionModel model) { return m_inputs.errors.of(m_output->data(), model); }),
          m_clock(clock) {}

    std::optional<Error> run() {
        for (std::size_t i = 0; i < m_request.candidates.size() && !m_stop.stop_requested(); ++i) {
            m_sink.progress(i, m_request.candidates[i].name);
            if (auto failure = runCandidate(m_request.candidates[i])) return failure;
        }
        return timeAll();
    }

private:
    struct Timed {
        RerunResult result;
        Launch launch;
    };

    // How a candidate is launched; without a launch, result says why not.
    std::optional<Launch> prepare(RerunResult& result) {
        if (const auto named = libraryCandidate(result.candidate.name)) return prepareLibrary(*named, result);
        result.means = RerunMeans::replica;
        const CandidateArithmetic arithmetic = candidateArithmetic(result.candidate.name, m_request.problem, m_card,
                                                                   m_request.codeGenerator, m_request.placement);
        result.because = arithmetic.because;
        if (arithmetic.status != CandidateArithmetic::Status::known) {
            const bool refused = arithmetic.status == CandidateArithmetic::Status::refused;
            result.status = refused ? RerunStatus::refused : RerunStatus::notRun;
            return std::nullopt;
        }
        result.classId = classId(arithmetic.code, m_request.problem.type);
        return [family = familyOf(result.candidate.name), code = arithmetic.code](const DeviceMatmul& matmul) {
            return launchReplica(family, code, matmul, nullptr);
        };
    }

    // The algorithms of the library are themselves what runs: neither their bits nor their times stand for another's.
    std::optional<Launch> prepareLibrary(const LibraryCandidate& named, RerunResult& result) {
        result.means = RerunMeans::real;
        if (named.compute == LibraryCompute::tf32 && m_request.problem.type != ElementType::f32) {
            result.status = RerunStatus::refused;
            result.because = "TF32 is for f32 operands";
            return std::nullopt;
        }
        auto& algorithms = m_libraryAlgorithms[named.compute];
        if (!algorithms) algorithms = libraryAlgorithms(m_operands.matmul(), named.compute);
        if (!*algorithms) {
            result.because = algorithms->errorMessage();
            return std::nullopt;
        }
        if (named.number >= algorithms->value().size()) {
            result.status = RerunStatus::refused;
            result.because = "cuBLASLt offers " + std::to_string(algorithms->value().size()) + " algorithms here";
            return std::nullopt;
        }
        const LibraryAlgorithm& algorithm = algorithms->value()[named.number];
        result.because = algorithm.description;
        return algorithm.launch;
    }

    std::optional<Error> runCandidate(const RerunCandidate& candidate) {
        RerunResult result;
        result.candidate = candidate;
        const std::optional<Launch> launch = prepare(result);
        if (!launch) {
            m_sink.result(std::move(result));
            return std::nullopt;
        }
        auto failure = launchRepeatedly(*launch, m_operands, m_request.repeats, m_stop, result, &m_output);
        if (!failure && result.status == RerunStatus::ok) failure = lookAtOutput(result);
        if (m_request.operands) result.operandChecksum = operandChecksum(m_inputs.operands, m_request.problem.type);
        if (failure) {
            // The device may be of no use now: the asker starts another worker for the rest.
            m_sink.result(std::move(result));
            return Error{"the device failed: " + failure->message};
        }
        if (result.repeats == 0 && result.status != RerunStatus::refused) return std::nullopt;  // stopped
        if (m_request.timingSamples > 0 && result.status == RerunStatus::ok) {
            m_timed.push_back({std::move(result), *launch});
        } else {
            m_sink.result(std::move(result));
        }
        return std::nullopt;
    }

    std::optional<Error> lookAtOutput(RerunResult& result) {
        if (m_request.measureErrors) {
            if (const auto measured = m_errors.measure(result); !measured) return Error{measured.errorMessage()};
        }
        return m_request.returnPatterns ? takePatterns(result) : std::nullopt;
    }

    std::optional<Error> takePatterns(RerunResult& result) const {
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

    // Candidates in turn, so that a drift of the card's clock meets all of them alike.
    std::optional<Error> timeAll() {
        std::vector<Launch> launches;
        for (const Timed& timed : m_timed)
            launches.push_back(timed.launch);
        auto timings =
            timeReplicas(launches, m_operands.matmul(), m_request.timingSamples, m_request.flushCache, m_clock, m_stop);
        if (!timings) return Error{timings.errorMessage()};
        for (std::size_t i = 0; i < m_timed.size(); ++i) {
            if (i < timings.value().size()) m_timed[i].result.timing = timings.value()[i];
            m_sink.result(std::move(m_timed[i].result));
        }
        return std::nullopt;
    }

    const RerunRequest& m_request;
    const RunSink& m_sink;
    const std::stop_token& m_stop;
    const CardNumbers& m_card;
    ReplicaOperands m_operands;
    MeasuredInputs& m_inputs;
    std::optional<DeviceBuffer> m_output;  // of the present candidate's first launch
    OutputErrors m_errors;
    const ClockWatch& m_clock;
    std::map<LibraryCompute, std::optional<Result<std::vector<LibraryAlgorithm>>>> m_libraryAlgorithms;
    std::vector<Timed> m_timed;
};

std::optional<Error> CudaBackend::run(const RerunRequest& request, const RunSink& sink, const std::stop_token& stop) {
    const auto device = deviceNumber(request.device);
    if (!device) return Error{device.errorMessage()};
    if (auto failure = failureOf(cudaSetDevice(device.value()), "cudaSetDevice")) return failure;
    cudaDeviceProp properties{};
    if (auto failure = failureOf(cudaGetDeviceProperties(&properties, device.value()), "cudaGetDeviceProperties")) {
        return failure;
    }
    const auto generation = generationOfCapability(capabilityOf(properties));
    const CardNumbers* card = generation ? numbersOf(*generation) : nullptr;
    if (card == nullptr) {
        return Error{std::string(properties.name) + " has compute capability " + capabilityOf(properties) +
                     ", whose numerical classes are not known"};
    }
    // The old ones make room first.
    if (m_inputs && !m_inputs->areOf(request, device.value())) m_inputs.reset();
    auto operands = ReplicaOperands::make(request);
    if (!operands) return Error{operands.errorMessage()};
    const ClockWatch clock(device.value());
    if (!m_inputs) m_inputs = std::make_unique<MeasuredInputs>(request, device.value());
    return ReplicaRun(request, sink, stop, *card, clock, std::move(operands).value(), *m_inputs).run();
}

}  // namespace

std::unique_ptr<WorkerBackend> makeCudaBackend() {
    return std::make_unique<CudaBackend>();
}

}  // namespace flipscope
