#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/numerical_class.h"

#include <QString>
#include <QStringList>

namespace flipscope {

// Names of the classes that a candidate is predicted to be in, over all cards and code generators that the assumptions
// leave open and on which it can run; each once, empty when nothing is predicted. Any thread.
[[nodiscard]] QStringList classNames(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                                     const ClassAssumptions& assumptions);

// "A", "A or B", "not predicted".
[[nodiscard]] QString classNamesInWords(const QStringList& names);

// The same classes by their short ids ("tf32-rna/g8"), which tell apart what a cut name would not.
[[nodiscard]] QStringList classIds(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                                   const ClassAssumptions& assumptions);

// Whether winners compute the same bits, in one or two words; says so where that rests on a re-run: "same, emulated".
[[nodiscard]] QString bitsInWords(const ClassStatement& statement);

// "A, emulated on Hopper": the class in which re-runs saw the candidate; empty when they did not.
[[nodiscard]] QString measuredClassInWords(const Analysis& analysis, KeyIndex key, CandidateIndex candidate);

}  // namespace flipscope
