#include "core/read/text_output.h"

#include "core/model/label_text.h"
#include "core/model/plain_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace {

constexpr std::size_t kStatusShown = 40;  // characters

std::optional<int> integerIn(std::string_view text) {
    int value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<int> integerIn(const nlohmann::json& value) {
    if (value.is_string()) return integerIn(std::string_view(value.get_ref<const std::string&>()));
    if (!value.is_number_integer()) return std::nullopt;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<int>::max()) return std::nullopt;
    const auto number = value.get<std::int64_t>();
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) return std::nullopt;
    return static_cast<int>(number);
}

}  // namespace

Result<TextOutput> readTextOutput(const InputFile& file, const std::string& path, ReadBuffer& buffer, std::size_t most,
                                  const std::stop_token& stop) {
    if (file.size() <= most) {
        Result<std::string_view> all = readUpTo(file, most, buffer, stop);
        if (all.cancelled()) return Cancelled{};
        if (!all) return Error{all.errorMessage()};
        return TextOutput{path, std::string(all.value()), false};
    }
    const std::size_t half = most / 2;
    const std::uint64_t tailAt = file.size() - half;
    Result<std::size_t> head = file.readAt(0, buffer.resize(2 * half), half, stop);
    Result<std::size_t> tail = file.readAt(tailAt, buffer.data() + half, half, stop);
    if (head.cancelled() || tail.cancelled()) return Cancelled{};
    if (!head || !tail) return Error{!head ? head.errorMessage() : tail.errorMessage()};
    std::string_view first = buffer.view(head.value());
    std::string_view last = std::string_view(buffer.data() + half, tail.value());
    if (const std::size_t end = first.find_last_of('\n'); end != first.npos) first = first.substr(0, end + 1);
    if (const std::size_t begin = last.find('\n'); begin != last.npos) last.remove_prefix(begin + 1);
    const std::uint64_t left = file.size() - first.size() - last.size();
    const std::string mark = (first.ends_with('\n') ? "" : "\n") + ("[" + std::to_string(left) + " bytes left out]\n");
    return TextOutput{path, std::string(first) + mark + std::string(last), true};
}

std::string withoutDecisionLines(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (!line.starts_with("{\"key\":")) kept += line;
        text.remove_prefix(end);
    }
    return kept;
}

std::optional<int> exitStatusIn(std::string_view content) {
    const std::string_view body = trimmed(content);
    if (const std::optional<int> plain = integerIn(body)) return plain;
    if (!body.starts_with('{')) return std::nullopt;
    const nlohmann::json document = nlohmann::json::parse(body, nullptr, false);
    if (!document.is_object()) return std::nullopt;
    constexpr std::array<const char*, 7> kMembers{"rc",       "exit_status", "exitStatus", "exit_code",
                                                  "exitCode", "returncode",  "return_code"};
    for (const char* member : kMembers) {
        if (const auto found = document.find(member); found != document.end()) return integerIn(*found);
    }
    return std::nullopt;
}

bool isRunRecord(std::string_view content) {
    const std::string_view body = trimmed(content);
    if (!body.starts_with('{')) return false;
    const nlohmann::json document = nlohmann::json::parse(body, nullptr, false);
    return document.is_object() && document.contains("schema") && document["schema"] == kRunRecordSchema;
}

std::string whyNoStatus(std::string_view content) {
    const std::string_view text = trimmed(content);
    if (text.empty()) return "holds no exit status: it is empty";
    return "holds no exit status, which is one whole number: " + labelText(text, kStatusShown);
}

}  // namespace flipscope
