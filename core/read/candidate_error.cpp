#include "core/read/candidate_error.h"

#include <algorithm>
#include <array>

namespace flipscope {
namespace {

namespace dom = simdjson::dom;

struct Variant {
    std::string_view name;
    CandidateStatus status;
    bool standsAlone;  // means the same as a bare text
};

constexpr std::array<Variant, 7> kVariants{{{"Skip", CandidateStatus::skipped, true},
                                            {"Unknown", CandidateStatus::failed, false},
                                            {"InvalidSamples", CandidateStatus::invalidSamples, true},
                                            {"NotMeasured", CandidateStatus::notMeasured, true},
                                            {"Rejected", CandidateStatus::rejected, true},
                                            {"NoValidKernelFound", CandidateStatus::failed, false},
                                            {"Launch", CandidateStatus::failed, false}}};

const Variant* findVariant(std::string_view name) {
    const auto* found = std::find_if(kVariants.begin(), kVariants.end(), [&](const auto& v) { return v.name == name; });
    return found == kVariants.end() ? nullptr : found;
}

std::string cut(std::string_view text) {
    if (text.size() <= kLongestReason) return std::string(text);
    std::size_t end = kLongestReason;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;  // not inside a character
    return std::string(text.substr(0, end)) + "…";
}

std::optional<std::string_view> reasonMember(dom::object object) {
    for (const std::string_view member : {"err", "reason", "context", "message"}) {
        std::string_view text;
        if (object[member].get(text) == simdjson::SUCCESS) return text;
    }
    return std::nullopt;
}

// Nested variants as words: {"CompilationError":{"Generic":{"reason":"x"}}} -> "CompilationError Generic: x".
std::string describe(dom::element payload) {
    std::string words;
    dom::object object;
    while (payload.get(object) == simdjson::SUCCESS && object.size() == 1 && !reasonMember(object)) {
        const dom::key_value_pair only = *object.begin();
        words += (words.empty() ? "" : " ") + std::string(only.key.substr(0, kLongestReason));
        if (words.size() > kLongestReason) break;
        payload = only.value;
    }
    std::string_view text;
    std::string rest;
    if (payload.get(text) == simdjson::SUCCESS) {
        rest = text;
    } else if (payload.get(object) == simdjson::SUCCESS && object.size() <= 2 && reasonMember(object)) {
        rest = *reasonMember(object);
    } else if (!payload.is_null()) {
        rest = simdjson::minify(payload);
    }
    return cut(words.empty() || rest.empty() ? words + rest : words + ": " + rest);
}

CandidateError fromText(std::string_view text) {
    const Variant* variant = findVariant(text);
    if (variant != nullptr && variant->standsAlone) return {variant->status, {}, {}};
    return {CandidateStatus::failed, {}, cut(text)};
}

// False when there is a name that is no text.
bool takeName(dom::object payload, std::string_view& name) {
    dom::element value;
    return payload["name"].get(value) != simdjson::SUCCESS || value.get(name) == simdjson::SUCCESS;
}

std::optional<CandidateError> fromVariant(std::string_view variantName, dom::element payload) {
    const Variant* variant = findVariant(variantName);
    CandidateError error;
    error.status = variant != nullptr ? variant->status : CandidateStatus::unknownError;
    dom::object fields;
    const bool hasFields = payload.get(fields) == simdjson::SUCCESS;
    if (hasFields && !takeName(fields, error.name)) return std::nullopt;
    if (error.status == CandidateStatus::skipped) return error;
    const auto reason = hasFields ? reasonMember(fields) : std::nullopt;
    if (reason) {
        error.reason = cut(*reason);
    } else if (!hasFields || error.name.empty() || fields.size() > 1) {
        error.reason = describe(payload);
    }
    if (variant == nullptr) {
        error.reason = cut(std::string(variantName) + (error.reason.empty() ? "" : ": ") + error.reason);
    }
    return error;
}

}  // namespace

std::optional<CandidateError> readCandidateError(dom::element payload) {
    std::string_view text;
    if (payload.get(text) == simdjson::SUCCESS) return fromText(text);
    dom::object object;
    if (payload.get(object) != simdjson::SUCCESS)
        return CandidateError{CandidateStatus::unknownError, {}, describe(payload)};
    if (object.size() == 1) {
        const dom::key_value_pair only = *object.begin();
        return fromVariant(only.key, only.value);
    }
    CandidateError error{CandidateStatus::unknownError, {}, describe(payload)};
    if (!takeName(object, error.name)) return std::nullopt;
    return error;
}

}  // namespace flipscope
