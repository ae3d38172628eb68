#pragma once

#include "core/model/load_report.h"
#include "core/read/folder_walk.h"

#include <string>
#include <vector>

namespace flipscope {

struct DatabaseFiles {
    FoundFile database;
    std::string walPath;  // real path of its write-ahead log; empty when there is none
    std::string shownWalPath;
    bool shared = false;  // lies beside several runs and is named after none of them
};

// The files of one run (before appended processes are separated).
struct RunFiles {
    std::string folder;   // where the run's own data lies; raw bytes, see FoundFile::folder
    std::string ownName;  // file that names the run when the folder does not: several runs in it, or the file was given
    std::vector<FoundFile> logs;  // decision logs; several only for caches, which are one file a tuner
    std::vector<FoundFile> humanLogs;
    std::vector<DatabaseFiles> databases;
    bool isAboveRuns = false;            // nothing but a database, which lies where one of several runs below would
    std::vector<FoundFile> texts;        // best first: standard output, standard error, others
    std::vector<FoundFile> statusFiles;  // exit_status, rc, … (see isStatusFileName) and small JSON files
};

// At most so many texts a run are kept; the others are named in a note.
inline constexpr std::size_t kMaxTextsPerRun = 16;

struct FoundRuns {
    std::vector<RunFiles> runs;
    std::vector<Problem> problems;  // files the user named that are no decision data
    std::vector<Note> notes;
    std::vector<FoundFile> aliasLists;
    std::vector<FoundFile> unused;  // no part of any run; some of them
};

// Groups files by run: a folder with one decision log is a run with everything in it and in the folders below that hold
// no log; in a folder with several logs each is a run and the other files go to the log they are named after. Without a
// decision log a human log, else a database stands for a run; whether it is one, or tells of the others, its content
// says (see lone_databases.h). Depends only on the input.
[[nodiscard]] FoundRuns findRuns(std::vector<FoundFile> files);

}  // namespace flipscope
