#include "core/read/display_key.h"

#include "core/read/rust_debug.h"

#include <array>
#include <utility>

namespace flipscope {
namespace {

constexpr std::string_view kKeySuffix = "AutotuneKey";
constexpr std::string_view kSeparator = " - ";

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isWord(char c) {
    return isUpper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// The type name at the start, empty when there is none.
std::string_view typeNameOf(std::string_view text) {
    if (text.empty() || !isUpper(text.front())) return {};
    std::size_t length = 0;
    while (length < text.size() && isWord(text[length]))
        ++length;
    return text.substr(0, length);
}

bool beginsKey(std::string_view text) {
    const std::string_view name = typeNameOf(text);
    if (name.empty()) return false;
    const std::string_view rest = text.substr(name.size());
    return rest.starts_with(kSeparator) || (rest.starts_with(" {") && name.ends_with(kKeySuffix));
}

// LhsPow2Factor -> lhs_pow2_factor. Upper camel case drops the underscore before a digit; the one field of any released
// key that has one is named here.
std::string snakeCase(std::string_view pascal) {
    static constexpr std::pair<std::string_view, std::string_view> kIrregular{"ChannelsPowerOf4",
                                                                              "channels_power_of_4"};
    if (pascal == kIrregular.first) return std::string(kIrregular.second);
    std::string out;
    for (const char c : pascal) {
        if (isUpper(c) && !out.empty()) out += '_';
        out += isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

// Variant of CubeAutotuneKey that holds a payload of this type. The payload of transposed convolutions is named after
// two dimensions, its variant (since burn 0.20) is not.
std::string_view variantOfPayload(std::string_view typeName) {
    typeName.remove_suffix(kKeySuffix.size());
    return typeName == "ConvTranspose2d" ? std::string_view("ConvTranspose") : typeName;
}

std::optional<std::string> fromFields(std::string_view text) {
    std::string out = "{";
    while (true) {
        const std::string_view name = typeNameOf(text);
        if (name.empty() || !text.substr(name.size()).starts_with(": ")) return std::nullopt;
        text.remove_prefix(name.size() + 2);
        const std::string field = snakeCase(name);
        const std::optional<std::string> value = takeRustDebugValue(text, field);
        if (!value) return std::nullopt;
        out += (out.size() > 1 ? "," : "") + jsonString(field) + ':' + *value;
        if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return out + '}';
        if (!text.starts_with(", ")) return std::nullopt;
        text.remove_prefix(2);
    }
}

}  // namespace

std::size_t keyStartInFastest(std::string_view nameAndKey) {
    for (std::size_t dash = nameAndKey.find('-'); dash != std::string_view::npos;
         dash = nameAndKey.find('-', dash + 1)) {
        if (dash > 0 && beginsKey(nameAndKey.substr(dash + 1))) return dash + 1;
    }
    return std::string_view::npos;
}

std::optional<std::string> keyJsonFromDisplay(std::string_view text) {
    const std::string_view name = typeNameOf(text);
    if (!beginsKey(text)) return std::nullopt;
    const std::string_view rest = text.substr(name.size());
    if (rest.starts_with(kSeparator)) return fromFields(rest.substr(kSeparator.size()));
    const std::optional<std::string> payload = jsonFromRustDebug(text);
    if (!payload) return std::nullopt;
    return '{' + jsonString(variantOfPayload(name)) + ':' + *payload + '}';
}

}  // namespace flipscope
