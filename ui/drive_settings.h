#pragma once

#include <QString>

namespace flipscope {

// What the user says about the program that the window is to run: typed in, kept in the session, shared by the pages
// that run it. None of it is ever started before the user has pressed Run and seen what that starts.
struct DriveSettings {
    QString command;  // program and arguments as one line: see splitCommandWords
    QString folder;   // where the user stands; empty: the working folder of this process
    bool keepsFolder = false;
    double limitSeconds = 0;                      // of one run; 0: none
    QString trialFolder, forceFolder, runFolder;  // for results, from `folder`; empty: the default names
    QString test;                                 // program that judges a trial; empty: the outcome in view does
    int repeats = 0;                              // 0: as many as the task needs
    int runs = 12, parallel = 1;                  // to collect
    QString launcher;
    bool triton = true, xla = true, inductor = false;  // whose choices are kept beside cubecl's
    friend bool operator==(const DriveSettings&, const DriveSettings&) = default;
};

inline const QString kTrialFolder = QStringLiteral("flipscope-trials");
inline const QString kForceFolder = QStringLiteral("flipscope-forced");
inline const QString kRunFolder = QStringLiteral("flipscope-runs");

// The job of ViewState::setBusy: one page at a time runs the program, for runs side by side disturb each other.
inline const QString kDriving = QStringLiteral("running your program");

}  // namespace flipscope
