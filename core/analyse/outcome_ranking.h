#pragma once

#include "core/analyse/outcomes.h"
#include "core/analyse/varying_fields.h"

#include <cstddef>
#include <vector>

namespace flipscope {

// How well a field serves as the outcome of the runs. Every factor but the word is a property of the values alone;
// time-like fields come last whatever their support.
//
//     support = word · weight · clarity · coverage · (1 + agreement)
//
// word: kOutcomeWord where the line or the value names an outcome (telling_words.h), else 1: enough to decide between
// what the values support about equally, such as a loss and the rounding of a product that it follows from; never
// enough against a field that the rest of the output follows much more.
//
// The runs are grouped as groupField does. weight: 1 numbers, words and presence, 0.8 hex words (a number
// beside them says more), 0.7 spans, 0.5 counts and last lines. coverage: share of the runs that have a value.
//
// clarity, 0 … 1: does it fall into few, clear groups of several runs? Product of
//   - the share of labelled runs that are not alone in their group,
//   - 1 / log2(number of groups), which is 1 for two,
//   - for numbers split at a gap: splitClarity, which is 1 for two tight groups and 0 for evenly spread numbers,
//   - 0.3 when only one group has more than one run: one odd run shows nothing that comes back.
//
// agreement: with how much of the rest of the output does it go? Sum over the other lines that vary, each counting with
// its best field, of the association between the groups and that field: 1 when it parts the runs equally, 0 when it
// does so no better than by luck. For numbers: |2·AUC - 1| of each group against the rest, less two standard deviations
// of its value under independence and scaled back to 0 … 1, weighted by group size (Mann-Whitney); for texts, and for
// numbers where it is larger, the adjusted Rand index (Hubert and Arabie 1985). A quantity that much of the later
// output follows is what the program is about; one that goes with nothing else is a detail. Lines that were passed over
// (VaryingField::alike) count one each, up to kMaxEvidence.
struct RankedField {
    std::size_t field = 0;  // position in the fields
    Outcome outcome;        // automatic grouping, values by run
    double support = 0;
    std::vector<std::size_t> others;  // fields that part the runs equally, in output order
};

inline constexpr double kOutcomeWord = 1.25;

// Most comparisons of agreement: the kMaxCandidates partitions that are clearest and shared by most fields against
// kMaxEvidence fields, evenly over the outputs.
inline constexpr std::size_t kMaxCandidates = 64;
inline constexpr std::size_t kMaxEvidence = 200;

// Best first. Fields with equal groups, or with equal values up to their names, are one entry with the support of the
// best, named by one that is not time-like: the earliest that names an outcome, else the earliest, a number before
// other kinds of the same line; by a hex word only when there is nothing else, since a digest tells least. A hex word
// that only prints a number of its line more exactly belongs to that number as well (at most a fifth more values).
[[nodiscard]] std::vector<RankedField> rankFields(const std::vector<VaryingField>& fields);

}  // namespace flipscope
