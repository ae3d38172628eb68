#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace flipscope {

// XXH3-128 of bytes that come in pieces.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    void add(std::string_view bytes);
    [[nodiscard]] bool empty() const { return m_empty; }
    [[nodiscard]] std::string digits() const;  // 32 hexadecimal digits

private:
    struct State;
    std::unique_ptr<State> m_state;
    bool m_empty = true;
};

}  // namespace flipscope
