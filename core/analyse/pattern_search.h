#pragma once

#include "core/analyse/outcomes.h"
#include "core/model/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// A compiled regular expression of a user, safe to run on any text: PCRE2 with limits on steps and memory in place of
// std::regex, which recurses once a character. Thread rule: one thread an object.
class PatternSearch {
public:
    // An Error with the position and the reason when the regex does not compile.
    [[nodiscard]] static Result<PatternSearch> compile(const std::string& regex);

    PatternSearch(PatternSearch&&) noexcept;
    PatternSearch& operator=(PatternSearch&&) noexcept;
    PatternSearch(const PatternSearch&) = delete;
    PatternSearch& operator=(const PatternSearch&) = delete;
    ~PatternSearch();

    // Whether a value is what a group captures; without groups it is the whole match.
    [[nodiscard]] bool hasGroups() const;

    // What one text holds of the wanted match. The view lives as long as the text.
    struct Found {
        std::optional<std::string_view> value;  // of the first, last or n-th match
        std::size_t matches = 0;                // counted up to the wanted one
    };
    // n: 1-based, used by nth only. An Error when the search goes over its limits, which depends on pattern and text
    // only.
    [[nodiscard]] Result<Found> find(std::string_view text, PatternMatch match, std::size_t n) const;

private:
    struct Compiled;
    explicit PatternSearch(std::unique_ptr<Compiled> compiled);
    std::unique_ptr<Compiled> m_compiled;
};

// The wanted match counted over the outputs of one run in order; null without one. n: as for find.
[[nodiscard]] Result<std::optional<std::string>> valueOfRun(const PatternSearch& search, const Run& run,
                                                            PatternMatch match, std::size_t n);

}  // namespace flipscope
