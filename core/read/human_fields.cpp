#include "core/read/human_fields.h"

#include "core/read/display_key.h"
#include "core/read/rust_debug.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace flipscope {
namespace {

constexpr std::string_view kTopTimes = ". Top 3 times: ";
constexpr std::string_view kContext = ". Context:";
constexpr std::string_view kBlanks = " \t";

// Errors in Display form: what follows the candidate's name.
struct DisplayedError {
    std::string_view behindName, variant;
    bool textFollows;
};
constexpr std::array<DisplayedError, 4> kDisplayed{
    {{": The autotune is skipped manually.", "Skip", false},
     {": An unknown error happened.", "Unknown", true},
     {": All samples are invalid.", "InvalidSamples", false},
     {": A profiled sample carried no measurement.", "NotMeasured", false}}};

// Errors in Display form that name no candidate.
struct NamelessError {
    std::string_view text, variant;
};
constexpr std::array<NamelessError, 5> kNameless{
    {{"No autotune was flagged as valid for the problem.", "NoValidKernelFound"},
     {"A compilation error happened during launch", "Launch"},
     {"An out-of-memory error happened during launch", "Launch"},
     {"Too many resources were requested during launch", "Launch"},
     {"An unknown error happened during launch", "Launch"}}};

// Variants in Debug form, with what may follow the name of each.
constexpr std::array<std::string_view, 6> kVariants{"Skip",        "Unknown", "InvalidSamples",
                                                    "NotMeasured", "Launch",  "NoValidKernelFound"};

std::string_view trimmedRight(std::string_view text) {
    const std::size_t last = text.find_last_not_of(kBlanks);
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

std::optional<std::uint32_t> takeIndex(std::string_view& text) {
    std::uint32_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return value;
}

bool take(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

const DisplayedError* displayedErrorOf(std::string_view line) {
    const auto* found = std::find_if(kDisplayed.begin(), kDisplayed.end(), [&](const DisplayedError& error) {
        return line.size() > error.behindName.size() && line.ends_with(error.behindName);
    });
    return found == kDisplayed.end() ? nullptr : found;
}

const NamelessError* namelessErrorOf(std::string_view line) {
    const auto* found = std::find_if(kNameless.begin(), kNameless.end(),
                                     [&](const NamelessError& error) { return line == error.text; });
    return found == kNameless.end() ? nullptr : found;
}

// The variant whose Debug text this is; empty when it is none.
std::string_view debugVariantOf(std::string_view line) {
    for (const std::string_view variant : kVariants) {
        if (!line.starts_with(variant)) continue;
        const std::string_view rest = line.substr(variant.size());
        const bool alone = rest.empty() && (variant == "Skip" || variant == "InvalidSamples");
        const bool closed =
            (rest.starts_with('(') && rest.ends_with(')')) || (rest.starts_with(" {") && rest.ends_with('}'));
        if (alone || closed) return variant;
    }
    return {};
}

}  // namespace

std::optional<FastestFields> readFastest(std::string_view text) {
    const std::size_t keyStart = keyStartInFastest(text);
    if (keyStart == std::string_view::npos) return std::nullopt;
    FastestFields fields;
    fields.name = text.substr(0, keyStart - 1);
    std::string_view key = text.substr(keyStart);
    if (const std::size_t times = key.find(kTopTimes); times != std::string_view::npos) {
        fields.layout = FastestFields::Layout::topTimes;
        fields.topTimes = key.substr(times + kTopTimes.size());
        fields.key = key.substr(0, times);
    } else if (const std::size_t context = key.find(kContext); context != std::string_view::npos) {
        fields.layout = FastestFields::Layout::contextBehind;
        fields.key = key.substr(0, context);
    } else {
        key = trimmedRight(key);
        if (!key.ends_with('.')) return std::nullopt;
        fields.key = key.substr(0, key.size() - 1);
    }
    return fields;
}

std::optional<std::vector<std::pair<std::uint32_t, RustDuration>>> readTopTimes(std::string_view text) {
    std::vector<std::pair<std::uint32_t, RustDuration>> times;
    if (!take(text, "[")) return std::nullopt;
    while (!take(text, "]")) {
        if (!times.empty() && text.starts_with(", ")) text.remove_prefix(2);
        if (!take(text, "(")) return std::nullopt;
        const std::optional<std::uint32_t> index = takeIndex(text);
        if (!index || !take(text, ", ")) return std::nullopt;
        const std::optional<RustDuration> time = takeRustDuration(text);
        if (!time || !take(text, ")")) return std::nullopt;
        times.emplace_back(*index, *time);
    }
    std::erase_if(times, [](const auto& time) { return time.second == kRustDurationMax; });
    return times;
}

std::optional<SuccessFields> readSuccess(std::string_view text) {
    constexpr std::string_view kArrow = " => ";
    SuccessFields fields;
    if (!take(text, "Autotune[")) return std::nullopt;
    const std::optional<std::uint32_t> index = takeIndex(text);
    if (!index || !take(text, "] name ")) return std::nullopt;
    const std::size_t arrow =
        text.rfind(kArrow);  // names of old versions are Rust types, which may hold "=>" never " => B"
    if (arrow == std::string_view::npos || arrow == 0) return std::nullopt;
    fields.index = *index;
    fields.name = text.substr(0, arrow);
    std::optional<std::string> computation = jsonFromRustDebug(text.substr(arrow + kArrow.size()));
    if (!computation || !computation->starts_with('{')) return std::nullopt;
    fields.computationJson = std::move(*computation);
    return fields;
}

std::size_t failureStart(std::string_view line, bool unknownPrefix) {
    if (const DisplayedError* error = displayedErrorOf(line)) {
        if (!unknownPrefix) return 0;
        const std::string_view before = line.substr(0, line.size() - error->behindName.size());
        const std::size_t blank = before.find_last_of(kBlanks);
        const bool named = blank != std::string_view::npos && blank + 1 < before.size();
        return named ? blank + 1 : 0;
    }
    return namelessErrorOf(line) != nullptr || !debugVariantOf(line).empty() ? 0 : std::string_view::npos;
}

std::optional<FailureFields> readFailure(std::string_view text) {
    FailureFields fields;
    if (const DisplayedError* error = displayedErrorOf(text)) {
        fields.variant = error->variant;
        fields.name = text.substr(0, text.size() - error->behindName.size());
        fields.textFollows = error->textFollows;
        return fields;
    }
    if (const NamelessError* error = namelessErrorOf(text)) {
        fields.variant = error->variant;
        fields.textFollows = true;
        return fields;
    }
    fields.variant = debugVariantOf(text);
    if (fields.variant.empty()) return std::nullopt;
    // Errors of the launch print more than JSON can hold (backtraces): their text is the reason.
    fields.json = jsonFromRustVariant(text).value_or("{\"Launch\":{\"reason\":" + jsonString(text) + "}}");
    return fields;
}

BoundsFields readBounds(std::string_view text) {
    constexpr std::string_view kLimit = " - limit: ";
    const std::size_t limit = text.rfind(kLimit);
    const std::string_view bounds = text.substr(0, limit);
    BoundsFields fields{jsonFromRustDebug(bounds).value_or("null"), "null"};
    if (limit != std::string_view::npos) {
        fields.limitJson = jsonFromRustDebug(text.substr(limit + kLimit.size())).value_or("null");
    }
    return fields;
}

std::optional<std::pair<std::string_view, std::string>> readStep(std::string_view text) {
    constexpr std::string_view kBehindName = " (compilation & bench: ";
    const std::size_t behind = text.rfind(kBehindName);
    if (behind == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
    std::string_view duration = text.substr(behind + kBehindName.size());
    duration.remove_suffix(1);
    std::optional<std::string> json = jsonFromRustDebug(duration);
    if (!json || !json->starts_with("{\"secs\":")) return std::nullopt;
    return std::pair(text.substr(0, behind), std::move(*json));
}

std::optional<std::string_view> readShortCircuit(std::string_view text) {
    constexpr std::string_view kBehindName = " is close enough to peak throughput.";
    const std::size_t behind = text.find(kBehindName);
    if (behind == std::string_view::npos) return std::nullopt;
    return text.substr(0, behind);
}

std::optional<std::pair<std::string_view, std::string_view>> readValidated(std::string_view text) {
    constexpr std::string_view kChecksum = ", checksum=";
    const std::size_t at = text.rfind(kChecksum);
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    const std::string_view checksum = trimmedRight(text.substr(at + kChecksum.size()));
    const bool isHex = checksum.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (checksum.empty() || checksum.size() > 32 || !isHex) return std::nullopt;
    return std::pair(text.substr(0, at), checksum);
}

}  // namespace flipscope
