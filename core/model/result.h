#pragma once

#include <string>
#include <utility>
#include <variant>

namespace flipscope {

// What went wrong, in words a user can act on: names the file and line, or the call.
struct Error {
    std::string message;
};

// The user asked to stop. Not an error: nothing is shown as failed.
struct Cancelled {};

// The value, an Error, or Cancelled. Precondition of value()/error(): the matching question was asked first.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}
    Result(Cancelled cancelled) : m_state(std::in_place_index<2>, cancelled) {}

    [[nodiscard]] bool hasValue() const { return m_state.index() == 0; }
    [[nodiscard]] bool cancelled() const { return m_state.index() == 2; }
    explicit operator bool() const { return hasValue(); }

    [[nodiscard]] T& value() & { return std::get<0>(m_state); }
    [[nodiscard]] const T& value() const& { return std::get<0>(m_state); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_state)); }
    // Empty text when cancelled or when there is a value.
    [[nodiscard]] std::string errorMessage() const {
        const auto* error = std::get_if<1>(&m_state);
        return error != nullptr ? error->message : std::string();
    }

private:
    std::variant<T, Error, Cancelled> m_state;
};

}  // namespace flipscope
