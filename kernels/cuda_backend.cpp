#include "kernels/cuda_backend.h"

#include "core/analyse/candidate_family.h"
#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/card_file.h"
#include "core/rerun/given_operands.h"
#include "kernels/clock_watch.h"
#include "kernels/cuda_error.h"
#include "kernels/device_errors.h"
#include "kernels/library_matmul.h"
#include "kernels/replica.h"
#include "kernels/replica_run.h"

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
    [[nodiscard]] bool isLost() const override { return m_isLost; }

private:
    [[nodiscard]] static Result<int> deviceNumber(const std::string& id);

    std::unique_ptr<MeasuredInputs> m_inputs;  // of the last request
    bool m_isLost = false;
};

WorkerHello CudaBackend::hello() {
    WorkerHello hello;
    hello.backend = "cuda";
    hello.means = RerunMeans::replica;
    hello.givenOperands = true;
    hello.transposedLhs = true;
    hello.placedOperands = true;
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

// How the candidates of one request are launched: as replicas, or by the library.
class CandidateLaunches {
public:
    CandidateLaunches(const RerunRequest& request, const CardNumbers& card) : m_request(request), m_card(card) {}

    // See LaunchOf.
    std::optional<Launch> prepare(RerunResult& result, const DeviceMatmul& matmul) {
        if (const auto named = libraryCandidate(result.candidate.name)) return prepareLibrary(*named, result, matmul);
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
        return [family = familyOf(result.candidate.name), code = arithmetic.code](const DeviceMatmul& launched) {
            return launchReplica(family, code, launched, nullptr);
        };
    }

private:
    // The algorithms of the library are themselves what runs: neither their bits nor their times stand for another's.
    std::optional<Launch> prepareLibrary(const LibraryCandidate& named, RerunResult& result,
                                         const DeviceMatmul& matmul) {
        result.means = RerunMeans::real;
        if (named.compute == LibraryCompute::tf32 && m_request.problem.type != ElementType::f32) {
            result.status = RerunStatus::refused;
            result.because = "TF32 is for f32 operands";
            return std::nullopt;
        }
        auto& algorithms = m_libraryAlgorithms[named.compute];
        if (!algorithms) algorithms = libraryAlgorithms(matmul, named.compute);
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

    const RerunRequest& m_request;
    const CardNumbers& m_card;
    std::map<LibraryCompute, std::optional<Result<std::vector<LibraryAlgorithm>>>> m_libraryAlgorithms;
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
    if (!operands) {
        m_isLost = !deviceIsSound();
        return Error{operands.errorMessage()};
    }
    const ClockWatch clock(device.value());
    if (!m_inputs) m_inputs = std::make_unique<MeasuredInputs>(request, device.value());
    CandidateLaunches launches(request, *card);
    auto failure =
        ReplicaRun(
            request, sink, stop, std::move(operands).value(),
            [&](RerunResult& result, const DeviceMatmul& matmul) { return launches.prepare(result, matmul); },
            m_inputs->operands, m_inputs->errors, clock)
            .run();
    m_isLost = failure.has_value();
    return failure;
}

}  // namespace

std::unique_ptr<WorkerBackend> makeCudaBackend() {
    return std::make_unique<CudaBackend>();
}

}  // namespace flipscope
