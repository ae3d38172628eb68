#include "core/rerun/card_calibration.h"

#include "core/analyse/seeded_random.h"
#include "core/rerun/emulator.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/problem_words.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flipscope {

namespace {

using Outcome = InstructionNumbers::Outcome;
using End = WorkerClient::Answers::End;

// Candidates that feed the tensor core through registers, for which every kind of worker has a kernel.
constexpr const char* kMma = "matmul_simple_cyclic_mma";
constexpr const char* kCmma = "matmul_simple_cyclic_cmma";
constexpr std::array kTypes = {ElementType::f32, ElementType::f16, ElementType::bf16};

class CardCalibrator {
public:
    CardCalibrator(const RequestRunner& run, const CalibrationPlan& plan)
        : m_run(run), m_plan(plan), m_random(plan.seed) {}

    CardCalibration result() {
        for (const ElementType type : kTypes) {
            TypeCalibration& found = m_result.types.emplace_back();
            found.type = type;
            found.mma = instruction(type, kMma);
            if (goesOn()) found.cmma = instruction(type, kCmma);
            join(found);
            if (found.core && goesOn()) verify(found);
            if (!goesOn()) break;
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool goesOn() const { return m_result.failure.empty() && !m_result.stopped; }

    InstructionNumbers instruction(ElementType type, const char* candidate) {
        InstructionNumbers numbers =
            calibrateInstruction(type, [&](const ProbeProduct& product) { return answerOf(product, candidate); });
        if (m_result.stopped) numbers.outcome = Outcome::notReached;
        if (numbers.outcome == Outcome::operandsIgnored && m_result.failure.empty()) m_result.failure = numbers.because;
        return numbers;
    }

    RerunRequest requestFor(const RerunProblem& problem) {
        RerunRequest request;
        request.id = "calibrate" + std::to_string(++m_requests);
        request.device = m_plan.device;
        request.problem = problem;
        request.measureErrors = false;
        return request;
    }

    // The results of a request, or the worker's refusal of it; neither when the worker cannot go on.
    struct Reply {
        std::vector<RerunResult> results;
        std::string refusal;
    };
    Reply ask(const RerunRequest& request) {
        WorkerClient::Answers answers = m_run(request);
        if (answers.end == End::stopped) m_result.stopped = true;
        if (answers.end == End::silent || answers.end == End::lost) m_result.failure = answers.failure;
        if (answers.end == End::refused) return {{}, answers.failure};
        return {std::move(answers.results), {}};
    }

    ProductAnswer answerOf(const ProbeProduct& product, const char* candidate) {
        RerunRequest request = requestFor(product.problem);
        request.operands = product.operands;
        request.candidates = {{std::nullopt, candidate}};
        request.repeats = 1;
        request.returnPatterns = true;
        auto [results, refusal] = ask(request);
        if (!goesOn()) return {RerunStatus::failed, m_result.failure, {}, false};
        if (!refusal.empty()) return {RerunStatus::failed, refusal, {}, false};
        if (results.size() != 1)
            return {RerunStatus::failed,
                    "the worker gave " + std::to_string(results.size()) + " results for one candidate",
                    {},
                    false};
        RerunResult& result = results.front();
        if (result.status != RerunStatus::ok) return {result.status, result.because, {}, false};
        if (const std::string fault = operandFault(request, result); !fault.empty()) {
            return {RerunStatus::ok, fault, {}, true};
        }
        if (resultChecksum(result.patterns) != result.checksum) {
            return {RerunStatus::failed, "its output patterns are not those of its checksum", {}, false};
        }
        return {RerunStatus::ok, {}, std::move(result.patterns), false};
    }

    // What shows that a result is not of the operands given; empty when nothing does.
    static std::string operandFault(const RerunRequest& request, const RerunResult& result) {
        if (!result.operandChecksum) return "the worker does not say that it used the operands that were given";
        if (*result.operandChecksum == operandChecksum(*request.operands, request.problem.type)) return {};
        return "the worker used other operands than those that were given";
    }

    // One set of numbers from both instructions.
    void join(TypeCalibration& found) const {
        std::optional<FinalRounding> rounding;
        for (const auto& [name, numbers] : {std::pair{"mma.sync", &found.mma}, std::pair{"WMMA", &found.cmma}}) {
            if (numbers->outcome == Outcome::notRun) continue;
            if (numbers->outcome != Outcome::fits) {
                if (numbers->outcome == Outcome::notReached) continue;
                found.because += (found.because.empty() ? "" : "; ") + std::string(name) + ": " + numbers->because;
                continue;
            }
            if (!rounding) rounding = numbers->rounding;
        }
        if (!found.because.empty() || m_result.stopped || !m_result.failure.empty()) return;
        if (found.isAbsent()) {
            found.because = "the device runs no matrix instruction for this type: " + found.mma.because;
            return;
        }
        const bool both = found.mma.group && found.cmma.group;
        const InstructionNumbers& one = found.mma.group ? found.mma : found.cmma;
        if (both && (found.mma.keptFractionBits != found.cmma.keptFractionBits ||
                     (found.mma.rounding && found.cmma.rounding && found.mma.rounding != found.cmma.rounding))) {
            found.because = "mma.sync and WMMA keep other bits or round otherwise, which a card file cannot hold";
            return;
        }
        found.core = TensorCore{*one.keptFractionBits, found.mma.group.value_or(0), found.cmma.group.value_or(0),
                                rounding.value_or(FinalRounding::towardZero)};
    }

    void verify(TypeCalibration& found) {
        for (std::size_t i = 0; i < m_plan.checks && goesOn(); ++i) {
            constexpr std::size_t kTile = 32;
            const auto upTo = [&](std::uint32_t most) { return std::size_t{1} + m_random.below(most); };
            RerunRequest seeded = requestFor(
                {upTo(96), upTo(96), i % 2 == 0 ? kTile * upTo(40) : upTo(900), found.type, m_random.below(2) == 0});
            seeded.lhsSeed = m_random.next();
            seeded.rhsSeed = m_random.next();
            compare(found, seeded, found.seeded);
            RerunRequest given = requestFor({upTo(40), upTo(40), 2 * upTo(160), found.type, m_random.below(2) == 0});
            given.operands =
                cancellingProduct(m_random.next(), given.problem, static_cast<int>(m_random.below(10))).operands;
            if (goesOn()) compare(found, given, found.cancelling);
        }
    }

    void compare(const TypeCalibration& found, RerunRequest& request, ChecksumTally& tally) {
        const Operands operands = operandsOf(request);
        std::vector<unsigned> groups;
        for (const auto& [name, group] : {std::pair{kMma, found.core->mmaGroup}, {kCmma, found.core->cmmaGroup}}) {
            if (group == 0) continue;
            request.candidates.push_back({std::nullopt, name});
            groups.push_back(group);
        }
        const auto [results, refusal] = ask(request);
        if (!goesOn()) return;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const ClassCode code{isHalf(found.type) ? Arithmetic::tensorCoreHalf : Arithmetic::tf32Away, groups[i]};
            const Emulation expected = emulate(code, request.problem, operands, found.core);
            const auto result = std::find_if(results.begin(), results.end(), [&](const RerunResult& one) {
                return one.candidate == request.candidates[i];
            });
            std::string contrary;
            if (result == results.end() || result->status != RerunStatus::ok) {
                ++tally.missing;
                contrary = result != results.end() ? result->because : refusal.empty() ? "no result" : refusal;
            } else if (expected.status != Emulation::Status::computed) {
                ++tally.missing;
                contrary = expected.because;
            } else if (result->checksum != expected.checksum || result->differentRepeats > 0 || result->dependsOnFill) {
                ++tally.different;
                contrary = checksumText(result->checksum) + ", emulated " + checksumText(expected.checksum);
            } else {
                ++tally.equal;
                continue;
            }
            if (tally.firstContrary.empty()) {
                tally.firstContrary =
                    request.candidates[i].name + " " + problemInWords(request.problem) + ": " + contrary;
            }
        }
    }

    const RequestRunner& m_run;
    const CalibrationPlan& m_plan;
    SeededRandom m_random;
    CardCalibration m_result;
    std::size_t m_requests = 0;
};

bool allEqual(const ChecksumTally& tally) {
    return tally.equal > 0 && tally.different == 0 && tally.missing == 0;
}

}  // namespace

bool TypeCalibration::isAbsent() const {
    return mma.outcome == Outcome::notRun && cmma.outcome == Outcome::notRun;
}

bool TypeCalibration::isVerified() const {
    return core.has_value() && allEqual(seeded) && allEqual(cancelling);
}

bool CardCalibration::isVerified() const {
    return failure.empty() && !stopped && types.size() == kTypes.size() &&
           std::all_of(types.begin(), types.end(),
                       [](const TypeCalibration& type) { return type.isVerified() || type.isAbsent(); }) &&
           std::any_of(types.begin(), types.end(), [](const TypeCalibration& type) { return type.isVerified(); });
}

CardCalibration calibrateCard(const RequestRunner& run, const CalibrationPlan& plan) {
    return CardCalibrator(run, plan).result();
}

CardNumbers calibratedCard(const CardCalibration& calibration, std::string name, Card generation, RerunMeans means,
                           std::string source) {
    CardNumbers card;
    card.name = std::move(name);
    card.generation = generation;
    card.source = std::move(source);
    for (const TypeCalibration& type : calibration.types) {
        if (!type.isVerified()) continue;
        CardOperands& operands = card.operands.emplace_back();
        operands.type = type.type;
        operands.core = *type.core;
        const bool isReal = means != RerunMeans::emulated;
        operands.evidence = isReal ? CardEvidence::kernelChecksums : CardEvidence::emulatedDevice;
        if (!type.mma.rounding && !type.cmma.rounding) {
            operands.note = "no sum of so few bits is rounded: the rounding makes no difference";
        }
    }
    return card;
}

}  // namespace flipscope
