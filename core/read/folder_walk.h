#pragma once

#include "core/model/load_report.h"
#include "core/model/result.h"
#include "core/read/archive.h"
#include "core/read/file_kind.h"
#include "core/read/private_folder.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// One file that may be of use, wherever it lies.
struct FoundFile {
    std::string realPath;   // to be opened; in a private folder for what came from an archive
    std::string shownPath;  // below the path as the user gave it, archive!/entry inside archives; printable
    // Where it lies: canonical folder without symbolic links; an archive counts as a folder. Raw bytes.
    std::string folder;
    std::string name;  // of the file itself; raw bytes
    std::uint64_t size = 0;
    FileLook look;             // without words for a text in a folder: see describe
    bool namedByUser = false;  // the file itself was given, not a folder around it
};

struct WalkOptions {
    unsigned threads = 1;
    std::size_t depth = 32;  // folders inside folders
    std::size_t files = 2'000'000;
    ArchiveLimits archives;
    std::function<void(std::size_t filesSeen)> progress;  // from worker threads, any number at a time
    std::stop_token stop;
};

struct Walk {
    std::vector<FoundFile> files;    // in the order given, natural order inside folders; each once
    std::vector<Problem> problems;   // at most kMaxProblemsKept
    std::uint64_t problemCount = 0;  // all of them
    std::vector<Note> notes;
    std::vector<PrivateFolder> unpacked;  // holds what came from archives: keep as long as files are read
    std::uint64_t filesSeen = 0;
};

// All files below the paths, with what they look like: only their beginnings are read. Folders that hold no runs (.git,
// node_modules, __pycache__, folders marked as caches or build trees) are left out unless the user named them, other
// hidden entries too, which a note counts; below a cargo target folder only target/environment is looked at. Links are
// followed, each place is visited once; fifos, sockets and devices are never opened. A folder given twice is named in
// the notes. A file that is named like a log, a text output or an exit status and is neither text nor decision data is
// a problem that says what it looks like. Cancelled on stop; an Error when memory runs out.
[[nodiscard]] Result<Walk> walkPaths(const std::vector<std::string>& paths, const WalkOptions& options = {});

// What the file looks like in words; reads its beginning when that was not asked before.
[[nodiscard]] std::string describe(const FoundFile& file);

}  // namespace flipscope
