#include "core/drive/collection.h"

#include "core/drive/folder_lock.h"
#include "core/drive/kept_file.h"
#include "core/drive/run_claim.h"
#include "core/drive/run_mark.h"
#include "core/drive/started_program.h"
#include "core/process/command_words.h"
#include "core/read/given_file.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kCollectionSchema = "flipscope-collection/1";

std::string runFolderOf(const CollectionPlan& plan, std::size_t number) {
    return plan.folder + "/run" + std::to_string(number);
}

// What makes runs comparable: kept in the folder, and asked for again when more runs are made.
Json identityOf(const CollectionPlan& plan) {
    return {{"schema", kCollectionSchema},
            {"command", plan.program.command},
            {"folder", plan.program.folder},
            {"keepsFolder", plan.program.keepsFolder}};
}

// Tasks of a batch system begin at the same time: whose text comes second is none, for it may be another.
std::optional<Error> writeFirst(const std::string& folder, const std::string& path, const std::string& text) {
    const std::string own = folder + "/.collection-" + freshMark();
    if (auto failed = writeWholeFile(own, text)) return failed;
    std::error_code error, unused;
    fs::create_hard_link(own, path, error);
    fs::remove(own, unused);
    if (!error || error == std::errc::file_exists) return std::nullopt;
    return writeWholeFile(path, text);  // a file system without such links
}

// Whether the folder holds a run that is complete, or one that somebody is making.
bool holdsRuns(const std::string& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with("run") || !entry->is_directory(error)) continue;
        if (fs::exists(entry->path() / kRunRecordName, error)) return true;
        const Result<FolderLock> lock = FolderLock::take(folder, name);
        if (!lock || !lock.value().holder().empty()) return true;
    }
    return static_cast<bool>(error);
}

// maySupersede: the folder is ours alone. A command of which no run came to be, as when it could not be started, then
// makes room for another one.
std::optional<Error> claimFolder(const CollectionPlan& plan, bool maySupersede) {
    if (auto error = makeFolder(plan.folder)) return error;
    const std::string path = plan.folder + "/collection.json";
    std::error_code error;
    const std::string wanted = identityOf(plan).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!fs::exists(path, error)) {
        if (auto failed = writeFirst(plan.folder, path, wanted)) return failed;
    }
    constexpr std::size_t kLargest = std::size_t{16} << 20;
    const Result<GivenFile> file = readGivenFile(path, kLargest);
    if (!file) return Error{path + ": " + file.errorMessage()};
    if (file.value().content == wanted) return std::nullopt;
    if (maySupersede && !holdsRuns(plan.folder)) return writeWholeFile(path, wanted);
    const Json kept = Json::parse(file.value().content, nullptr, false);
    std::string command;
    if (kept.is_object() && kept.contains("command") && kept["command"].is_array()) {
        for (const Json& word : kept["command"])
            if (word.is_string()) command += " " + quotedForShell(word.get<std::string>());
    }
    return Error{plan.folder + " holds runs of another command or folder:" + command +
                 ". Give that command again to go on with it, or another folder (--out)"};
}

// What several runs add to one log at the same time cannot be told apart.
std::optional<Error> sharedLogRefusal(const CollectionPlan& plan) {
    if (!plan.program.keepsFolder || (plan.parallel <= 1 && plan.launcher.empty())) return std::nullopt;
    const Result<ProgramConfig> config = findProgramConfig(plan.program.folder);
    if (!config) return Error{config.errorMessage()};
    const std::optional<std::string> log = configuredDecisionLog(config.value(), plan.program.folder);
    if (!log) return std::nullopt;
    return Error{"the program's own configuration " + config.value().path + " writes all decisions to " + *log +
                 ": runs at the same time would mix there. Run one after another, or without --cwd keep"};
}

// The work of all threads of one collection.
class Collector {
    struct Made {
        std::optional<RecordedRun> run;
        std::string missing;  // why there is none, although the others can be made
    };

public:
    Collector(const CollectionPlan& plan, const std::function<void(const CollectionProgress&)>& progress,
              std::stop_token stop)
        : m_plan(plan), m_progress(progress), m_stop(std::move(stop)) {}

