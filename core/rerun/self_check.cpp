#include "core/rerun/self_check.h"

#include "core/analyse/seeded_random.h"
#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/probe_product.h"
#include "core/rerun/problem_words.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/worker_messages.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace flipscope {

namespace {

using End = WorkerClient::Answers::End;

// One candidate of every family of the real set.
constexpr std::array kCandidates = {
    "matmul_naive",
    "matmul_double_vecmat",
    "gemm_None",
    "vecmat_unit_perpendicular_None",
    "matmul_simple_unit_max_tile_size",
    "matmul_simple_cyclic_cmma",
    "matmul_simple_cyclic_mma",
    "matmul_specialized_cyclic_cmma",
    "matmul_specialized_cyclic_mma",
    "matmul_simple_tma_cmma",
    "matmul_simple_tma_mma",
};

std::string inWords(const RerunRequest& request) {
    const auto& [lhsStride, rhsStride, outStride, offset] = request.placement;
    std::string words = problemInWords(request.problem) + ", " + std::string(toString(request.codeGenerator));
    words += request.operands
                 ? ", operands that cancel"
                 : ", seeds " + std::to_string(request.lhsSeed) + " and " + std::to_string(request.rhsSeed);
    if (request.placement != OperandPlacement{}) {
        words += ", strides " + std::to_string(lhsStride) + ", " + std::to_string(rhsStride) + " and " +
                 std::to_string(outStride) + ", moved by " + std::to_string(offset);
    }
    return words;
}

// "refused (not aligned)", "ok"
std::string inWords(const RerunResult& result) {
    const std::string status(toString(result.status));
    return result.because.empty() ? status : status + " (" + result.because + ")";
}

// What is wrong with a result beside its checksum; empty when nothing is.
std::string faultOf(const RerunRequest& request, const RerunResult& result) {
    if (request.operands && result.operandChecksum != operandChecksum(*request.operands, request.problem.type)) {
        return "the operands that were given were not used";
    }
    if (result.unwritten > 0) return std::to_string(result.unwritten) + " elements were not written";
    if (result.guardBytesChanged > 0) {
        return std::to_string(result.guardBytesChanged) + " bytes were written outside the buffers";
    }
    if (result.differentRepeats > 0) return "the bits differ between launches";
    return result.dependsOnFill ? "the bits depend on what the output held before" : "";
}

// What was expected of one candidate.
struct Expected {
    RerunCandidate candidate;
    RerunStatus status = RerunStatus::ok;  // notRun: nothing is known of it
    std::string classId;                   // may be empty
    std::string checksum;                  // of ok
    bool mayRefuse = false;                // the kernels' launch checks decline it; what runs all the same has its bits
};

class Part {
public:
    // False when the runner cannot go on.
    bool compare(const RequestRunner& run, const RerunRequest& request, const std::vector<Expected>& expected) {
        const WorkerClient::Answers answers = run(request);
        if (answers.end == End::stopped) m_part.stopped = true;
        if (answers.end != End::done && answers.end != End::stopped) m_part.failure = answers.failure;
        if (answers.end != End::done) return false;
        for (const Expected& one : expected) {
            const auto seen =
                std::find_if(answers.results.begin(), answers.results.end(),
                             [&](const RerunResult& result) { return result.candidate == one.candidate; });
            compareOne(request, one, seen == answers.results.end() ? nullptr : &*seen);
        }
        return true;
    }
    void fail(std::string because) { m_part.failure = std::move(because); }

    SelfCheckPart result() {
        for (auto& [id, tally] : m_byClass)
            m_part.classes.push_back(tally);
        return std::move(m_part);
    }

private:
    void compareOne(const RerunRequest& request, const Expected& expected, const RerunResult* seen) {
        const std::string& id = expected.classId.empty() && seen != nullptr ? seen->classId : expected.classId;
        ClassTally& tally = m_byClass[id];
        tally.classId = id;
        if (seen == nullptr || seen->status == RerunStatus::failed || seen->status == RerunStatus::timedOut) {
            ++tally.failed;
            return addContrary(request, expected, seen == nullptr ? "no result" : seen->because);
        }
        const bool ran = seen->status == RerunStatus::ok;
        if (expected.mayRefuse && seen->status == RerunStatus::refused) {
            ++tally.refused;
        } else if (expected.status == RerunStatus::notRun) {
            ++tally.notComputable;
        } else if (!ran || expected.status == RerunStatus::refused) {
            ++tally.unexpected;
            const bool hasBits = expected.status == RerunStatus::ok;
            addContrary(request, expected,
                        inWords(*seen) + ", expected " + (hasBits ? expected.checksum : "a refusal"));
        } else if (const std::string checksum = checksumText(seen->checksum); checksum != expected.checksum) {
            ++tally.different;
            addContrary(request, expected, checksum + ", expected " + expected.checksum);
        } else if (const std::string fault = faultOf(request, *seen); !fault.empty()) {
            ++tally.different;
            addContrary(request, expected, fault);
        } else {
            ++tally.equal;
        }
    }

    void addContrary(const RerunRequest& request, const Expected& expected, const std::string& what) {
        if (m_part.contraries.size() >= SelfCheckPart::kMostContraries) return;
        m_part.contraries.push_back(expected.candidate.name + ", " + inWords(request) + ": " + what);
    }

