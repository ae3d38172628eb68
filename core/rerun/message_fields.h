#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flipscope {

// Reads the members of one message. The first member that is missing or of the wrong kind is kept as fault; what is
// read after that means nothing.
class MessageFields {
public:
    explicit MessageFields(const nlohmann::json& object) : m_object(object) {}

    [[nodiscard]] const std::string& fault() const { return m_fault; }
    [[nodiscard]] bool has(const char* name) const { return m_object.contains(name); }
    [[nodiscard]] const nlohmann::json& at(const char* name) const { return m_object.at(name); }
    void wrong(const char* name, std::string_view wanted) {
        if (m_fault.empty()) m_fault = std::string("\"") + name + "\" is " + std::string(wanted);
    }

    [[nodiscard]] std::string text(const char* name) { return required(name) ? textOr(name, {}) : std::string(); }
    [[nodiscard]] std::string textOr(const char* name, std::string other) {
        if (!has(name)) return other;
        if (at(name).is_string()) return at(name).get<std::string>();
        wrong(name, "no text");
        return other;
    }
    [[nodiscard]] std::uint64_t count(const char* name) { return required(name) ? countOr(name, 0) : 0; }
    [[nodiscard]] std::uint64_t countOr(const char* name, std::uint64_t other) {
        if (!has(name)) return other;
        if (at(name).is_number_unsigned()) return at(name).get<std::uint64_t>();
        wrong(name, "no count");
        return other;
    }
    [[nodiscard]] unsigned smallCountOr(const char* name, unsigned other) {
        const std::uint64_t value = countOr(name, other);
        if (value <= std::numeric_limits<unsigned>::max()) return static_cast<unsigned>(value);
        wrong(name, "too large");
        return other;
    }
    [[nodiscard]] bool flagOr(const char* name, bool other) {
        if (!has(name)) return other;
        if (at(name).is_boolean()) return at(name).get<bool>();
        wrong(name, "neither true nor false");
        return other;
    }
    // JSON has no infinities: they are written as null.
    [[nodiscard]] double number(const char* name) {
        if (!required(name)) return 0;
        if (at(name).is_null()) return std::numeric_limits<double>::infinity();
        if (at(name).is_number()) return at(name).get<double>();
        wrong(name, "no number");
        return 0;
    }
    [[nodiscard]] bool isObject(const char* name) {
        if (!required(name)) return false;
        if (!at(name).is_object()) wrong(name, "no object");
        return at(name).is_object();
    }
    [[nodiscard]] bool isArray(const char* name) {
        if (!required(name)) return false;
        if (!at(name).is_array()) wrong(name, "no array");
        return at(name).is_array();
    }

private:
    [[nodiscard]] bool required(const char* name) {
        if (!has(name)) wrong(name, "missing");
        return has(name);
    }

    const nlohmann::json& m_object;
    std::string m_fault;
};

}  // namespace flipscope
