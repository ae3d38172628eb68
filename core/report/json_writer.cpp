#include "core/report/json_writer.h"

#include <utility>

namespace flipscope {

namespace json {

void append(Json& object, const std::string& name, Json value) {
    object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

std::string oneLine(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace json

JsonWriter::JsonWriter(std::string_view command) {
    add("schema", "flipscope/1");
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
