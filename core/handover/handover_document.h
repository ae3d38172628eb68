#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"
#include "core/handover/enclosed_rerun.h"
#include "core/handover/environment_facts.h"
#include "core/handover/kept_trials.h"
#include "core/handover/measured_report.h"
#include "core/report/document.h"
#include "core/report/documents.h"
#include "core/report/rerun_report.h"
#include "core/report/trial_report.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// An outcome of the enclosed runs and what goes with it.
struct EnclosedOutcome {
    Outcome outcome;
    OutcomeNaming naming;
    SuspectsResult suspects;
};

// Everything that a report for maintainers says, without what is private.
struct HandoverContent {
    std::string title;  // empty: the headline
    std::string version;
    const Dataset& dataset;    // the enclosed runs as they were read again
    const Analysis& analysis;  // of all of them
    std::optional<EnclosedOutcome> outcome;
    std::vector<KeyIndex> keys;  // that it is about, the most important first
    std::vector<TrialProof> proofs;
    std::vector<EnclosedRerun> reruns;
    std::vector<MeasuredReport> measured;
    std::vector<EnvironmentFact> environment;
    std::vector<std::string> command;  // of the user's program; empty: not recorded
    DocumentOptions options;
    std::vector<std::string> notes;  // sentences
};

// The page that a maintainer reads: one screen with the answers, then the details. The same values as README.md and as
// report.html.
[[nodiscard]] Document handoverDocument(const HandoverContent& content);
// "matmul 512×1024×128 f32: the choice of its kernel changes the outcome".
[[nodiscard]] std::string headlineOf(const HandoverContent& content);

// The first of the bisections with a proof; null without one.
[[nodiscard]] const TrialProof* provenIn(const std::vector<TrialProof>& proofs);
// A bisection as its own report takes it. content and proof outlive it.
[[nodiscard]] BisectionView viewOf(const HandoverContent& content, const TrialProof& proof);

}  // namespace flipscope
