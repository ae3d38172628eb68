#pragma once

#include "core/analyse/group_threads.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace json {

// Members keep the order in which they are written: a reader finds the answer first.
using Json = nlohmann::ordered_json;

// Adds a member that the object does not have yet; without the search for it that operator[] does.
void append(Json& object, const std::string& name, Json value);

// One line, invalid UTF-8 replaced; what a terminal obeys or that misleads (utf8.h) is escaped.
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

    // The same with items made by two threads, some dozens ahead of what is written. Thread rule of makeItem: several
    // calls at a time. An exception of makeItem comes out here.
    template <class MakeItem>
    void addLongArray(std::string_view name, std::size_t count, MakeItem makeItem) {
        constexpr std::size_t kAhead = 64;
        std::vector<std::string> texts;
        startMember(name);
        m_text += '[';
        for (std::size_t first = 0; first < count; first += kAhead) {
            texts.resize(std::min(kAhead, count - first));
            forEachGroup(texts.size(), kGroupThreads, {}, [&](std::size_t i, std::size_t) {
                texts[i] = json::oneLine(makeItem(first + i));
                return true;
            });
            for (std::size_t i = 0; i < texts.size(); ++i)
                m_text += (first + i > 0 ? ",\n  " : "\n  ") + texts[i];
        }
        m_text += count > 0 ? "\n]" : "]";
    }

    // The finished document with a line break; the writer is empty afterwards.
    [[nodiscard]] std::string take();

private:
    void startMember(std::string_view name);

    std::string m_text = "{";
};

}  // namespace flipscope
