#include "core/read/loader.h"

#include "core/read/dataset_builder.h"
#include "core/read/folder_walk.h"
#include "core/read/progress_meter.h"
#include "core/read/run_finder.h"
#include "core/read/run_reader.h"

#include <algorithm>
#include <atomic>
#include <iterator>
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
        Result<Walk> walk = walkPaths(paths, walkOptions());
        if (!walk) return Cancelled{};
        LoadReport& report = m_report;
        report.problems = std::move(walk.value().problems);
        report.notes = std::move(walk.value().notes);
        FoundRuns found = findRuns(std::move(walk.value().files));
        std::move(found.problems.begin(), found.problems.end(), std::back_inserter(report.problems));
        std::move(found.notes.begin(), found.notes.end(), std::back_inserter(report.notes));
        report.problemCount = report.problems.size();
        m_runs = std::move(found.runs);
        m_unused = std::move(found.unused);
        planTexts();
        readAll();
        if (stopped()) return Cancelled{};
        std::vector<LoadedPlace> places = collect();
        if (places.empty()) return nothingFound(walk.value().filesSeen);
        if (m_options.progress) m_meter.finish();
        return buildDataset(std::move(places), m_pool.take(), std::move(m_report));
    }

private:
    [[nodiscard]] bool stopped() const { return m_options.stop.stop_requested(); }

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
                ++m_report.problemCount;
                m_report.problems.push_back(
                    {ProblemKind::limitReached, run.texts[kept].shownPath, 0,
                     "text outputs beyond " + std::to_string(kMaxTextTotal >> 20U) + " MiB in all are not read"});
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

    void readAll() {
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
        const std::size_t threads = std::min<std::size_t>(m_threads, m_runs.size());
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(work);
        work();
    }

    void readOne(std::size_t index, const RunReader& reader, ReadBuffer& buffer) {
        Slot& slot = m_slots[index];
        slot.reading = reader.read(m_runs[index], m_textsKept[index], buffer);
        slot.path = slot.reading.sources.path;
        slot.holdsRun = !slot.reading.databaseIsForeign && holdsRun(slot.reading.sources);
        // Databases are large and let go at once, unless ids must be known first to split by hand.
        if (m_byHand.empty() && slot.holdsRun && !stopped()) {
            slot.assembled = assembleRuns(std::move(slot.reading.sources), m_pool);
            slot.reading.sources = {};
        }
    }

    std::vector<LoadedPlace> collect() {
        std::vector<LoadedPlace> places;
        for (std::size_t i = 0; i < m_slots.size(); ++i) {
            Slot& slot = m_slots[i];
            count(slot.reading);
            if (!slot.holdsRun) {
                reportNoRun(m_runs[i]);
                continue;
            }
            LoadedPlace& place = places.emplace_back();
            place.place = {m_runs[i].folder, m_runs[i].ownName};
            place.assembled = std::move(slot.assembled);
            place.sources = std::move(slot.reading.sources);
            place.contentId = std::move(slot.reading.contentId);
            place.outputId = std::move(slot.reading.outputId);
            place.path = std::move(slot.path);
        }
        dropDuplicates(places, m_report.notes);
        nameAll(places);
        for (LoadedPlace& place : places) {
            if (m_byHand.empty()) break;
            place.assembled = assembleRuns(std::move(place.sources), m_pool, m_byHand.count(place.id) != 0);
        }
        return places;
    }

    void count(RunReading& reading) {
        m_report.filesRead += reading.filesRead;
        m_report.bytesRead += reading.bytesRead;
        m_report.recordsSkipped += reading.recordsSkipped;
        m_report.problemCount += reading.problemCount;
        std::move(reading.problems.begin(), reading.problems.end(), std::back_inserter(m_report.problems));
    }

    // A database that holds no choices; said only of one that was given itself.
    void reportNoRun(const RunFiles& run) {
        for (const DatabaseFiles& files : run.databases) {
            const FoundFile& file = files.database;
            m_unused.push_back(file);
            if (!file.namedByUser) continue;
            ++m_report.problemCount;
            m_report.problems.push_back({ProblemKind::notDecisionData, file.shownPath, 0,
                                         "holds no autotune decisions: it looks like " + file.look.inWords});
        }
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
};

}  // namespace

Result<Dataset> loadRuns(const std::vector<std::string>& paths, const LoadOptions& options) {
    return Loading(options).load(paths);
}

}  // namespace flipscope
