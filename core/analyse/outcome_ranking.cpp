#include "core/analyse/outcome_ranking.h"

#include "core/analyse/field_grouping.h"
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

// A field prepared for comparing with others.
struct Candidate : GroupedField {
    std::vector<int> values;  // canonical partition by equal values
    double coverage = 0;
    double agreement = 0;
};

using Line = std::pair<std::size_t, std::size_t>;  // output, line

// A field as evidence for or against the groups of another one.
struct Evidence {
    Line line;
    std::vector<int> groups;    // empty when nearly every run has its own
    std::vector<double> ranks;  // empty for texts
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
        for (const std::vector<std::size_t>& fields : clearest())
            findAgreement(fields);
        std::vector<RankedField> entries = merged();
        std::stable_sort(entries.begin(), entries.end(), [&](const RankedField& a, const RankedField& b) {
            return std::pair(m_fields[a.field].timeLike, -a.support) <
                   std::pair(m_fields[b.field].timeLike, -b.support);
        });
        return entries;
    }

private:
    [[nodiscard]] static Candidate prepare(const VaryingField& field) {
        Candidate candidate{groupField(field), {}, 0, 0};
        if (candidate.groups.empty()) return candidate;
        candidate.values = canonicalPartition(field.valueOf);
        const auto runs = static_cast<double>(field.valueOf.size());
        candidate.coverage = (runs - static_cast<double>(candidate.outcome.unlabelled)) / runs;
        return candidate;
    }

    [[nodiscard]] double supportOf(std::size_t field) const {
        const Candidate& candidate = m_candidates[field];
        const double weight = weightOf(m_fields[field].kind) * (m_fields[field].outcomeWord.empty() ? 1 : kOutcomeWord);
        return weight * candidate.clarity * candidate.coverage * (1 + candidate.agreement);
    }

    // The line of a field; a length or last line is a line of its own.
    [[nodiscard]] Line lineOf(std::size_t field) const {
        constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
        return {m_fields[field].output, m_fields[field].line.value_or(kNone)};
    }

    // Evenly over the outputs where there are more fields than are compared.
    void collectEvidence() {
        std::vector<std::size_t> useful;
        for (std::size_t field = 0; field < m_fields.size(); ++field)
            if (isEvidence(field)) useful.push_back(field);
        const std::size_t count = std::min(useful.size(), kMaxEvidence);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t field = useful[i * useful.size() / count];
            const Candidate& candidate = m_candidates[field];
            Evidence evidence{lineOf(field), {}, {}};
            if (hasGroups(candidate)) evidence.groups = candidate.groups;
            if (candidate.outcome.numeric) evidence.ranks = ranksOf(candidate.outcome);
            m_evidence.push_back(std::move(evidence));
        }
    }

    // Not nearly every run has a group of its own.
    [[nodiscard]] static bool hasGroups(const Candidate& candidate) {
        return !candidate.groups.empty() && 2 * candidate.outcome.groups.size() <= candidate.groups.size();
    }

    [[nodiscard]] bool isEvidence(std::size_t field) const {
        const FieldKind kind = m_fields[field].kind;
        const bool counts = kind == FieldKind::lineCount || kind == FieldKind::length || kind == FieldKind::lastLine;
        if (m_fields[field].timeLike || counts || kind == FieldKind::span) return false;
        return hasGroups(m_candidates[field]) || m_candidates[field].outcome.numeric;
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

    // The partitions that are compared, as the fields that part the runs so: those that would be best supported if only
    // the fields that part the runs equally agreed with them.
    [[nodiscard]] std::vector<std::vector<std::size_t>> clearest() const {
        std::map<std::vector<int>, std::vector<std::size_t>> byGroups;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_candidates[i].clarity > 0 && !m_fields[i].timeLike) byGroups[m_candidates[i].groups].push_back(i);
        std::vector<std::pair<double, std::vector<std::size_t>>> order;
        for (auto& [groups, fields] : byGroups) {
            double clarity = 0;
            auto count = static_cast<double>(fields.size());
            for (const std::size_t field : fields) {
                clarity = std::max(clarity, m_candidates[field].clarity);
                count = std::max(count, static_cast<double>(m_fields[field].alike));
            }
            order.emplace_back(clarity * count, std::move(fields));
        }
        std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
            return std::pair(-a.first, a.second.front()) < std::pair(-b.first, b.second.front());
        });
        if (order.size() > kMaxCandidates) order.resize(kMaxCandidates);
        std::vector<std::vector<std::size_t>> partitions;
        partitions.reserve(order.size());
        for (auto& [clarity, fields] : order)
            partitions.push_back(std::move(fields));
        return partitions;
    }

    // How far each line goes with a partition.
    [[nodiscard]] std::map<Line, double> agreementByLine(const std::vector<int>& groups) const {
        std::map<Line, double> byLine;
        for (const Evidence& evidence : m_evidence) {
            double& best = byLine[evidence.line];
            if (best < 1 && !evidence.groups.empty()) best = std::max(best, adjustedRandIndex(groups, evidence.groups));
            if (best < 1 && !evidence.ranks.empty()) best = std::max(best, rankSeparation(groups, evidence.ranks));
        }
        return byLine;
    }

    // Every line but a field's own agrees with it; of what was passed over at most as many lines as are compared.
    void findAgreement(const std::vector<std::size_t>& fields) {
        const std::map<Line, double> byLine = agreementByLine(m_candidates[fields.front()].groups);
        double sum = 0;
        for (const auto& [line, best] : byLine)
            sum += best;
        std::size_t passedOver = 0;
        for (const std::size_t field : fields)
            passedOver = std::max(passedOver, std::min(m_fields[field].alike, kMaxEvidence));
        for (const std::size_t field : fields) {
            const auto own = byLine.find(lineOf(field));
            m_candidates[field].agreement =
                static_cast<double>(passedOver) + sum - (own == byLine.end() ? 0 : own->second);
        }
    }

    // Fields whose line or value names an outcome first, hex words after all others but time-like fields; then output
    // order, a number before other kinds of its line.
    [[nodiscard]] std::vector<std::size_t> mergeOrder() const {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_candidates[i].outcome.groups.size() > 1) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t i) {
                const auto [output, line] = lineOf(i);
                const int name = m_fields[i].kind == FieldKind::hex ? 2 : m_fields[i].outcomeWord.empty() ? 1 : 0;
                return std::tuple(m_fields[i].timeLike, name, output, line, m_fields[i].kind);
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
        for (RankedField& entry : entries)
            std::sort(entry.others.begin(), entry.others.end());
        return entries;
    }

    const std::vector<VaryingField>& m_fields;
    std::vector<Candidate> m_candidates;
    std::vector<Evidence> m_evidence;
    std::map<std::vector<int>, std::size_t> m_byGroups, m_byValues;  // partition -> entry
    std::map<Line, std::vector<std::size_t>> m_byLine;               // line -> entries
};

}  // namespace

std::vector<RankedField> rankFields(const std::vector<VaryingField>& fields) {
    return Ranking(fields).rank();
}

}  // namespace flipscope
