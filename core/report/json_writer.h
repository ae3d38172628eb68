#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace json {

// Members keep the order in which they are written: a reader finds the answer first.
using Json = nlohmann::ordered_json;

// Adds a member that the object does not have yet; without the search for it that operator[] does.
void append(Json& object, const std::string& name, Json value);

// One line, invalid UTF-8 replaced.
[[nodiscard]] std::string oneLine(const Json& value);

}  // namespace json

// Writes one document member by member and long arrays item by item, an item a line, so that the document never stands
// in memory as a tree: with a thousand runs that is ten times its text.
class JsonWriter {
public:
    // Starts with "schema" and "command".
    explicit JsonWriter(std::string_view command);

    void add(std::string_view name, const json::Json& value);

    // makeItem(i) gives the Json of item i, for 0…count-1 in order.
    template <class MakeItem>
    void addArray(std::string_view name, std::size_t count, MakeItem makeItem) {
        startMember(name);
        m_text += '[';
        for (std::size_t i = 0; i < count; ++i)
            m_text += (i > 0 ? ",\n  " : "\n  ") + json::oneLine(makeItem(i));
        m_text += count > 0 ? "\n]" : "]";
    }

    // The finished document with a line break; the writer is empty afterwards.
    [[nodiscard]] std::string take();

private:
    void startMember(std::string_view name);

    std::string m_text = "{";
};

}  // namespace flipscope
