#include "core/rerun/emulate_backend.h"

#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/emulation_memory.h"
#include "core/rerun/emulator.h"
#include "core/rerun/given_operands.h"
#include "core/rerun/output_errors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace flipscope {

namespace {

using Status = CandidateArithmetic::Status;

// The weakest evidence of the card's numbers, and how far it goes.
std::string evidenceOf(const CardNumbers& card) {
    if (card.operands.empty()) return {};
    const auto weakest =
        std::min_element(card.operands.begin(), card.operands.end(),
                         [](const CardOperands& a, const CardOperands& b) { return a.evidence < b.evidence; });
    return std::string(toString(weakest->evidence));
}

class EmulateRun {
public:
    // The arguments must outlive it. goesOn: see EmulationOptions.
    EmulateRun(const RerunRequest& request, const CardNumbers& card, const std::stop_token& stop,
               std::function<void()> goesOn)
        : m_request(request),
          m_card(card),
          m_stop(stop),
          m_goesOn(std::move(goesOn)),
          m_operands(operandsOf(request)),
          m_errors(request.problem.type, [this](PrecisionModel model) { return referenceBy(model); }) {}

    RerunResult runCandidate(const RerunCandidate& candidate) {
        RerunResult result;
        result.candidate = candidate;
        const CandidateArithmetic arithmetic =
            candidateArithmetic(candidate.name, m_request.problem, m_card, m_request.codeGenerator);
        result.because = arithmetic.because;
        if (arithmetic.status == Status::refused) {
            result.status = RerunStatus::refused;
            return result;
        }
        if (arithmetic.status == Status::unknown) return result;
        result = computed(classId(arithmetic.code, m_request.problem.type), arithmetic);
        result.candidate = candidate;
        if (result.status == RerunStatus::ok) result.because = arithmetic.because;
        return result;
    }

private:
    // What every candidate of the class gives. The output itself is kept only where it is asked for.
    const RerunResult& computed(const std::string& id, const CandidateArithmetic& arithmetic) {
        const auto [place, isNew] = m_byClass.try_emplace(id);
        RerunResult& result = place->second;
        if (!isNew) return result;
        result.classId = id;
        EmulationOptions options;
        options.stop = m_stop;
        options.goesOn = m_goesOn;
        Emulation emulation = emulate(arithmetic.code, m_request.problem, m_operands, arithmetic.core, options);
        if (emulation.status != Emulation::Status::computed) {
            result.because = std::move(emulation.because);
            return result;
        }
        result.status = RerunStatus::ok;
        result.checksum = emulation.checksum;
        result.repeats = 1;
        result.patterns = std::move(emulation.patterns);
        if (m_request.operands) result.operandChecksum = operandChecksum(m_operands, m_request.problem.type);
        // A reference cannot fail here, only be stopped; then the result is not sent.
        if (m_request.measureErrors) std::ignore = m_errors.measure(result);
        if (!m_request.returnPatterns) result.patterns = std::vector<std::uint32_t>();  // its memory too
        return result;
    }

    Result<ReferenceProduct> referenceBy(PrecisionModel model) const {
        auto reference = referenceProduct(m_request.problem, m_operands, model, m_stop, 0, m_goesOn);
        return reference ? Result<ReferenceProduct>(std::move(*reference)) : Result<ReferenceProduct>(Cancelled{});
    }

    const RerunRequest& m_request;
    const CardNumbers& m_card;
    const std::stop_token& m_stop;
    std::function<void()> m_goesOn;
    Operands m_operands;
    OutputErrors m_errors;
    std::map<std::string, RerunResult> m_byClass;
};

}  // namespace

WorkerHello EmulateBackend::hello() {
    WorkerHello hello;
    hello.backend = "emulate";
    hello.means = RerunMeans::emulated;
    hello.givenOperands = true;
    hello.transposedLhs = true;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        WorkerDevice device;
        device.id = std::to_string(i);
        device.name = m_cards[i].name;
        device.evidence = evidenceOf(m_cards[i]);
        hello.devices.push_back(std::move(device));
    }
    return hello;
}

std::optional<Error> EmulateBackend::run(const RerunRequest& request, const RunSink& sink,
                                         const std::stop_token& stop) {
    std::size_t index = 0;
    while (!request.device.empty() && index < m_cards.size() && std::to_string(index) != request.device)
        ++index;
    if (index >= m_cards.size()) return Error{"there is no device \"" + request.device + "\""};
    if (request.placement != OperandPlacement{}) {
        return Error{
            "strided and misaligned operands are not emulated: their bits are those of dense ones, and which "
            "candidates refuse them only a card can tell"};
    }
    if (std::string fault = memoryFault(request, availableMemory()); !fault.empty()) return Error{std::move(fault)};
    SteadyProgress progress(sink, m_progressEvery);
    EmulateRun run(request, m_cards[index], stop, [&progress] { progress.goOn(); });
    for (std::size_t i = 0; i < request.candidates.size() && !stop.stop_requested(); ++i) {
        progress.begin(i, request.candidates[i].name);
        RerunResult result = run.runCandidate(request.candidates[i]);
        if (!stop.stop_requested()) sink.result(std::move(result));
    }
    return std::nullopt;
}

Result<std::unique_ptr<WorkerBackend>> makeEmulateBackend(const std::vector<std::string>& cardFiles) {
    std::vector<CardNumbers> cards = builtInCards();
    for (const std::string& file : cardFiles) {
        Result<CardNumbers> card = findCard(file);
        if (!card) return Error{card.errorMessage()};
        // A file that is named like another card takes its place, so that a name means one card.
        std::erase_if(cards, [&](const CardNumbers& other) { return other.name == card.value().name; });
        cards.push_back(std::move(card).value());
    }
    return std::unique_ptr<WorkerBackend>(std::make_unique<EmulateBackend>(std::move(cards)));
}

}  // namespace flipscope
