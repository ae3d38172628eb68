#include "core/read/loader.h"

#include "core/read/alias_list.h"
#include "core/read/dataset_builder.h"
#include "core/read/folder_walk.h"
#include "core/read/lone_databases.h"
#include "core/read/progress_meter.h"
#include "core/read/run_finder.h"
#include "core/read/run_reader.h"
#include "core/read/shown_text.h"
#include "core/read/text_look.h"
#include "core/read/worker_threads.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <new>
#include <optional>
#include <set>
#include <thread>

namespace flipscope {

namespace {

constexpr std::uint64_t kMaxTextTotal = std::uint64_t{256} << 20;  // of all runs together

// One place while it is being loaded.
struct Slot {
    RunReading reading;
    AssembledRuns assembled;
    std::string path;
    bool holdsRun = false;
};

std::uint64_t keptOf(const FoundFile& text) {
    return std::min<std::uint64_t>(text.size, kMaxTextOutput);
}

class Loading {
public:
    explicit Loading(const LoadOptions& options)
        : m_options(options),
          m_meter(options.progress),
          m_byHand(options.splitByHand.begin(), options.splitByHand.end()),
          m_threads(options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())) {}

    Result<Dataset> load(const std::vector<std::string>& paths) {
        std::vector<KeyAlias> aliases;
        if (!m_options.aliasFile.empty()) {
            const std::string shown = shownText(m_options.aliasFile);
            Result<std::vector<KeyAlias>> read = readAliasFile(m_options.aliasFile, shown, m_report, m_options.stop);
            if (read.cancelled()) return Cancelled{};
            if (!read) return Error{shown + ": " + read.errorMessage()};
            aliases = std::move(read).value();
        }
        Result<Walk> walk = walkPaths(paths, walkOptions());
        if (walk.cancelled()) return Cancelled{};
        if (!walk) return Error{walk.errorMessage()};
        take(walk.value().problems, walk.value().problemCount, walk.value().notes);
        FoundRuns found = findRuns(std::move(walk.value().files));
        take(found.problems, found.problems.size(), found.notes);
        m_runs = std::move(found.runs);
        m_unused = std::move(found.unused);
        planTexts();
        if (const std::optional<Error> failure = readAll()) return *failure;
        if (stopped()) return Cancelled{};
        std::vector<LoadedPlace> places = collect();
        if (places.empty()) return nothingFound(walk.value().filesSeen);
        readAliases(found.aliasLists, aliases);
        if (m_options.progress) m_meter.finish();
        Dataset dataset = buildDataset(std::move(places), m_pool.take(), std::move(m_report));
        giveAliases(dataset, aliases);
        return dataset;
    }

private:
    [[nodiscard]] bool stopped() const { return m_options.stop.stop_requested(); }

    void take(std::vector<Problem>& problems, std::uint64_t count, std::vector<Note>& notes) {
        std::move(problems.begin(), problems.end(), std::back_inserter(m_report.problems));
        std::move(notes.begin(), notes.end(), std::back_inserter(m_report.notes));
        m_report.problemCount += count;
    }

    void problem(ProblemKind kind, const std::string& path, std::string message) {
        ++m_report.problemCount;
        m_report.problems.push_back({kind, path, 0, std::move(message)});
    }

    void readAliases(const std::vector<FoundFile>& lists, std::vector<KeyAlias>& aliases) {
        for (const FoundFile& list : lists) {
            Result<std::vector<KeyAlias>> read = readAliasFile(list.realPath, list.shownPath, m_report);
            if (!read) {
                problem(ProblemKind::unreadableFile, list.shownPath, read.errorMessage());
                continue;
            }
            std::move(read.value().begin(), read.value().end(), std::back_inserter(aliases));
        }
    }

    WalkOptions walkOptions() {
        WalkOptions walk;
        walk.threads = m_threads;
        walk.stop = m_options.stop;
        if (m_options.progress) walk.progress = [this](std::size_t files) { m_meter.filesSeen(files); };
        return walk;
    }