    SelfCheckPart m_part;
    std::map<std::string, ClassTally> m_byClass;
};

RerunRequest requestFor(const RerunProblem& problem, CodeGenerator generator, const std::string& device) {
    RerunRequest request;
    request.device = device;
    request.problem = problem;
    request.codeGenerator = generator;
    request.measureErrors = false;
    return request;
}

// Half types hide the last bits of an accumulator: only where nothing else is left do they come out.
void addCancelling(std::vector<RerunRequest>& requests, SeededRandom& random, const std::string& device) {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const int spread : {0, 2, 6, 10}) {
            const RerunProblem problem{40, 48, 64 * (1 + random.below(4)), type, random.below(2) == 0};
            requests.push_back(requestFor(problem, CodeGenerator::cudaCpp, device));
            requests.back().operands = cancellingProduct(random.next(), problem, spread).operands;
        }
    }
}

// The requests of checkDevice, without ids.
std::vector<RerunRequest> deviceRequests(const SelfCheckPlan& plan) {
    SeededRandom random(plan.seed);
    const auto upTo = [&](std::uint32_t most) { return std::size_t{1} + random.below(most); };
    std::vector<RerunRequest> requests;
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        for (const bool transposed : {false, true}) {
            std::vector<RerunProblem> problems = {{64, 48, 96, type, transposed},   {33, 40, 64, type, transposed},
                                                  {1, 256, 512, type, transposed},  {70, 9, 5, type, transposed},
                                                  {17, 130, 300, type, transposed}, {8, 8, 1024, type, transposed}};
            for (std::size_t i = 0; i < plan.randomShapes; ++i)
                problems.push_back({upTo(128), upTo(128), i % 2 == 0 ? 32 * upTo(24) : upTo(700), type, transposed});
            for (const RerunProblem& problem : problems) {
                for (const CodeGenerator generator : kAllCodeGenerators)
                    requests.push_back(requestFor(problem, generator, plan.device));
            }
            if (!plan.placedOperands) continue;
            const std::size_t rhsRow = transposed ? 64 : 40;
            for (const OperandPlacement& placement : {OperandPlacement{67, rhsRow + 3, 41, 0},
                                                      {0, 0, 0, 1},
                                                      {72, rhsRow + 8, 48, 0},
                                                      {65, rhsRow + 1, 47, 3}}) {
                requests.push_back(requestFor({33, 40, 64, type, transposed}, CodeGenerator::cudaCpp, plan.device));
                requests.back().placement = placement;
            }
        }
    }
    if (plan.givenOperands) addCancelling(requests, random, plan.device);
    for (RerunRequest& request : requests) {
        request.lhsSeed = random.next();
        request.rhsSeed = random.next();
        for (const char* name : kCandidates)
            request.candidates.push_back({std::nullopt, name});
    }
    return requests;
}

// emulated: with dense operands, whose bits are those of any placement. Which placements are refused is known apart.
Expected expectedOf(const RerunResult& emulated, const RerunRequest& request, const CardNumbers& card) {
    const auto arithmetic =
        candidateArithmetic(emulated.candidate.name, request.problem, card, request.codeGenerator, request.placement);
    const bool mayRefuse = arithmetic.status == CandidateArithmetic::Status::refused;
    // What is refused in dense rows only has bits that nothing tells.
    const bool isUnknown = emulated.status == RerunStatus::refused && !mayRefuse;
    return {emulated.candidate, isUnknown ? RerunStatus::notRun : emulated.status, emulated.classId,
            checksumText(emulated.checksum), mayRefuse};
}

}  // namespace

ClassTally SelfCheckPart::total() const {
    ClassTally sum;
    for (const ClassTally& tally : classes) {
        sum.equal += tally.equal;
        sum.different += tally.different;
        sum.refused += tally.refused;
        sum.notComputable += tally.notComputable;
        sum.failed += tally.failed;
        sum.unexpected += tally.unexpected;
    }
    return sum;
}

bool SelfCheckPart::allEqual() const {
    const ClassTally sum = total();
    const std::size_t contrary = sum.different + sum.failed + sum.unexpected;
    return failure.empty() && !stopped && sum.equal > 0 && contrary == 0;
}

SelfCheckPart checkCells(const std::vector<MeasuredCell>& cells, const RequestRunner& run, const std::string& device) {
    Part part;
    std::map<std::string, std::pair<RerunRequest, std::vector<Expected>>> byProblem;
    for (const MeasuredCell& cell : cells) {
        if (cell.status != "ok" || !cell.deterministic) continue;
        RerunRequest request = requestFor(cell.problem, cell.generator, device);
        auto& [asked, expected] =
            byProblem.try_emplace(inWords(request), request, std::vector<Expected>()).first->second;
        asked.candidates.push_back({CandidateIndex{cell.index}, cell.name});
        expected.push_back({asked.candidates.back(), RerunStatus::ok, {}, cell.checksum, false});
    }
    std::size_t number = 0;
    for (auto& [words, asked] : byProblem) {
        asked.first.id = "cells" + std::to_string(++number);
        if (!part.compare(run, asked.first, asked.second)) break;
    }
    return part.result();
}

SelfCheckPart checkDevice(const CardNumbers& card, const RequestRunner& run, const SelfCheckPlan& plan) {
    Part part;
    EmulateBackend emulator({card});
    const RequestRunner emulate = runnerOf(emulator, {});
    std::size_t number = 0;
    for (RerunRequest& request : deviceRequests(plan)) {
        request.id = "shapes" + std::to_string(++number);
        RerunRequest emulated = request;
        emulated.device = "0";
        emulated.placement = {};  // where the operands lie changes no bit
        const WorkerClient::Answers answers = emulate(emulated);
        if (answers.end != End::done) {
            part.fail("the emulator: " + answers.failure);
            break;
        }
        std::vector<Expected> expected;
        for (const RerunResult& result : answers.results)
            expected.push_back(expectedOf(result, request, card));
        if (!part.compare(run, request, expected)) break;
    }
    SelfCheckPart result = part.result();
    if (!plan.placedOperands) result.notTried = "misaligned and strided operands";
    return result;
}

}  // namespace flipscope
