#pragma once

#include "core/drive/bisection.h"
#include "core/drive/forced_choices.h"
#include "core/report/document.h"

#include <string>
#include <vector>

namespace flipscope {

// A bisection as a document and as JSON (docs/json.schema.json).
struct BisectionView {
    const Dataset& dataset;
    const BisectionPlan& plan;
    const Bisection& bisection;
    std::vector<std::string> warnings;
    std::vector<std::string> paths;  // of the runs, as given: with them they have the names that they have here
};
[[nodiscard]] Document bisectDocument(const BisectionView& view);
[[nodiscard]] std::string bisectJson(const BisectionView& view);

// The answer in sentences, the first one the verdict itself, the last one what to do next.
[[nodiscard]] std::vector<std::string> bisectSentences(const BisectionView& view);
// "all choices of run14", "run14 with 2 choices of run13: …".
[[nodiscard]] std::string configurationInWords(const BisectionView& view, const KeySet& fromBad);

// "Of 2 keys only run2 tells its choice, which was held: …", a sentence a reason; empty without such keys.
[[nodiscard]] std::string leftOutInWords(const BisectionView& view);
// "2 keys that WHOSE were tuned …: KEY (id), which chose 3 name; …": choices that trials made by themselves, and what
// that can mean. whose: "neither run has".
[[nodiscard]] std::string tunedBesides(const std::vector<Pin>& added, const std::string& whose);
[[nodiscard]] std::string damagedLines(std::size_t count);

// Forced choices as a document and as JSON.
struct ForcingView {
    const ForcingPlan& plan;
    const Forcing& forcing;
    std::string baseName;
    bool asksClasses = false;  // all candidates of one key were tried
};
[[nodiscard]] Document forceDocument(const ForcingView& view);
[[nodiscard]] std::string forceJson(const ForcingView& view);

}  // namespace flipscope
