#pragma once

#include "core/drive/recording_settings.h"
#include "core/drive/run_claim.h"
#include "core/drive/run_diagnosis.h"
#include "core/drive/run_record.h"
#include "core/model/result.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// The user's program and how it is to run.
struct DrivenProgram {
    std::vector<std::string> command;  // as given behind "--"
    std::string folder;                // absolute: where the user stands; its configuration is looked for from here on
    bool keepsFolder = false;          // it runs there, in place of in a folder of the run's own
    RecordedFrameworks frameworks;
    std::optional<std::chrono::milliseconds> limit;
    // Where no decision log can be had (keepsFolder): the human log instead, which costs the program time.
    bool humanLog = false;
};

// Puts a database where a run is to find it, before it starts.
using PlaceDatabase = std::function<std::optional<Error>(const std::string& path)>;

// One run of the program as it lies in its folder.
struct RecordedRun {
    std::string folder;
    RunRecord record;
    RunDiagnosis diagnosis;
    bool stopped = false;                      // by the user: not complete, and no run.json
    std::optional<std::string> setAside = {};  // where the folder of an interrupted start is now
    std::vector<std::string> remarks = {};  // sentences on what was found there, and on what the program left running
};

// What recordRun left in this folder; null unless it was made to its end (see RunRecord).
[[nodiscard]] std::optional<RecordedRun> completeRun(const DrivenProgram& program, const std::string& runFolder);

// The last line of a text file that is not empty, at most its last 4096 bytes; lines end with \n, \r or both. Empty
// without such a file.
[[nodiscard]] std::string lastLineOf(const std::string& path);

// Arguments that name a file from the user's folder by a relative path: a program that runs elsewhere will not find
// them.
[[nodiscard]] std::vector<std::string> relativeFiles(const DrivenProgram& program);

// Runs the program once and keeps what it leaves in the claimed folder, which is made with its mark: stdout.log,
// stderr.log, decisions.jsonl, its environment database, and run.json at last. A folder that is there already is of an
// interrupted start and is set aside, or an Error (see setFolderAside). Nothing of the user's is changed.
//
// Own folder: the program runs in it with the merged cubecl.toml there and its database in env below it.
// Its own folder kept: no file is put into the project. The database gets an environment name of its own
// (CUBECL_ENVIRONMENT) and is moved to environment.db in the run's folder afterwards, or removed by the next start when
// this one is killed; what the run adds to a decision log that the project's own configuration names is copied from
// there.
//
// place: called once with the path of the database; may be empty. tick: see ProgramRun. An Error: the program could not
// be started, or the folder not be written. Thread rule: any thread; with keepsFolder and a decision log of the project
// one run at a time.
[[nodiscard]] Result<RecordedRun> recordRun(const DrivenProgram& program, const RunClaim& claim,
                                            const PlaceDatabase& place,
                                            const std::function<void(std::chrono::milliseconds)>& tick,
                                            const std::stop_token& stop);
// The same with a claim for this call. An Error also: another one makes the run of this folder.
[[nodiscard]] Result<RecordedRun> recordRun(const DrivenProgram& program, const std::string& runFolder,
                                            const PlaceDatabase& place,
                                            const std::function<void(std::chrono::milliseconds)>& tick,
                                            const std::stop_token& stop);

}  // namespace flipscope