    // How many texts of each run are kept is settled before any thread runs, so that it depends on the input only.
    void planTexts() {
        std::uint64_t planned = 0;
        std::uint64_t files = 0;
        std::uint64_t bytes = 0;
        for (const RunFiles& run : m_runs) {
            std::size_t& kept = m_textsKept.emplace_back(0);
            for (; kept < run.texts.size() && planned + keptOf(run.texts[kept]) <= kMaxTextTotal; ++kept) {
                planned += keptOf(run.texts[kept]);
            }
            if (kept < run.texts.size()) {
                problem(ProblemKind::limitReached, run.texts[kept].shownPath,
                        "text outputs beyond " + std::to_string(kMaxTextTotal >> 20U) + " MiB in all are not read");
            }
            files += run.logs.size() + run.humanLogs.size() + run.databases.size() + kept;
            for (const FoundFile& file : run.logs)
                bytes += file.size;
            for (const FoundFile& file : run.humanLogs)
                bytes += file.size;
            for (const DatabaseFiles& file : run.databases)
                bytes += file.database.size;
            for (std::size_t i = 0; i < kept; ++i)
                bytes += keptOf(run.texts[i]);
        }
        m_meter.setTotal(files, bytes);
    }

    std::optional<Error> readAll() {
        m_slots.resize(m_runs.size());
        SharedDatabases shared;
        RunReader reader{m_pool, shared, {}, m_options.stop, {}};
        if (m_options.progress) {
            reader.progress = [this](const std::string& path, std::uint64_t bytes) { m_meter.fileDone(path, bytes); };
        }
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            ReadBuffer buffer;
            for (std::size_t i = next++; i < m_runs.size() && !stopped(); i = next++)
                readOne(i, reader, buffer);
        };
        return runOnThreads(static_cast<unsigned>(std::min<std::size_t>(m_threads, m_runs.size())), work);
    }

    void readOne(std::size_t index, const RunReader& reader, ReadBuffer& buffer) {
        Slot& slot = m_slots[index];
        slot.reading = reader.read(m_runs[index], m_textsKept[index], buffer);
        slot.path = slot.reading.sources.path;
        slot.holdsRun = holdsRun(slot.reading.sources);
        // Databases are large and let go at once, unless ids must be known first to split by hand, or one may tell of
        // other runs.
        if (m_byHand.empty() && loneOf(m_runs[index]) == LoneDatabase::none && slot.holdsRun && !stopped()) {
            slot.assembled = assembleRuns(std::move(slot.reading.sources), m_pool);
            slot.reading.sources = {};
        }
    }

    static LoneDatabase loneOf(const RunFiles& run) {
        if (!run.logs.empty() || !run.humanLogs.empty()) return LoneDatabase::none;
        const bool hasText = !run.texts.empty() || !run.statusFiles.empty();
        if (run.isAboveRuns) return hasText ? LoneDatabase::aboveWithText : LoneDatabase::aboveRuns;
        return hasText ? LoneDatabase::none : LoneDatabase::anywhere;
    }

    std::vector<LoadedPlace> collect() {
        std::vector<LoadedPlace> places;
        for (std::size_t i = 0; i < m_slots.size(); ++i) {
            Slot& slot = m_slots[i];
            count(slot.reading);
            if (!slot.holdsRun) {
                for (const DatabaseFiles& files : m_runs[i].databases)
                    m_unused.push_back(files.database);
                continue;
            }
            LoadedPlace& place = places.emplace_back();
            place.place = {m_runs[i].folder, m_runs[i].ownName};
            place.assembled = std::move(slot.assembled);
            place.sources = std::move(slot.reading.sources);
            place.contentId = std::move(slot.reading.contentId);
            place.outputId = std::move(slot.reading.outputId);
            place.path = std::move(slot.path);
            place.lone = loneOf(m_runs[i]);
            if (!m_byHand.empty()) place.assembled = assembleRuns(place.sources, m_pool);
        }
        dropDuplicates(places, m_report.notes);
        SharedDatabasesFound shared = takeOutShared(places, m_pool);
        nameAll(places);
        if (!m_byHand.empty()) {
            splitByHand(places);
            shared.notes = giveShared(places, shared.places, m_pool);
        }
        std::move(shared.notes.begin(), shared.notes.end(), std::back_inserter(m_report.notes));
        noteOtherLines();
        if (!places.empty()) noteUnused();
        return places;
    }

    void splitByHand(std::vector<LoadedPlace>& places) {
        std::set<std::string> unknown = m_byHand;
        for (LoadedPlace& place : places) {
            const bool asked = unknown.erase(place.id) != 0;
            place.assembled = assembleRuns(std::move(place.sources), m_pool, asked);
            if (!asked || place.assembled.isSplitByHand) continue;
            const std::size_t processes = place.assembled.runs.size();
            problem(ProblemKind::requestUnmet, place.path,
                    processes > 1
                        ? "cannot be split by hand: its " + std::to_string(processes) +
                              " processes are separate runs already, and no key comes again in one of them"
                        : "cannot be split by hand: no key comes again in it as another process would log it");
        }
        for (const std::string& id : unknown)
            problem(ProblemKind::requestUnmet, shownText(id), "no run has this id: nothing was split");
    }

