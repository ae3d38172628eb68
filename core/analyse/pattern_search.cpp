#define PCRE2_CODE_UNIT_WIDTH 8
#include "core/analyse/pattern_search.h"

#include "core/analyse/output_order.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <pcre2.h>

namespace flipscope {

namespace {

constexpr std::size_t kMaxPatternBytes = std::size_t{64} << 10;
constexpr std::uint32_t kMatchLimit = 2'000'000;    // steps of one search: some tens of milliseconds
constexpr std::uint32_t kHeapLimitKiB = 64U << 10;  // of the interpreter
constexpr std::size_t kJitStackBytes = std::size_t{1} << 20;

template <auto release>
struct Release {
    template <class T>
    void operator()(T* object) const noexcept {
        release(object);
    }
};
using Code = std::unique_ptr<pcre2_code, Release<pcre2_code_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>>;
using CompileContext = std::unique_ptr<pcre2_compile_context, Release<pcre2_compile_context_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>>;
using JitStack = std::unique_ptr<pcre2_jit_stack, Release<pcre2_jit_stack_free>>;

[[nodiscard]] std::string messageOf(int errorCode) {
    std::array<PCRE2_UCHAR, 256> buffer{};
    if (pcre2_get_error_message(errorCode, buffer.data(), buffer.size()) < 0)
        return "error " + std::to_string(errorCode);
    return {reinterpret_cast<const char*>(buffer.data())};
}

[[nodiscard]] PCRE2_SPTR asUnits(std::string_view text) {
    static constexpr PCRE2_UCHAR kNothing[1] = {0};
    return text.data() == nullptr ? kNothing : reinterpret_cast<PCRE2_SPTR>(text.data());
}

}  // namespace

struct PatternSearch::Compiled {
    Code code;
    MatchData data;
    MatchContext context;
    JitStack jitStack;
    std::uint32_t groups = 0;

    // Null when nothing matches from `start` on; the ovector of `data` holds the match.
    [[nodiscard]] Result<bool> search(std::string_view text, std::size_t start, std::uint32_t options) const;
    [[nodiscard]] std::string_view value(std::string_view text) const;
};

Result<bool> PatternSearch::Compiled::search(std::string_view text, std::size_t start, std::uint32_t options) const {
    int found = pcre2_match(code.get(), asUnits(text), text.size(), start, options, data.get(), context.get());
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
        found = pcre2_match(code.get(), asUnits(text), text.size(), start, options | PCRE2_NO_JIT, data.get(),
                            context.get());
    }
    if (found == PCRE2_ERROR_NOMATCH) return false;
    if (found < 0) return Error{"the pattern takes too much work on this text (" + messageOf(found) + ")"};
    return true;
}

std::string_view PatternSearch::Compiled::value(std::string_view text) const {
    const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(data.get());
    const auto slice = [&](std::size_t group) {
        const std::size_t begin = bounds[2 * group];
        const std::size_t end = bounds[2 * group + 1];
        return begin <= end && end <= text.size() ? text.substr(begin, end - begin) : std::string_view();
    };
    if (groups == 0) return slice(0);
    for (std::size_t group = 1; group <= groups; ++group)
        if (bounds[2 * group] != PCRE2_UNSET) return slice(group);
    return {};
}

PatternSearch::PatternSearch(std::unique_ptr<Compiled> compiled) : m_compiled(std::move(compiled)) {}
PatternSearch::PatternSearch(PatternSearch&&) noexcept = default;
PatternSearch& PatternSearch::operator=(PatternSearch&&) noexcept = default;
PatternSearch::~PatternSearch() = default;

Result<PatternSearch> PatternSearch::compile(const std::string& regex) {
    if (regex.size() > kMaxPatternBytes)
        return Error{"pattern: longer than " + std::to_string(kMaxPatternBytes) + " bytes"};
    const CompileContext compileContext(pcre2_compile_context_create(nullptr));
    pcre2_set_newline(compileContext.get(), PCRE2_NEWLINE_ANYCRLF);
    const std::uint32_t options = PCRE2_MULTILINE | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
    int errorCode = 0;
    PCRE2_SIZE position = 0;
    auto compiled = std::make_unique<Compiled>();
    compiled->code.reset(
        pcre2_compile(asUnits(regex), regex.size(), options, &errorCode, &position, compileContext.get()));
    if (!compiled->code)
        return Error{"pattern: " + messageOf(errorCode) + " at position " + std::to_string(position + 1) + " of \"" +
                     regex + "\""};
    // Without JIT the interpreter does the same work more slowly.
    pcre2_jit_compile(compiled->code.get(), PCRE2_JIT_COMPLETE);
    pcre2_pattern_info(compiled->code.get(), PCRE2_INFO_CAPTURECOUNT, &compiled->groups);
    compiled->data.reset(pcre2_match_data_create_from_pattern(compiled->code.get(), nullptr));
    compiled->context.reset(pcre2_match_context_create(nullptr));
    compiled->jitStack.reset(pcre2_jit_stack_create(std::size_t{32} << 10, kJitStackBytes, nullptr));
    if (!compiled->data || !compiled->context) return Error{"pattern: not enough memory"};
    pcre2_set_match_limit(compiled->context.get(), kMatchLimit);
    pcre2_set_heap_limit(compiled->context.get(), kHeapLimitKiB);
    if (compiled->jitStack) pcre2_jit_stack_assign(compiled->context.get(), nullptr, compiled->jitStack.get());
    return PatternSearch(std::move(compiled));
}

bool PatternSearch::hasGroups() const {
    return m_compiled->groups > 0;
}

Result<PatternSearch::Found> PatternSearch::find(std::string_view text, PatternMatch match, std::size_t n) const {
    Found found;
    std::size_t start = 0;
    std::uint32_t options = 0;
    while (start <= text.size()) {
        const Result<bool> hit = m_compiled->search(text, start, options);
        if (!hit) return Error{hit.errorMessage()};
        if (!hit.value()) break;
        ++found.matches;
        if (match != PatternMatch::nth || found.matches == n) found.value = m_compiled->value(text);
        if (match == PatternMatch::first || (match == PatternMatch::nth && found.matches == n)) break;
        const PCRE2_SIZE* bounds = pcre2_get_ovector_pointer(m_compiled->data.get());
        // After an empty match the next one must not be empty at the same place, or the search would stand still.
        options = bounds[0] >= bounds[1] ? PCRE2_NOTEMPTY_ATSTART : 0U;
        start = std::max(start, bounds[1]);
    }
    return found;
}

Result<std::optional<std::string>> valueOfRun(const PatternSearch& search, const Run& run, PatternMatch match,
                                              std::size_t n) {
    std::optional<std::string> value;
    std::size_t seen = 0;
    for (const TextOutput* output : outputsInOrder(run)) {
        const std::size_t wanted = n > seen ? n - seen : 1;
        const auto found = search.find(output->text, match, wanted);
        if (!found) return Error{output->path + ": " + found.errorMessage()};
        seen += found.value().matches;
        if (found.value().value) value = std::string(*found.value().value);
        if (value && match != PatternMatch::last) break;
    }
    return value;
}

}  // namespace flipscope
