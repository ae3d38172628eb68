#include "core/drive/recorded_run.h"

#include "core/drive/kept_file.h"
#include "core/drive/project_database.h"
#include "core/drive/run_mark.h"
#include "core/drive/started_program.h"
#include "core/read/system_message.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr const char *kOwnDatabase = "/env/default.db", *kMovedDatabase = "/environment.db";

// A program named by a relative path is the one that the user sees from where they stand.
std::vector<std::string> movableCommand(const DrivenProgram& program) {
    std::vector<std::string> command = program.command;
    if (!command.empty() && command.front().find('/') != std::string::npos) {
        command.front() = (fs::path(program.folder) / command.front()).lexically_normal().string();
    }
    return command;
}

std::uint64_t sizeOf(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

std::optional<Error> copyTail(const std::string& from, std::uint64_t begin, const std::string& to) {
    std::ifstream input(from, std::ios::binary);
    if (!input) return std::nullopt;  // the program made none
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(to, error))) fs::remove(to, error);  // and not what it leads to is written
    input.seekg(static_cast<std::streamoff>(begin));
    std::ofstream output(to, std::ios::binary);
    if (input.peek() != std::ifstream::traits_type::eof()) output << input.rdbuf();
    output.flush();
    if (!output) return Error{"cannot write " + to + ": " + systemMessage()};
    return std::nullopt;
}

// A run in the making: where its things are while it runs.
struct Preparation {
    ProgramRun run;
    std::string databasePath;
    std::optional<std::string> sharedLog;
    std::uint64_t sharedLogSize = 0;
};

Result<Preparation> prepare(const DrivenProgram& program, const std::string& runFolder) {
    Result<ProgramConfig> config = findProgramConfig(program.folder);
    if (!config) return Error{config.errorMessage()};
    Preparation preparation;
    ChildCommand& command = preparation.run.command;
    command = {movableCommand(program), runFolder, recordingEnvironment(program.frameworks, runFolder)};
    preparation.run.outputFile = runFolder + "/stdout.log";
    preparation.run.errorFile = runFolder + "/stderr.log";
    preparation.run.noteFile = runFolder + "/" + std::string(kStartedProgramName);
    preparation.run.limit = program.limit;
    if (!program.keepsFolder) {
        preparation.databasePath = runFolder + kOwnDatabase;
        const Result<std::string> copy = recordingConfig(config.value(), runFolder);
        if (!copy) return Error{config.value().path + ": " + copy.errorMessage()};
        if (auto error = writeWholeFile(runFolder + "/cubecl.toml", copy.value())) return *error;
        return preparation;
    }
    command.folder = program.folder;
    const std::string name = freshEnvironmentName(runFolder);
    for (auto& [variable, value] : command.environment)
        if (variable == "CUBECL_ENVIRONMENT") value = name;
    preparation.databasePath = environmentDatabasePath(config.value(), program.folder, name);
    preparation.run.noteDatabase = preparation.databasePath;
    if (program.humanLog) command.environment.emplace_back("CUBECL_DEBUG_LOG", runFolder + "/autotune.log");
    preparation.sharedLog = configuredDecisionLog(config.value(), program.folder);
    if (preparation.sharedLog) preparation.sharedLogSize = sizeOf(*preparation.sharedLog);
    return preparation;
}

// What lies in the project while the run is made is noted before it is there.
std::optional<Error> placeDatabase(Preparation& preparation, const PlaceDatabase& place) {
    ProgramRun& run = preparation.run;
    if (!run.noteDatabase.empty()) {
        run.mark = freshMark();
        const StartedProgram coming{{0, 0, bootId()}, run.mark, describeMachine().host, run.noteDatabase};
        if (auto error = replaceFile(run.noteFile, toJson(coming))) return error;
    }
    if (!place) return std::nullopt;
    if (auto error = makeFolder(fs::path(preparation.databasePath).parent_path().string())) return error;
    return place(preparation.databasePath);
}

// Brings what a run left elsewhere into its folder; the database's place there.
Result<std::string> gather(const Preparation& preparation, const std::string& runFolder, const std::stop_token& stop) {
    const std::string database = runFolder + kMovedDatabase;
    if (preparation.sharedLog) {
        if (auto error = copyTail(*preparation.sharedLog, preparation.sharedLogSize, runFolder + "/decisions.jsonl")) {
            return *error;
        }
    }
    if (auto error = moveDatabase(preparation.databasePath, database, stop)) return *error;
    return sizeOf(database) > 0 ? database : preparation.databasePath;
}

std::string nameOfRun(const RecordedRun& run) {
    return fs::path(run.folder).filename().string();
}

// What the program did to its folder must not cost the run its record, nor the user a file that a link leads to.
std::optional<Error> repairFolder(RecordedRun& run) {
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(run.folder, error))) fs::remove(run.folder, error);
    const fs::file_status status = fs::symlink_status(run.folder, error);
    if (!fs::exists(status)) {
        run.remarks.push_back(nameOfRun(run) +
                              ": its program took away its folder, and what it had written there is lost.");
        return makeMarkedFolder(run.folder);
    }
    if ((status.permissions() & fs::perms::owner_all) != fs::perms::owner_all) {
        fs::permissions(run.folder, fs::perms::owner_all, fs::perm_options::add, error);
        run.remarks.push_back(nameOfRun(run) +
                              ": its program took away the rights to its folder; they were given back.");
    }
    return std::nullopt;
}