    // Text between the decisions is no problem, but it was not read as decisions either.
    void noteOtherLines() {
        if (m_report.otherLines == 0) return;
        std::string message = std::to_string(m_report.otherLines) + (m_report.otherLines == 1 ? " line" : " lines") +
                              " between the decisions " + (m_report.otherLines == 1 ? "is" : "are") + " other text";
        if (m_mixedLogs > 1) message += " (of " + std::to_string(m_mixedLogs) + " logs, this is the first)";
        m_report.notes.push_back({NoteKind::information, m_firstMixedLog, std::move(message)});
    }

    // What was looked at and is in no run, so that nobody takes it for read.
    void noteUnused() {
        if (m_unused.empty()) return;
        constexpr std::size_t kNamed = 3;
        const std::size_t others = m_unused.size() - 1;
        std::string message = "belongs to no run and holds no decisions";
        message += others == 0 ? ": it looks like " + describe(m_unused.front())
                               : ", as " + std::to_string(others) + (others == 1 ? " other file" : " other files");
        for (std::size_t i = 1; i < std::min(m_unused.size(), kNamed + 1); ++i)
            message += (i == 1 ? ": " : ", ") + m_unused[i].shownPath;
        if (m_unused.size() > kNamed + 1) message += " …";
        const bool hasTable = std::any_of(m_unused.begin(), m_unused.end(),
                                          [](const FoundFile& file) { return file.name.ends_with(".csv"); });
        if (hasTable) message += " (a table of the runs' labels is given as such: --labels FILE, or Load labels)";
        m_report.notes.push_back({NoteKind::information, m_unused.front().shownPath, std::move(message)});
    }

    void count(RunReading& reading) {
        if (reading.otherLines > 0) {
            if (m_mixedLogs++ == 0) m_firstMixedLog = reading.mixedLog;
            m_report.otherLines += reading.otherLines;
        }
        m_report.filesRead += reading.filesRead;
        m_report.bytesRead += reading.bytesRead;
        m_report.recordsSkipped += reading.recordsSkipped;
        m_report.problemCount += reading.problemCount;
        std::move(reading.problems.begin(), reading.problems.end(), std::back_inserter(m_report.problems));
        std::move(reading.notes.begin(), reading.notes.end(), std::back_inserter(m_report.notes));
    }

    // Says what there is instead of decisions.
    Error nothingFound(std::uint64_t filesSeen) const {
        std::string message = "no autotune decisions found";
        if (!m_report.problems.empty()) {
            const Problem& first = m_report.problems.front();
            message += ": " + first.path + ": " + first.message;
            if (m_report.problemCount > 1)
                message += " (and " + std::to_string(m_report.problemCount - 1) + " more problems)";
            return {message};
        }
        message += " in " + std::to_string(filesSeen) + (filesSeen == 1 ? " file" : " files");
        constexpr std::size_t kNamed = 3;
        for (std::size_t i = 0; i < std::min(m_unused.size(), kNamed); ++i) {
            message += (i == 0 ? ": " : ", ") + m_unused[i].shownPath + " looks like " + describe(m_unused[i]);
        }
        if (m_unused.size() > kNamed) message += " …";
        const bool isOthers = std::any_of(m_unused.begin(), m_unused.end(),
                                          [](const FoundFile& file) { return isOtherFramework(describe(file)); });
        if (isOthers) {
            message +=
                "; this version reads the decisions of cubecl and burn only: those of Triton, XLA and Inductor "
                "are kept by collect, for later versions";
        }
        return {message};
    }

    const LoadOptions& m_options;
    ProgressMeter m_meter;
    std::set<std::string> m_byHand;
    unsigned m_threads;
    InternPool m_pool;
    LoadReport m_report;
    std::vector<RunFiles> m_runs;
    std::vector<std::size_t> m_textsKept;  // by run
    std::vector<Slot> m_slots;             // by run
    std::vector<FoundFile> m_unused;
    std::size_t m_mixedLogs = 0;  // logs with other text between their lines
    std::string m_firstMixedLog;
};

}  // namespace

Result<Dataset> loadRuns(const std::vector<std::string>& paths, const LoadOptions& options) {
    try {
        return Loading(options).load(paths);
    } catch (const std::bad_alloc&) {
        return Error{"not enough memory to load all of this"};
    }
}

}  // namespace flipscope
