#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace flipscope {

// An integer that cannot be mixed up with another one: indices and durations each get their own type.
template <class Tag, class Rep>
struct Strong {
    Rep value{};
    friend auto operator<=>(const Strong&, const Strong&) = default;
};

// Position of a candidate in its candidate set (the producer's registration order), not in the list of results.
using CandidateIndex = Strong<struct CandidateIndexTag, std::uint32_t>;
// Positions in the vectors of one Dataset; meaningless in another Dataset.
using RunIndex = Strong<struct RunIndexTag, std::uint32_t>;
using KeyIndex = Strong<struct KeyIndexTag, std::uint32_t>;
using CandidateSetIndex = Strong<struct CandidateSetIndexTag, std::uint32_t>;

struct Nanoseconds {
    std::int64_t value{};
    friend auto operator<=>(const Nanoseconds&, const Nanoseconds&) = default;
};

}  // namespace flipscope

template <class Tag, class Rep>
struct std::hash<flipscope::Strong<Tag, Rep>> {
    std::size_t operator()(const flipscope::Strong<Tag, Rep>& s) const noexcept { return std::hash<Rep>()(s.value); }
};