    Result<Collection> run(std::vector<std::string> remarks) {
        m_collection.remarks = std::move(remarks);
        for (std::size_t number = 1; number <= m_plan.runs; ++number) {
            if (auto complete = completeRun(m_plan.program, runFolderOf(m_plan, number))) {
                add(number, std::move(*complete));
            } else {
                m_open.push_back(number);
                noteUnreadable(number);
            }
        }
        std::reverse(m_open.begin(), m_open.end());  // the next one stands last
        m_collection.found = m_runs.size();
        m_began = std::chrono::steady_clock::now();
        {
            std::vector<std::jthread> threads;
            const std::size_t count = std::min<std::size_t>(std::max(m_plan.parallel, 1U), m_open.size());
            for (std::size_t i = 1; i < count; ++i)
                threads.emplace_back([this] { work(); });
            work();
        }
        if (m_error) return *m_error;
        for (auto& [number, run] : m_runs)
            m_collection.runs.push_back(std::move(run));
        m_collection.stopped = m_stop.stop_requested();
        return std::move(m_collection);
    }

private:
    // A run that has its record is complete; only one that cannot be read is in doubt.
    void noteUnreadable(std::size_t number) {
        const std::string path = runFolderOf(m_plan, number) + "/" + std::string(kRunRecordName);
        std::error_code error;
        if (!fs::exists(path, error)) return;
        const Result<RunRecord> record = readRunRecord(path);
        if (record) return;
        m_collection.remarks.push_back("run" + std::to_string(number) +
                                       " is taken for an interrupted one: " + record.errorMessage() + ".");
    }

    void work() {
        while (const auto number = takeNext()) {
            Result<Made> made = m_plan.launcher.empty() ? recordHere(*number) : launch(*number);
            const std::lock_guard lock(m_mutex);
            --m_running;
            if (!made) {
                m_error = Error{made.errorMessage()};
            } else {
                take(*number, std::move(made).value());
            }
            report();
        }
    }

    std::optional<std::size_t> takeNext() {
        const std::lock_guard lock(m_mutex);
        if (m_open.empty() || m_error || m_stop.stop_requested()) return std::nullopt;
        const std::size_t number = m_open.back();
        m_open.pop_back();
        ++m_running;
        report();
        return number;
    }

    void take(std::size_t number, Made made) {
        if (!made.missing.empty()) m_collection.missing.push_back("run" + std::to_string(number) + ": " + made.missing);
        if (!made.run) return;
        if (made.run->setAside) m_collection.setAside.push_back(*made.run->setAside);
        m_collection.remarks.insert(m_collection.remarks.end(), made.run->remarks.begin(), made.run->remarks.end());
        if (!made.run->stopped) add(number, std::move(*made.run));
    }

    void add(std::size_t number, RecordedRun run) {
        m_runs.insert_or_assign(number, std::move(run));
        m_told.reset();
    }

