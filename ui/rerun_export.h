#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "core/report/rerun_report.h"
#include "core/rerun/kept_rerun.h"

#include <QString>

namespace flipscope {

// The kept results as the command line writes them, by the ending: .json, .csv, .md, .html, .txt. Writes the whole file
// or leaves the old one as it was. The text is empty when it worked, else says why not.
[[nodiscard]] QString exportRerun(const KeptRerun& rerun, const QString& path);

// The candidates that refused, failed or were wrong, as the command line writes them with --blocklist; likewise.
[[nodiscard]] QString exportBlocklist(const KeptRerun& rerun, const QString& path);

// The key of the analysis with the set that was re-run. Null: there is none.
[[nodiscard]] const KeyVerdict* keyOfRerun(const KeptRerun& rerun, const Dataset& dataset, const Analysis& analysis);
// Judged against the most frequent winner, as everywhere.
[[nodiscard]] RerunFindings findingsOf(const KeptRerun& rerun);
// What was planned, as far as kept results tell.
[[nodiscard]] RerunPlan planOf(const KeptRerun& rerun);

}  // namespace flipscope
