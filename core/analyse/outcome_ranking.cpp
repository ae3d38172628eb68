#include "core/analyse/outcome_ranking.h"

#include "core/analyse/largest_gap.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/partition_agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] double weightOf(FieldKind kind) {
    switch (kind) {
        case FieldKind::hex:
            return 0.8;
        case FieldKind::span:
            return 0.7;
        case FieldKind::lineCount:
        case FieldKind::length:
        case FieldKind::lastLine:
            return 0.5;
        default:
            return 1.0;
    }
}

[[nodiscard]] OutcomeValues valuesOf(const VaryingField& field) {
    OutcomeValues values;
    values.values.reserve(field.valueOf.size());
    for (const int value : field.valueOf)
        values.values.push_back(value < 0 ? std::nullopt : std::optional(field.texts[static_cast<std::size_t>(value)]));
    return values;
}

[[nodiscard]] std::vector<double> finiteNumbers(const Outcome& outcome) {
    std::vector<double> numbers;
    for (const auto& value : outcome.values)
        if (const auto number = value ? outcomeNumber(*value) : std::nullopt; number && std::isfinite(*number))
            numbers.push_back(*number);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

[[nodiscard]] double clarityOf(const Outcome& outcome) {
    const std::size_t labelled = outcome.values.size() - outcome.unlabelled;
    std::size_t together = 0;
    std::size_t largerGroups = 0;
    for (const OutcomeGroup& group : outcome.groups) {
        if (group.members.size() < 2) continue;
        together += group.members.size();
        ++largerGroups;
    }
    if (outcome.groups.size() < 2 || labelled == 0) return 0;
    constexpr double kOneOddRun = 0.3;
    double clarity = static_cast<double>(together) / static_cast<double>(labelled);
    clarity /= std::log2(static_cast<double>(outcome.groups.size()));
    if (largerGroups < 2) clarity *= kOneOddRun;
    if (outcome.grouping == Grouping::byGap && outcome.cut)
        clarity *= splitClarity(finiteNumbers(outcome), *outcome.cut);
    return clarity;
}

// A field prepared for comparing with others.
struct Candidate {
    Outcome outcome;
    std::vector<int> values;  // canonical partition by equal values
    std::vector<int> groups;  // canonical partition by groups
    double clarity = 0;
    double coverage = 0;
    double agreement = 0;
};

// A field as evidence for or against the groups of another one.
struct Evidence {
    std::pair<std::size_t, std::size_t> line;  // output, line
    std::vector<int> groups;                   // empty when nearly every run has its own
    std::vector<double> ranks;                 // empty for texts
};

class Ranking {
public:
    explicit Ranking(const std::vector<VaryingField>& fields) : m_fields(fields) {
        m_candidates.reserve(fields.size());
        for (const VaryingField& field : fields)
            m_candidates.push_back(prepare(field));
    }

    [[nodiscard]] std::vector<RankedField> rank() {
        collectEvidence();
        for (const std::size_t field : clearest())
            m_candidates[field].agreement = agreementOf(field);
        std::vector<RankedField> entries = merged();
        std::stable_sort(entries.begin(), entries.end(), [&](const RankedField& a, const RankedField& b) {
            return std::pair(m_fields[a.field].timeLike, -a.support) <
                   std::pair(m_fields[b.field].timeLike, -b.support);
        });
        return entries;
    }

private:
    [[nodiscard]] static Candidate prepare(const VaryingField& field) {
        Candidate candidate;
        auto outcome = groupOutcome(valuesOf(field), Grouping::automatic);
        if (!outcome) return candidate;
        candidate.outcome = std::move(outcome).value();
        candidate.values = canonicalPartition(field.valueOf);
        candidate.groups = canonicalPartition(candidate.outcome.groupOf);
        candidate.clarity = clarityOf(candidate.outcome);
        const auto runs = static_cast<double>(field.valueOf.size());
        candidate.coverage = (runs - static_cast<double>(candidate.outcome.unlabelled)) / runs;
        return candidate;
    }

    [[nodiscard]] double supportOf(std::size_t field) const {
        const Candidate& candidate = m_candidates[field];
        return weightOf(m_fields[field].kind) * candidate.clarity * candidate.coverage * (1 + candidate.agreement);
    }

    // The line of a field; a length or last line is a line of its own.
    [[nodiscard]] std::pair<std::size_t, std::size_t> lineOf(std::size_t field) const {
        constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
        return {m_fields[field].output, m_fields[field].line.value_or(kNone)};
    }

    void collectEvidence() {
        for (std::size_t field = 0; field < m_fields.size() && m_evidence.size() < kMaxEvidence; ++field) {
            const FieldKind kind = m_fields[field].kind;
            const bool counts =
                kind == FieldKind::lineCount || kind == FieldKind::length || kind == FieldKind::lastLine;
            if (m_fields[field].timeLike || counts || kind == FieldKind::span) continue;
            Evidence evidence{lineOf(field), {}, {}};
            const Candidate& candidate = m_candidates[field];
            if (2 * candidate.outcome.groups.size() <= candidate.groups.size()) evidence.groups = candidate.groups;
            if (candidate.outcome.numeric) evidence.ranks = ranksOf(candidate.outcome);
            if (!evidence.groups.empty() || !evidence.ranks.empty()) m_evidence.push_back(std::move(evidence));
        }
    }

    [[nodiscard]] static std::vector<double> ranksOf(const Outcome& outcome) {
        std::vector<double> numbers(outcome.values.size(), 0);
        std::vector<bool> valid(outcome.values.size(), false);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto number = outcome.values[i] ? outcomeNumber(*outcome.values[i]) : std::nullopt;
            valid[i] = number.has_value();
            numbers[i] = number.value_or(0);
        }
        return averageRanks(numbers, valid);
    }

    [[nodiscard]] std::vector<std::size_t> clearest() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_candidates[i].clarity > 0 && !m_fields[i].timeLike) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_candidates[a].clarity > m_candidates[b].clarity;
        });
        if (order.size() > kMaxCandidates) order.resize(kMaxCandidates);
        return order;
    }

    [[nodiscard]] double agreementOf(std::size_t field) const {
        const std::vector<int>& groups = m_candidates[field].groups;
        std::map<std::pair<std::size_t, std::size_t>, double> byLine;
        for (const Evidence& evidence : m_evidence) {
            if (evidence.line == lineOf(field)) continue;
            double& best = byLine[evidence.line];
            if (best < 1 && !evidence.groups.empty()) best = std::max(best, adjustedRandIndex(groups, evidence.groups));
            if (best < 1 && !evidence.ranks.empty()) best = std::max(best, rankSeparation(groups, evidence.ranks));
        }
        double agreement = 0;
        for (const auto& [line, best] : byLine)
            agreement += best;
        return agreement;
    }

    // Output order, a number before other kinds of its line, time-like fields after all others.
    [[nodiscard]] std::vector<std::size_t> mergeOrder() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_candidates[i].outcome.groups.size() > 1) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t i) {
                const auto [output, line] = lineOf(i);
                return std::tuple(m_fields[i].timeLike, output, line, m_fields[i].kind);
            };
            return key(a) < key(b);
        });
        return order;
    }

    // The hex word prints what the number of its line says, with at most a fifth more values.
    [[nodiscard]] bool bitsOf(std::size_t hex, std::size_t number) const {
        const VaryingField& bits = m_fields[hex];
        const VaryingField& value = m_fields[number];
        if (bits.kind != FieldKind::hex || value.kind != FieldKind::number || lineOf(hex) != lineOf(number))
            return false;
        if (bits.texts.size() * 5 > value.texts.size() * 6) return false;
        std::vector<int> numberOf(bits.texts.size(), -1);
        for (std::size_t run = 0; run < bits.valueOf.size(); ++run) {
            if (bits.valueOf[run] < 0) continue;
            int& known = numberOf[static_cast<std::size_t>(bits.valueOf[run])];
            if (known >= 0 && known != value.valueOf[run]) return false;
            known = value.valueOf[run];
        }
        return true;
    }

    // The entry that a field only repeats. Numbers split at a gap repeat only what has equal groups: equal numbers of
    // another quantity can have their gap elsewhere.
    [[nodiscard]] std::optional<std::size_t> entryOf(std::size_t field, const std::vector<RankedField>& entries) const {
        const Candidate& candidate = m_candidates[field];
        if (const auto known = m_byGroups.find(candidate.groups); known != m_byGroups.end()) return known->second;
        const Grouping grouping = candidate.outcome.grouping;
        if (grouping != Grouping::byGap && grouping != Grouping::byFinite)
            if (const auto known = m_byValues.find(candidate.values); known != m_byValues.end()) return known->second;
        if (const auto line = m_byLine.find(lineOf(field)); line != m_byLine.end())
            for (const std::size_t entry : line->second)
                if (bitsOf(field, entries[entry].field)) return entry;
        return std::nullopt;
    }

    [[nodiscard]] std::vector<RankedField> merged() {
        std::vector<RankedField> entries;
        for (const std::size_t field : mergeOrder()) {
            if (const auto entry = entryOf(field, entries)) {
                entries[*entry].others.push_back(field);
                if (!m_fields[field].timeLike)
                    entries[*entry].support = std::max(entries[*entry].support, supportOf(field));
                continue;
            }
            m_byLine[lineOf(field)].push_back(entries.size());
            m_byGroups.try_emplace(m_candidates[field].groups, entries.size());
            m_byValues.try_emplace(m_candidates[field].values, entries.size());
            entries.push_back({field, m_candidates[field].outcome, supportOf(field), {}});
        }
        return entries;
    }

    const std::vector<VaryingField>& m_fields;
    std::vector<Candidate> m_candidates;
    std::vector<Evidence> m_evidence;
    std::map<std::vector<int>, std::size_t> m_byGroups, m_byValues;                    // partition -> entry
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> m_byLine;  // line -> entries
};

}  // namespace

std::vector<RankedField> rankFields(const std::vector<VaryingField>& fields) {
    return Ranking(fields).rank();
}

}  // namespace flipscope
