#include "core/model/key_json.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

namespace flipscope {
namespace {

using Json = nlohmann::json;

// Builds the tree from parser events: only the event interface hands out the text of a number.
class TreeBuilder final : public nlohmann::json_sax<Json> {
public:
    bool null() override { return add({}); }
    bool boolean(bool value) override { return addText(KeyJson::Kind::boolean, value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override { return addNumber(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return addNumber(std::to_string(value)); }
    bool number_float(number_float_t /*value*/, const string_t& raw) override { return addNumber(raw); }
    bool string(string_t& value) override { return addText(KeyJson::Kind::string, std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*elements*/) override { return open(KeyJson::Kind::object); }
    bool start_array(std::size_t /*elements*/) override { return open(KeyJson::Kind::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        m_names.back() = std::move(name);
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override {
        return false;
    }

    KeyJson take() { return std::move(m_root); }

private:
    bool addNumber(std::string text) { return addText(KeyJson::Kind::number, std::move(text)); }
    bool addText(KeyJson::Kind kind, std::string text) {
        KeyJson value;
        value.kind = kind;
        value.text = std::move(text);
        return add(std::move(value));
    }

    bool add(KeyJson value) {
        if (m_open.empty()) {
            m_root = std::move(value);
        } else if (m_open.back().kind == KeyJson::Kind::array) {
            m_open.back().items.push_back(std::move(value));
        } else {
            m_open.back().members.push_back({std::move(m_names.back()), std::move(value)});
        }
        return true;
    }

    bool open(KeyJson::Kind kind) {
        if (m_open.size() >= kMaxKeyDepth) return false;
        m_open.emplace_back().kind = kind;
        m_names.emplace_back();
        return true;
    }

    bool close() {
        KeyJson value = std::move(m_open.back());
        m_open.pop_back();
        m_names.pop_back();
        return add(std::move(value));
    }

    KeyJson m_root;
    std::vector<KeyJson> m_open;       // containers begun and not ended
    std::vector<std::string> m_names;  // name of the member being read in each of them
};

void append(std::string& out, const KeyJson& value);

void appendObject(std::string& out, const KeyJson& value) {
    std::vector<const KeyJson::Member*> sorted;
    sorted.reserve(value.members.size());
    for (const auto& member : value.members)
        sorted.push_back(&member);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    out += '{';
    for (const auto* member : sorted) {
        if (out.back() != '{') out += ',';
        out += Json(member->name).dump();
        out += ':';
        append(out, member->value);
    }
    out += '}';
}

void append(std::string& out, const KeyJson& value) {
    switch (value.kind) {
        case KeyJson::Kind::null:
            out += "null";
            return;
        case KeyJson::Kind::boolean:
        case KeyJson::Kind::number:
            out += value.text;
            return;
        case KeyJson::Kind::string:
            out += Json(value.text).dump();
            return;
        case KeyJson::Kind::object:
            appendObject(out, value);
            return;
        case KeyJson::Kind::array:
            break;
    }
    out += '[';
    for (const KeyJson& item : value.items) {
        if (out.back() != '[') out += ',';
        append(out, item);
    }
    out += ']';
}

}  // namespace

const KeyJson* KeyJson::find(std::string_view name) const {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.name == name; });
    return found == members.end() ? nullptr : &found->value;
}

std::optional<std::uint64_t> KeyJson::asUnsigned() const {
    if (kind != Kind::number) return std::nullopt;
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

std::optional<KeyJson> parseKeyJson(std::string_view text) {
    TreeBuilder builder;
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) return std::nullopt;
    return builder.take();
}

std::string canonicalJson(const KeyJson& value) {
    std::string out;
    append(out, value);
    return out;
}

}  // namespace flipscope
