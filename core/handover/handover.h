#pragma once

#include "core/analyse/numerical_class.h"
#include "core/handover/enclosed_runs.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// A report for the maintainers of a framework, as it is asked for.
struct HandoverRequest {
    const Dataset& dataset;
    std::vector<RunIndex> runs;  // empty: all
    ClassAssumptions assumptions;
    std::string cardWords;                // of the assumed card, as the user named it; may be empty
    std::optional<NamedOutcome> outcome;  // of these runs, in their order
    std::vector<KeyIndex> keys;           // that it is about; empty: proven culprits, else suspects, else flips
    std::vector<std::string> trials;      // folders that bisect left
    std::vector<std::string> measured;    // files of `rerun --format json`
    std::string title;                    // empty: made from what was found
    std::vector<std::string> paths;       // of the runs, as the user gave them
    std::string version;                  // of this program
};

// A report that was made.
struct WrittenHandover {
    std::string folder;  // as asked for
    std::vector<std::string> files;
    std::string headline;
    std::size_t runs = 0, keys = 0, flippingKeys = 0;
    struct Key {
        std::string id, label;
    };
    std::vector<Key> about;
    std::optional<double> p, pAdjusted;  // of the first of these keys
    std::optional<double> probabilityByChance;
    std::optional<std::string> verdict;  // of the bisection: "proven" …; null without trials
    std::vector<std::string> culprits;   // ids, of a proof
    std::size_t emulated = 0;            // keys
};

// Makes the folder: README.md, report.html, repeat.sh and data/ (docs/report.md). It is there whole or not at all. What
// it says is computed from the runs that it encloses, which are read again for that; were they not to give the same
// winners and the same groups, it would be an Error. An Error also: the folder exists and is not empty or lies inside
// an input, trials are of other runs, a measurement of other keys, nothing can be written. Cancelled when stop was
// requested. Thread rule: any thread; takes seconds.
[[nodiscard]] Result<WrittenHandover> writeHandover(const HandoverRequest& request, const std::string& folder,
                                                    const std::stop_token& stop);

}  // namespace flipscope
