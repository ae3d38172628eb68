#pragma once

#include "core/model/result.h"
#include "ui/page.h"
#include "ui/session_pins.h"
#include "ui/theme.h"
#include "ui/view_state.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace flipscope {

// Everything the window remembers: files, labels, view, results of re-runs, pins. Runs and keys by id, so that it fits
// runs that were read again.
struct SavedSession {
    QStringList paths;  // absolute
    RunLabels labels;
    std::vector<std::string> uncheckedRuns;
    std::vector<std::string> splitRuns;  // whose logs are split by hand; their ids before the split
    OutcomeChoice outcome;
    Page page = Page::overview;
    std::string key;   // id; empty: none
    KeyFilter filter;  // without its group, which belongs to one analysis
    Theme theme = Theme::system;
    CellColouring colouring = CellColouring::byCandidate;
    bool runsByOutcome = true;
    bool suspectsFirst = true;
    ClassAssumptions assumptions;
    KeptReruns reruns;
    SavedPins pins;
    DriveSettings driveSettings;
    DriveFindings driveFindings;
    std::size_t damagedReruns = 0;  // that were in the file and are left out
};

// What a state would need to be shown again: all but paths, page and theme.
[[nodiscard]] SavedSession remember(const ViewState& state);
// The other way round, on a state that has its dataset. Runs and keys that are gone are left out.
void restore(ViewState& state, const SavedSession& session);

// JSON, version 1. folder: where the file is; paths are written relative to it beside the absolute ones, so that a
// folder of runs can be moved with its session file.
[[nodiscard]] QByteArray toJson(const SavedSession& session, const QString& folder);

// A damaged file, one of another program or of a newer version is an Error that says so. Of a path that exists in both
// ways the relative one is taken.
[[nodiscard]] Result<SavedSession> sessionFromJson(const QByteArray& json, const QString& folder);

// Writes the whole file or leaves the old one as it was. The text is empty when it worked, else says why not.
[[nodiscard]] QString saveSession(const SavedSession& session, const QString& file);
[[nodiscard]] Result<SavedSession> openSession(const QString& file);

inline const QString kSessionSuffix = QStringLiteral("flipscope-session");

}  // namespace flipscope
