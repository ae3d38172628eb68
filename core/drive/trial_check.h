#pragma once

#include "core/drive/run_record.h"
#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin.h"

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// Whether a run took the choices that it was given (definitions "Forcing and bisecting").
struct TrialCheck {
    bool counts = false;
    std::string because;  // why not
    // What a program shows that does not read its database at all, or that cannot even begin: unless it has taken its
    // choices before, repeating does not help.
    bool isHopeless = false;
    // What it chose by itself where nothing was pinned; with these pinned too it can be repeated. A key that it tuned
    // several times, on two devices or by two tuners, is named once for each choice, with places of its own.
    std::vector<Pin> missing;
};

// What the run's folder holds after the run, which ended as the record says: its decision log, its human log when it
// has no other, its database, and what it said, all of it. pins and rows: what was written into its database before it
// started. A run counts when it logged no decision at all, every pinned row is there with its choice and no other row
// of the key, and its output holds no text of a refusal or of settings and databases that were passed over (formats
// cubecl-0.11 §4.1, §4.7, §12). Without any log, or with one that cannot be read whole, it cannot be told, and the run
// does not count; of one that failed without a log its end and its last words are said. Where a key was tuned several
// times, the places of its choices must tell which is whose. After a stop request the answer means nothing. Thread
// rule: any thread.
[[nodiscard]] TrialCheck checkTrial(const std::string& folder, const RunRecord& record, const std::string& databasePath,
                                    const std::vector<Pin>& pins, const std::vector<WrittenPin>& rows,
                                    const std::stop_token& stop);

}  // namespace flipscope
