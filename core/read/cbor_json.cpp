#include "core/read/cbor_json.h"

#include <cstdint>
#include <vector>

namespace flipscope {
namespace {

constexpr std::uint64_t kIndefinite = UINT64_MAX;

// Walks over one value without recursion: the decoder behind it recurses, so depth must be known first.
class CborWalk {
public:
    explicit CborWalk(std::string_view bytes) : m_bytes(bytes) {}

    // Whether the bytes are exactly one well-formed value that nests at most so deep.
    bool isOneValue(std::size_t maxDepth) {
        while (m_position < m_bytes.size()) {
            if (!item() || m_open.size() > maxDepth) return false;
            if (m_open.empty()) return m_position == m_bytes.size();
        }
        return false;
    }

private:
    [[nodiscard]] std::uint8_t byteAt(std::size_t i) const { return static_cast<std::uint8_t>(m_bytes[i]); }

    bool item() {
        const std::uint8_t head = byteAt(m_position++);
        if (head == 0xff) {
            if (m_open.empty() || m_open.back() != kIndefinite) return false;
            m_open.pop_back();
            closeFinished();
            return true;
        }
        const unsigned major = head >> 5U;
        const unsigned info = head & 0x1fU;
        std::uint64_t argument = info;
        if (info == 31) {
            if (major < 2 || major > 5) return false;
            m_open.push_back(kIndefinite);
            return true;
        }
        if (info > 23 && !takeArgument(info, argument)) return false;
        return content(major, argument);
    }

    bool takeArgument(unsigned info, std::uint64_t& argument) {
        if (info > 27) return false;
        const std::size_t count = std::size_t{1} << (info - 24U);
        if (m_bytes.size() - m_position < count) return false;
        argument = 0;
        for (std::size_t i = 0; i < count; ++i)
            argument = (argument << 8U) | byteAt(m_position++);
        return true;
    }

    bool content(unsigned major, std::uint64_t argument) {
        const std::uint64_t left = m_bytes.size() - m_position;
        std::uint64_t children = 0;
        if (major == 2 || major == 3) {
            if (argument > left) return false;
            m_position += static_cast<std::size_t>(argument);
        } else if (major == 4 || major == 5) {
            if (argument > left) return false;  // every child takes a byte
            children = major == 5 ? argument * 2 : argument;
        } else if (major == 6) {
            children = 1;
        }
        if (children > 0) {
            m_open.push_back(children);
        } else {
            closeFinished();
        }
        return true;
    }

    // One value ended: so may the values around it.
    void closeFinished() {
        while (!m_open.empty() && m_open.back() != kIndefinite) {
            if (--m_open.back() > 0) return;
            m_open.pop_back();
        }
    }

    std::string_view m_bytes;
    std::size_t m_position = 0;
    std::vector<std::uint64_t> m_open;  // values still to come in each container begun
};

}  // namespace

std::optional<nlohmann::json> jsonFromCbor(std::string_view bytes) {
    if (bytes.size() > kMaxCborBytes || !CborWalk(bytes).isOneValue(kMaxCborDepth)) return std::nullopt;
    try {
        nlohmann::json value = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false,
                                                         nlohmann::json::cbor_tag_handler_t::ignore);
        if (value.is_discarded()) return std::nullopt;
        return value;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

std::string jsonText(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace flipscope
