#include "core/analyse/line_families.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace flipscope {

namespace {

using Counts = std::vector<std::uint32_t>;  // appearances by run

[[nodiscard]] Counts countsOf(const LineFamily& family, std::size_t runs) {
    Counts counts(runs, 0);
    for (const Appearance& appearance : family.appearances)
        ++counts[appearance.run];
    return counts;
}

// Appears equally often in every run.
[[nodiscard]] bool isSteady(const LineFamily& family, std::size_t runs) {
    const std::size_t total = family.appearances.size();
    if (total % runs != 0) return false;
    const Counts counts = countsOf(family, runs);
    return std::all_of(counts.begin(), counts.end(), [&](std::uint32_t count) { return count == total / runs; });
}

// Equally often in every run that has any: such lines stand for each other.
[[nodiscard]] bool complete(const Counts& counts) {
    std::uint32_t common = 0;
    for (const std::uint32_t count : counts) {
        if (count == 0) continue;
        if (common != 0 && count != common) return false;
        common = count;
    }
    return true;
}

// The families of one form (skeleton) that may be variants of each other.
class VariantJoiner {
public:
    VariantJoiner(std::vector<LineFamily>& families, const DistinctLines& lines, std::size_t runs,
                  std::vector<std::size_t> members)
        : m_families(families), m_lines(lines), m_members(std::move(members)), m_root(m_members.size()) {
        std::iota(m_root.begin(), m_root.end(), std::size_t{0});
        for (const std::size_t member : m_members)
            m_counts.push_back(countsOf(families[member], runs));
    }

    void join() {
        for (std::size_t a = 0; a < m_members.size(); ++a)
            for (std::size_t b = a + 1; b < m_members.size(); ++b)
                if (alike(a, b)) m_pairs.push_back({a, b});
        for (const auto& [a, b] : m_pairs)
            m_root[rootOf(b)] = rootOf(a);
        std::map<std::size_t, std::vector<std::size_t>> components;
        for (std::size_t i = 0; i < m_members.size(); ++i)
            components[rootOf(i)].push_back(i);
        std::vector<bool> done(m_members.size(), false);
        for (const auto& [root, component] : components)
            if (component.size() > 1) joinWhenComplete(component, done);
        // What does not fit as a whole may fit by twos.
        for (const auto& [a, b] : m_pairs)
            if (!done[a] && !done[b]) joinWhenComplete({a, b}, done);
    }

private:
    [[nodiscard]] std::size_t rootOf(std::size_t i) const {
        while (m_root[i] != i)
            i = m_root[i];
        return i;
    }

    [[nodiscard]] const TokenisedLine& exampleOf(std::size_t i) const {
        return m_lines[m_families[m_members[i]].appearances.front().line.text];
    }

    [[nodiscard]] bool alike(std::size_t a, std::size_t b) const {
        const TokenisedLine& first = exampleOf(a);
        const TokenisedLine& second = exampleOf(b);
        const std::size_t allowed = std::max<std::size_t>(1, first.tokens.size() / 3);
        std::size_t different = 0;
        for (std::size_t i = 0; i < first.tokens.size(); ++i) {
            const bool words = first.tokens[i].kind == TokenKind::word || second.tokens[i].kind == TokenKind::word;
            if (words && first.token(i) != second.token(i) && ++different > allowed) return false;
        }
        return different < first.tokens.size() || first.tokens.size() == 1;
    }

    void joinWhenComplete(const std::vector<std::size_t>& some, std::vector<bool>& done) {
        Counts sum(m_counts.front().size(), 0);
        for (const std::size_t i : some)
            for (std::size_t run = 0; run < sum.size(); ++run)
                sum[run] += m_counts[i][run];
        if (!complete(sum)) return;
        std::vector<Appearance>& target = m_families[m_members[some.front()]].appearances;
        for (const std::size_t i : some) {
            done[i] = true;
            if (i == some.front()) continue;
            std::vector<Appearance>& source = m_families[m_members[i]].appearances;
            target.insert(target.end(), source.begin(), source.end());
            source.clear();
        }
        std::sort(target.begin(), target.end(), [](const Appearance& x, const Appearance& y) {
            return std::pair(x.run, x.line.number) < std::pair(y.run, y.line.number);
        });
    }

    std::vector<LineFamily>& m_families;
    const DistinctLines& m_lines;
    std::vector<std::size_t> m_members;
    std::vector<std::size_t> m_root;
    std::vector<Counts> m_counts;
    std::vector<std::pair<std::size_t, std::size_t>> m_pairs;
};

}  // namespace

void joinWordVariants(std::vector<LineFamily>& families, const DistinctLines& lines, std::size_t runs) {
    std::map<std::string_view, std::vector<std::size_t>> forms;
    for (std::size_t i = 0; i < families.size(); ++i) {
        const LineFamily& family = families[i];
        if (family.appearances.empty() || isSteady(family, runs)) continue;
        const TokenisedLine& example = lines[family.appearances.front().line.text];
        std::vector<std::size_t>& members = forms[example.skeleton];
        if (!example.tokens.empty() && members.size() < kMaxVariants) members.push_back(i);
    }
    for (auto& [form, members] : forms)
        if (members.size() > 1) VariantJoiner(families, lines, runs, std::move(members)).join();
    std::erase_if(families, [](const LineFamily& family) { return family.appearances.empty(); });
}

}  // namespace flipscope