// What the program put under the name of the record is kept beside it; a link is only a name, and goes.
std::optional<Error> keepRecord(RecordedRun& run) {
    const std::string path = run.folder + "/" + std::string(kRunRecordName);
    std::error_code error;
    const fs::file_status there = fs::symlink_status(path, error);
    if (fs::exists(there) && !fs::is_symlink(there)) {
        std::string aside = path + ".program";
        for (int i = 2; fs::exists(fs::symlink_status(aside, error)); ++i)
            aside = path + ".program" + std::to_string(i);
        fs::rename(path, aside, error);
        run.remarks.push_back(nameOfRun(run) + ": its program's own " + std::string(kRunRecordName) + " is kept as " +
                              fs::path(aside).filename().string() + ".");
    }
    return replaceFile(path, toJson(run.record));
}

}  // namespace

std::optional<RecordedRun> completeRun(const DrivenProgram& program, const std::string& runFolder) {
    Result<RunRecord> record = readRunRecord(runFolder + "/" + std::string(kRunRecordName));
    if (!record) return std::nullopt;
    const std::string database = runFolder + (program.keepsFolder ? kMovedDatabase : kOwnDatabase);
    return RecordedRun{runFolder, std::move(record).value(), diagnoseRun(runFolder, database), false};
}

std::string lastLineOf(const std::string& path) {
    constexpr std::uint64_t kLongest = 4096;
    std::ifstream input(path, std::ios::binary);
    const std::uint64_t size = sizeOf(path);
    input.seekg(static_cast<std::streamoff>(size - std::min(size, kLongest)));
    std::string text(kLongest, '\0');
    input.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(input.gcount()));
    // Progress bars end their lines with \r alone.
    const std::size_t last = text.find_last_not_of("\r\n");
    if (last == std::string::npos) return {};
    text.resize(last + 1);
    return text.substr(text.find_last_of("\r\n") + 1);  // npos + 1 is 0
}

std::vector<std::string> relativeFiles(const DrivenProgram& program) {
    std::vector<std::string> files;
    if (program.keepsFolder) return files;
    std::error_code error;
    for (std::size_t i = 1; i < program.command.size(); ++i) {
        const fs::path path = program.command[i];
        if (path.empty() || path.is_absolute() || path.string().front() == '-') continue;
        if (fs::exists(fs::path(program.folder) / path, error)) files.push_back(path.string());
    }
    return files;
}

Result<RecordedRun> recordRun(const DrivenProgram& program, const std::string& runFolder, const PlaceDatabase& place,
                              const std::function<void(std::chrono::milliseconds)>& tick, const std::stop_token& stop) {
    const Result<RunClaim> claim = claimRun(runFolder);
    if (!claim) return Error{claim.errorMessage()};
    if (!claim.value().lock.holder().empty()) return inUseError(runFolder, claim.value().lock);
    return recordRun(program, claim.value(), place, tick, stop);
}

Result<RecordedRun> recordRun(const DrivenProgram& program, const RunClaim& claim, const PlaceDatabase& place,
                              const std::function<void(std::chrono::milliseconds)>& tick, const std::stop_token& stop) {
    const std::string& runFolder = claim.folder;
    Result<std::optional<std::string>> aside = setFolderAside(runFolder);
    if (!aside) return Error{aside.errorMessage()};
    if (auto error = makeMarkedFolder(runFolder)) return *error;
    Result<Preparation> prepared = prepare(program, runFolder);
    if (!prepared) return Error{prepared.errorMessage()};
    Preparation& preparation = prepared.value();
    preparation.run.tick = tick;
    if (auto error = placeDatabase(preparation, place)) {
        static_cast<void>(endLeftRunning(runFolder));  // nothing of it stays in the project
        return *error;
    }
    RecordedRun run;
    run.folder = runFolder;
    run.setAside = std::move(aside).value();
    run.remarks = claim.remarks;
    run.record.command = program.command;
    run.record.folder = preparation.run.command.folder;
    run.record.machine = describeMachine();
    run.record.started = timeNow();
    const Result<ProgramEnd> end = runProgram(preparation.run, stop);
    if (!end) {
        static_cast<void>(endLeftRunning(runFolder));
        return Error{end.errorMessage()};
    }
    const std::vector<std::string> left = leftRunningRemarks(runFolder, end.value().leftRunning);
    run.remarks.insert(run.remarks.end(), left.begin(), left.end());
    if (auto error = repairFolder(run)) return *error;
    std::string databasePath = preparation.databasePath;
    if (program.keepsFolder) {
        const Result<std::string> gathered = gather(preparation, runFolder, {});
        if (!gathered) return Error{gathered.errorMessage()};
        databasePath = gathered.value();
        std::error_code error;
        if (end.value().leftRunning.unstopped.empty()) fs::remove(preparation.run.noteFile, error);
    }
    run.stopped = end.value().stopped;
    run.diagnosis = diagnoseRun(runFolder, databasePath);
    constexpr int kSignalBase = 128;
    run.record.seconds = end.value().seconds;
    run.record.signal = end.value().end.signal;
    run.record.exitStatus = end.value().end.status.value_or(kSignalBase + run.record.signal);
    run.record.timedOut = end.value().timedOut;
    if (run.stopped) return run;
    if (run.record.exitStatus != 0) run.record.note = lastLineOf(preparation.run.errorFile);
    if (auto error = keepRecord(run)) return *error;
    return run;
}

}  // namespace flipscope
