#include "core/rerun/run_message.h"

#include "core/rerun/given_operands.h"

#include <algorithm>

namespace flipscope {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// Rows, columns and strides beyond this are no real problem; products of two stay within 64 bits.
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 31;

constexpr std::size_t kLargestOffset = 63;  // elements: enough to break every alignment

ElementType readType(MessageFields& fields) {
    const std::string name = fields.text("type");
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::bf16}) {
        if (name == toString(type)) return type;
    }
    fields.wrong("type", "none of f32, f16 and bf16");
    return ElementType::f32;
}

std::size_t readSize(MessageFields& fields, const char* name, std::uint64_t smallest, std::uint64_t other) {
    const std::uint64_t size = fields.countOr(name, other);
    if (size < smallest || size > kLargestSize) fields.wrong(name, "out of range");
    return static_cast<std::size_t>(size);
}

void readProblem(MessageFields& fields, RerunRequest& request) {
    if (!fields.isObject("problem")) return;
    MessageFields problem(fields.at("problem"));
    for (const char* name : {"m", "n", "k"}) {
        if (!problem.has(name)) problem.wrong(name, "missing");
    }
    request.problem.m = readSize(problem, "m", 1, 1);
    request.problem.n = readSize(problem, "n", 1, 1);
    request.problem.k = readSize(problem, "k", 1, 1);
    request.problem.type = readType(problem);
    request.problem.rhsTransposed = problem.flagOr("rhsTransposed", false);
    request.problem.lhsTransposed = problem.flagOr("lhsTransposed", false);
    if (!problem.fault().empty()) fields.wrong("problem", "damaged: " + problem.fault());
}

void readPlacement(MessageFields& fields, RerunRequest& request) {
    if (!fields.has("placement") || !fields.isObject("placement")) return;
    MessageFields placement(fields.at("placement"));
    const RerunProblem& problem = request.problem;
    const auto stride = [&](const char* name, std::size_t dense) {
        const std::size_t value = readSize(placement, name, 0, 0);
        if (value != 0 && value < dense) placement.wrong(name, "shorter than a row");
        return value;
    };
    request.placement.lhsStride = stride("lhsStride", lhsColumns(problem));
    request.placement.rhsStride = stride("rhsStride", rhsColumns(problem));
    request.placement.outStride = stride("outStride", problem.n);
    request.placement.offset = readSize(placement, "offset", 0, 0);
    if (request.placement.offset > kLargestOffset) placement.wrong("offset", "larger than 63");
    if (!placement.fault().empty()) fields.wrong("placement", "damaged: " + placement.fault());
}

void readOperands(MessageFields& fields, RerunRequest& request) {
    if (!fields.has("operands") || !fields.isObject("operands")) return;
    MessageFields operands(fields.at("operands"));
    const RerunProblem& p = request.problem;
    const auto read = [&](const char* name, std::size_t rows, std::size_t columns) {
        // Before the product, which could overflow; a damaged problem can be empty.
        if (rows == 0 || rows > kMostGivenElements || columns > kMostGivenElements / rows) {
            operands.wrong(name, "of a problem with more than " + std::to_string(kMostGivenElements) + " elements");
            return std::vector<float>();
        }
        auto values = operandsFromDigits(operands.text(name), rows * columns, p.type);
        if (!values) operands.wrong(name, "not as many patterns of hexadecimal digits as the problem has elements");
        return std::move(values).value_or(std::vector<float>());
    };
    Operands given;
    given.lhs = read("lhs", p.m, p.k);
    given.rhs = read("rhs", p.k, p.n);
    if (!operands.fault().empty()) fields.wrong("operands", "damaged: " + operands.fault());
    request.operands = std::move(given);
}

void readCandidates(MessageFields& fields, RerunRequest& request) {
    if (!fields.isArray("candidates")) return;
    for (const Json& item : fields.at("candidates")) {
        if (!item.is_object()) return fields.wrong("candidates", "no array of objects");
        MessageFields candidate(item);
        RerunCandidate& read = request.candidates.emplace_back();
        read.name = candidate.text("name");
        if (candidate.has("index")) read.index = CandidateIndex{candidate.smallCountOr("index", 0)};
        if (!candidate.fault().empty()) return fields.wrong("candidates", "damaged: " + candidate.fault());
    }
}

}  // namespace

OrderedJson requestToJson(const RerunRequest& request) {
    OrderedJson candidates = OrderedJson::array();
    for (const RerunCandidate& candidate : request.candidates) {
        OrderedJson item = {{"name", candidate.name}};
        if (candidate.index) item["index"] = candidate.index->value;
        candidates.push_back(std::move(item));
    }
    const RerunProblem& problem = request.problem;
    const OperandPlacement& placement = request.placement;
    OrderedJson message = {{"id", request.id}};
    if (!request.device.empty()) message["device"] = request.device;
    message["operation"] = "matmul";
    message["problem"] = {{"m", problem.m},
                          {"n", problem.n},
                          {"k", problem.k},
                          {"type", toString(problem.type)},
                          {"rhsTransposed", problem.rhsTransposed}};
    if (problem.lhsTransposed) message["problem"]["lhsTransposed"] = true;
    message["placement"] = {{"lhsStride", placement.lhsStride},
                            {"rhsStride", placement.rhsStride},
                            {"outStride", placement.outStride},
                            {"offset", placement.offset}};
    message["codeGenerator"] = optionName(request.codeGenerator);
    if (OrderedJson key = OrderedJson::parse(request.keyJson, nullptr, false); key.is_object()) {
        message["key"] = std::move(key);
    }
    message["candidates"] = std::move(candidates);
    message["lhsSeed"] = request.lhsSeed;
    message["rhsSeed"] = request.rhsSeed;
    if (request.operands) {
        message["operands"] = {{"lhs", operandDigits(request.operands->lhs, problem.type)},
                               {"rhs", operandDigits(request.operands->rhs, problem.type)}};
    }
    message["repeats"] = request.repeats;
    message["measureErrors"] = request.measureErrors;
    message["timingSamples"] = request.timingSamples;
    message["flushCache"] = request.flushCache;
    message["returnPatterns"] = request.returnPatterns;
    return message;
}

RerunRequest readRequest(MessageFields& fields) {
    RerunRequest request;
    request.id = fields.text("id");
    request.device = fields.textOr("device", {});
    if (fields.textOr("operation", "matmul") != "matmul") fields.wrong("operation", "none that this worker knows");
    readProblem(fields, request);
    readPlacement(fields, request);
    const std::string usual(optionName(request.codeGenerator));
    const auto generator = codeGeneratorFromString(fields.textOr("codeGenerator", usual));
    if (!generator) fields.wrong("codeGenerator", "neither cuda-cpp nor llvm");
    request.codeGenerator = generator.value_or(request.codeGenerator);
    if (fields.has("key") && fields.isObject("key")) request.keyJson = fields.at("key").dump();
    readCandidates(fields, request);
    request.lhsSeed = fields.countOr("lhsSeed", kLhsSeed);
    request.rhsSeed = fields.countOr("rhsSeed", kRhsSeed);
    readOperands(fields, request);
    request.repeats = std::max(1U, fields.smallCountOr("repeats", request.repeats));
    request.measureErrors = fields.flagOr("measureErrors", true);
    request.timingSamples = fields.smallCountOr("timingSamples", 0);
    request.flushCache = fields.flagOr("flushCache", true);
    request.returnPatterns = fields.flagOr("returnPatterns", false);
    return request;
}

}  // namespace flipscope