    void report() {
        if (!m_progress) return;
        CollectionProgress progress;
        progress.done = m_runs.size();
        progress.total = m_plan.runs;
        progress.running = m_running;
        progress.failed = static_cast<std::size_t>(
            std::count_if(m_runs.begin(), m_runs.end(), [](const auto& run) { return isFailure(run.second.record); }));
        progress.runs = runsToTell();
        if (const std::size_t made = m_runs.size() - m_collection.found; made > 0) {
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_began).count();
            progress.secondsLeft = passed / static_cast<double>(made) * static_cast<double>(m_open.size() + m_running);
        }
        m_progress(progress);
    }

    std::shared_ptr<const std::vector<RecordedRun>> runsToTell() {
        if (!m_told) {
            std::vector<RecordedRun> runs;
            for (const auto& [number, run] : m_runs)
                runs.push_back(run);
            m_told = std::make_shared<const std::vector<RecordedRun>>(std::move(runs));
        }
        return m_told;
    }

    Result<Made> recordHere(std::size_t number) {
        const Result<RunClaim> claim = claimRun(runFolderOf(m_plan, number));
        if (!claim) return Error{claim.errorMessage()};
        if (const std::string& holder = claim.value().lock.holder(); !holder.empty()) {
            return Made{{}, holder + " is making it"};
        }
        // A task may have made it since the collection began.
        if (auto complete = completeRun(m_plan.program, runFolderOf(m_plan, number)))
            return Made{std::move(complete), {}};
        Result<RecordedRun> run = recordRun(
            m_plan.program, claim.value(), {},
            [this](std::chrono::milliseconds) {
                const std::lock_guard lock(m_mutex);
                report();
            },
            m_stop);
        if (!run) return Error{run.errorMessage()};
        return Made{std::move(run).value(), {}};
    }

    // A launcher that fails may serve the next run.
    Result<Made> launch(std::size_t number) {
        // Its task sets an interrupted run aside: only there it can be told whether that one still runs.
        const std::string aside = placeAside(runFolderOf(m_plan, number));
        Result<RecordedRun> run = launched(number);
        if (!run) return Made{{}, run.errorMessage()};
        std::error_code error;
        if (fs::exists(aside, error)) run.value().setAside = aside;
        return Made{std::move(run).value(), {}};
    }

    Result<RecordedRun> launched(std::size_t number) {
        std::vector<std::string> task = m_plan.task;
        task.push_back(std::to_string(number));
        task.emplace_back("--");
        task.insert(task.end(), m_plan.program.command.begin(), m_plan.program.command.end());
        const std::string logs = m_plan.folder + "/.launcher";
        if (auto error = makeFolder(logs)) return *error;
        ProgramRun run;
        run.command = {launchedBy(m_plan.launcher, task)};
        run.outputFile = logs + "/run" + std::to_string(number) + ".out";
        run.errorFile = logs + "/run" + std::to_string(number) + ".err";
        const Result<ProgramEnd> end = runProgram(run, m_stop);
        if (!end) return Error{end.errorMessage()};
        if (auto complete = completeRun(m_plan.program, runFolderOf(m_plan, number))) return std::move(*complete);
        if (end.value().stopped) {
            RecordedRun stopped;
            stopped.stopped = true;
            return stopped;
        }
        const std::string said = lastLineOf(run.errorFile);
        return Error{"the launcher " + toWords(end.value().end) + " and left no result" +
                     (said.empty() ? "" : "; it said last: " + said)};
    }

    const CollectionPlan& m_plan;
    const std::function<void(const CollectionProgress&)>& m_progress;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_began;
    std::mutex m_mutex;  // for everything below
    std::vector<std::size_t> m_open;
    std::map<std::size_t, RecordedRun> m_runs;               // by number
    std::shared_ptr<const std::vector<RecordedRun>> m_told;  // m_runs as it was told last; null once there are more
    std::size_t m_running = 0;
    std::optional<Error> m_error;
    Collection m_collection;
};

}  // namespace

Result<Collection> collectRuns(const CollectionPlan& plan,
                               const std::function<void(const CollectionProgress&)>& progress,
                               const std::stop_token& stop) {
    if (auto error = sharedLogRefusal(plan)) return *error;
    const Result<FolderLock> lock = lockWholeFolder(plan.folder);
    if (!lock) return Error{lock.errorMessage()};
    for (std::size_t number = 1; number <= plan.runs; ++number)
        if (auto foreign = foreignAt(runFolderOf(plan, number))) return *foreign;
    if (auto error = claimFolder(plan, true)) return *error;
    return Collector(plan, progress, stop).run(lockRemarks(plan.folder, lock.value()));
}

Result<RecordedRun> collectOneRun(const CollectionPlan& plan, std::size_t number, const std::stop_token& stop) {
    if (auto foreign = foreignAt(runFolderOf(plan, number))) return *foreign;
    if (auto error = claimFolder(plan, false)) return *error;
    const Result<RunClaim> claim = claimRun(runFolderOf(plan, number));
    if (!claim) return Error{claim.errorMessage()};
    if (!claim.value().lock.holder().empty()) return inUseError(claim.value().folder, claim.value().lock);
    if (auto complete = completeRun(plan.program, claim.value().folder)) return std::move(*complete);
    return recordRun(plan.program, claim.value(), {}, {}, stop);
}

}  // namespace flipscope
