#include "core/report/json_writer.h"

#include "core/model/report_version.h"
#include "core/model/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace flipscope {

namespace {

bool isAboveAscii(char c) {
    return static_cast<unsigned char>(c) >= 0x7F;
}

// None of those that mislead lies above U+FFFF.
void appendEscape(std::string& text, std::uint32_t unit) {
    std::array<char, 12> escape{};
    std::snprintf(escape.data(), escape.size(), "\\u%04x", unit);
    text += escape.data();
}

// The library escapes C0 alone; a terminal obeys DEL and C1 as well, and some characters show others in another order.
// Outside of strings JSON is ASCII, so every one of them stands in a string.
std::string withoutMisleading(std::string text) {
    const auto first = std::find_if(text.begin(), text.end(), isAboveAscii);
    if (first == text.end()) return text;
    auto at = static_cast<std::size_t>(first - text.begin());
    std::string safe = text.substr(0, at);
    while (at < text.size()) {
        const CodePoint c = decodeUtf8(std::string_view(text).substr(at));
        const std::size_t length = std::max<std::size_t>(c.length, 1);
        if (c.value < 0x7F || !misleads(c.value)) {
            safe.append(text, at, length);
        } else {
            appendEscape(safe, c.value);
        }
        at += length;
    }
    return safe;
}

}  // namespace

namespace json {

void append(Json& object, const std::string& name, Json value) {
    object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

std::string oneLine(const Json& value) {
    return withoutMisleading(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace json

JsonWriter::JsonWriter(std::string_view command) {
    add("schema", kReportVersion);
    add("command", command);
}

void JsonWriter::add(std::string_view name, const json::Json& value) {
    startMember(name);
    m_text += json::oneLine(value);
}

std::string JsonWriter::take() {
    m_text += "\n}\n";
    return std::exchange(m_text, "{");
}

void JsonWriter::startMember(std::string_view name) {
    m_text += (m_text.size() > 1 ? ",\n" : "\n") + json::oneLine(name) + ": ";
}

}  // namespace flipscope
