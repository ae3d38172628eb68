#include "core/read/run_finder.h"

#include "core/model/plain_text.h"
#include "core/read/file_names.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include <unistd.h>

namespace flipscope {

namespace {

// Folders between a run's log or cache and its database or output; caches of cubecl before 0.11 lie in
// target/autotune/VERSION/DEVICE below the program's folder.
constexpr std::size_t kOwnerDistance = 4;

using RunIndices = std::vector<std::size_t>;

bool isStatusFile(const FoundFile& file) {
    const bool small = file.size <= (std::uint64_t{64} << 10);
    return small && isStatusFileName(file.name);
}

bool isSmallJson(const FoundFile& file) {
    return file.size <= (std::uint64_t{64} << 10) && lowerCase(file.name).ends_with(".json");
}

// Sources, configuration and the like are texts too, but no output of a run; a file the user named is.
bool mayBeOutput(const FoundFile& file) {
    return file.look.kind == FileKind::text && (file.namedByUser || !isNoOutput(file.name));
}

bool mayBelongToRun(const FoundFile& file) {
    const bool emptyOutput = file.look.kind == FileKind::empty && outputRank(file.name) < 3;
    return mayBeOutput(file) || isStatusFile(file) || file.look.kind == FileKind::humanLog || emptyOutput;
}

// cubecl writes its rows into the write-ahead log first: a database of zero bytes is one whose rows all lie in
// "x.db-wal", or one that was copied without it. Read as a database, it says so.
bool isEmptyDatabase(const FoundFile& file) {
    return file.look.kind == FileKind::empty && namedLikeDatabase(file.name);
}

class Grouping {
public:
    explicit Grouping(std::vector<FoundFile> files) : m_files(std::move(files)) {
        m_used.resize(m_files.size());
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (m_files[i].look.kind == FileKind::decisionLog) m_logShapes.insert(shapeOf(m_files[i].name));
            auto [found, isNew] = m_byFolder.try_emplace(m_files[i].folder);
            if (isNew) m_folders.push_back(m_files[i].folder);
            found->second.push_back(i);
        }
    }

    FoundRuns group() {
        for (const std::string& folder : m_folders)
            makeRuns(folder);
        countSubtrees();
        for (const std::string& folder : m_folders)
            shareOut(folder);
        for (RunFiles& run : m_found.runs)
            limitTexts(run);
        for (const FoundFile& file : m_files)
            tellLoneWal(file);
        reportNamed();
        return std::move(m_found);
    }

private:
    struct Owner {
        RunIndices runs;
        bool fromBeside = false;   // of a folder that only shares a parent with the run
        bool fromAbove = false;    // of a folder above the run
        bool isOfSeveral = false;  // several runs lie below, none of which it is nearer to: runs is empty
        std::size_t up = 0;        // folders between it and the one that has them below
    };

    [[nodiscard]] std::vector<std::size_t> ofKind(const std::string& folder, FileKind kind) const {
        std::vector<std::size_t> chosen;
        for (const std::size_t i : m_byFolder.at(folder)) {
            if (m_files[i].look.kind == kind) chosen.push_back(i);
        }
        return chosen;
    }

    // The strongest source in the folder makes its runs: decision logs, caches, empty logs, human logs.
    void makeRuns(const std::string& folder) {
        std::vector<std::size_t> logs = ofKind(folder, FileKind::decisionLog);
        const std::vector<std::size_t> caches = ofKind(folder, FileKind::choiceCache);
        for (const std::size_t i : ofKind(folder, FileKind::empty)) {
            if (isEmptyLog(m_files[i])) logs.push_back(i);
        }
        std::sort(logs.begin(), logs.end());
        const bool several = logs.size() + (caches.empty() ? 0 : 1) > 1;
        for (const std::size_t i : logs)
            addRun(folder, {i}, several);
        if (!caches.empty()) addRun(folder, caches, several);
        if (!logs.empty() || !caches.empty()) return;
        const std::vector<std::size_t> humanLogs = ofKind(folder, FileKind::humanLog);
        for (const std::size_t i : humanLogs)
            addRun(folder, {i}, humanLogs.size() > 1);
    }

    // Of an empty file only the name can tell. One that merely could be a log counts when others of its kind are logs.
    [[nodiscard]] bool isEmptyLog(const FoundFile& file) const {
        if (!namedLikeDecisionLog(file.name) || namedLikeDatabase(file.name)) return false;
        const bool certain = lowerCase(file.name).find("decision") != std::string::npos;
        return certain || file.namedByUser || m_logShapes.count(shapeOf(file.name)) != 0;
    }

    [[nodiscard]] const FoundFile* walOf(const std::string& folder, const FoundFile& database) const {
        for (const std::size_t i : m_byFolder.at(folder)) {
            if (m_files[i].look.kind == FileKind::databaseSidecar && m_files[i].name == database.name + "-wal") {
                return &m_files[i];
            }
        }
        return nullptr;
    }

    void addRun(const std::string& folder, const std::vector<std::size_t>& sources, bool oneOfSeveral) {
        RunFiles run;
        run.folder = folder;
        const FoundFile& first = m_files[sources.front()];
        const bool ownName = oneOfSeveral || (first.namedByUser && !isGenericName(stemOf(first.name)));
        if (ownName) run.ownName = first.name;
        for (const std::size_t i : sources) {
            m_used[i] = true;
            (m_files[i].look.kind == FileKind::humanLog ? run.humanLogs : run.logs).push_back(m_files[i]);
        }
        m_runsOf[folder].push_back(m_found.runs.size());
        m_found.runs.push_back(std::move(run));
    }

    // How many runs lie in a folder and up to kOwnerDistance folders below it.
    void countSubtrees() {
        for (const auto& [folder, runs] : m_runsOf) {
            std::string at = folder;
            for (std::size_t up = 0; up <= kOwnerDistance && !at.empty(); ++up, at = parentFolder(at)) {
                RunIndices& below = m_runsBelow[at];
                below.insert(below.end(), runs.begin(), runs.end());
            }
        }
    }

    // Gives the folder's remaining files to runs.
    void shareOut(const std::string& folder) {
        const Owner owner = ownerOf(folder);
        for (const std::size_t i : m_byFolder.at(folder)) {
            const FoundFile& file = m_files[i];
            if (file.look.kind == FileKind::database || isEmptyDatabase(file)) giveDatabase(folder, i, owner);
        }
        for (const std::size_t i : m_byFolder.at(folder)) {
            if (!m_used[i] && mayBelongToRun(m_files[i])) giveText(i, owner);
        }
    }

    // The runs a folder without logs belongs to: its own, those of a folder above, or the only one below.
    [[nodiscard]] Owner ownerOf(const std::string& folder) const {
        std::string at = folder;
        for (std::size_t up = 0; up <= kOwnerDistance && !at.empty(); ++up, at = parentFolder(at)) {
            if (const auto own = m_runsOf.find(at); own != m_runsOf.end()) return {own->second, false, false};
            const auto below = m_runsBelow.find(at);
            if (below == m_runsBelow.end()) continue;
            if (below->second.size() == 1) return {below->second, up > 0, up == 0};
            return {{}, up > 0, up == 0, true, up};
        }
        return {};
    }

    void giveDatabase(const std::string& folder, std::size_t index, const Owner& owner) {
        constexpr std::array<std::string_view, 6> kUsual{"env", "environment", "db", "database", "cache", "cubecl"};
        const std::vector<std::string> parts = pathParts(folder);
        const bool usual = !parts.empty() && std::find(kUsual.begin(), kUsual.end(), parts.back()) != kUsual.end();
        DatabaseFiles files{m_files[index], {}, {}, false};
        if (const FoundFile* wal = walOf(folder, files.database)) {
            files.walPath = wal->realPath;
            files.shownWalPath = wal->shownPath;
        } else {
            takeOtherWal(files);
        }
        m_used[index] = true;
        RunIndices runs = owner.fromBeside && !usual ? RunIndices{} : owner.runs;
        if (runs.size() > 1) {
            if (const int partner = partnerOf(files.database.name, namesOf(runs)); partner >= 0) {
                runs = {runs[static_cast<std::size_t>(partner)]};
            }
        }
        files.shared = runs.size() > 1;
        for (const std::size_t run : runs)
            m_found.runs[run].databases.push_back(files);
        if (runs.empty()) addDatabaseRun(folder, std::move(files), isAboveRuns(owner, parts, usual));
    }

    // One that was not found as such: not looked for beside a database that was given alone, damaged, or no file at
    // all.
    void takeOtherWal(DatabaseFiles& files) {
        const std::string real = files.database.realPath + "-wal";
        const std::string shown = files.database.shownPath + "-wal";
        std::error_code error;
        const std::filesystem::file_type type = std::filesystem::status(real, error).type();
        if (type == std::filesystem::file_type::regular) {
            if (::access(real.c_str(), R_OK) != 0) return;             // said when it was looked at
            if (std::filesystem::file_size(real, error) == 0) return;  // as if there were none
            files.walPath = real;
            files.shownWalPath = shown;
        } else if (type != std::filesystem::file_type::not_found && type != std::filesystem::file_type::none) {
            m_found.problems.push_back({ProblemKind::unreadableFile, shown, 0,
                                        "should be the write-ahead log of the database beside it, but is no regular "
                                        "file: what was written to the database last may be missing"});
        }
    }

    // Beside the runs' folders, in a folder for databases there, or where cubecl puts its own: target/environment.
    static bool isAboveRuns(const Owner& owner, const std::vector<std::string>& parts, bool usual) {
        if (!owner.isOfSeveral) return false;
        const bool inTarget = owner.up == 2 && parts.size() > 1 && parts[parts.size() - 2] == "target";
        return owner.up == 0 || (usual && (owner.up == 1 || inTarget));
    }

    void addDatabaseRun(const std::string& folder, DatabaseFiles files, bool isAboveRuns) {
        RunFiles run;
        run.isAboveRuns = isAboveRuns;
        run.folder = folder;
        const bool several = ofKind(folder, FileKind::database).size() > 1;
        if (several || !isGenericName(stemOf(files.database.name))) run.ownName = files.database.name;
        run.databases.push_back(std::move(files));
        m_databaseRunOf[folder].push_back(m_found.runs.size());
        m_found.runs.push_back(std::move(run));
    }

    void giveText(std::size_t index, const Owner& owner) {
        const FoundFile& file = m_files[index];
        RunIndices runs = owner.fromBeside ? RunIndices{} : owner.runs;
        if (owner.fromAbove && outputRank(file.name) > 2 && !isStatusFile(file)) runs.clear();
        if (runs.empty()) runs = databaseRunsOf(file.folder);
        if (runs.size() > 1) {
            const int partner = partnerOf(file.name, namesOf(runs));
            runs = partner >= 0 ? RunIndices{runs[static_cast<std::size_t>(partner)]} : RunIndices{};
        }
        if (runs.empty()) return;
        RunFiles& run = m_found.runs[runs.front()];
        m_used[index] = true;
        if (isStatusFile(file)) {
            run.statusFiles.push_back(file);
        } else if (file.look.kind == FileKind::humanLog) {
            run.humanLogs.push_back(file);
        } else {
            if (isSmallJson(file)) run.statusFiles.push_back(file);
            run.texts.push_back(file);
        }
    }

    [[nodiscard]] RunIndices databaseRunsOf(const std::string& folder) const {
        const auto found = m_databaseRunOf.find(folder);
        return found != m_databaseRunOf.end() ? found->second : RunIndices{};
    }

    [[nodiscard]] std::vector<std::string> namesOf(const RunIndices& runs) const {
        std::vector<std::string> names;
        for (const std::size_t run : runs)
            names.push_back(m_found.runs[run].ownName);
        return names;
    }

    void limitTexts(RunFiles& run) {
        std::stable_sort(run.texts.begin(), run.texts.end(), [](const FoundFile& a, const FoundFile& b) {
            return outputRank(a.name) < outputRank(b.name);
        });
        if (run.texts.size() <= kMaxTextsPerRun) return;
        m_found.notes.push_back({NoteKind::information, run.texts[kMaxTextsPerRun].shownPath,
                                 std::to_string(run.texts.size() - kMaxTextsPerRun) +
                                     " more text files of this run are not looked at (at most " +
                                     std::to_string(kMaxTextsPerRun) + " are)"});
        run.texts.resize(kMaxTextsPerRun);
    }

    void reportNamed() {
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            FoundFile& file = m_files[i];
            if (m_used[i] || file.look.kind == FileKind::databaseSidecar) continue;
            if (file.look.kind == FileKind::aliasList) {
                m_found.aliasLists.push_back(std::move(file));
                continue;
            }
            if (file.namedByUser) {
                m_found.problems.push_back({ProblemKind::notDecisionData, file.shownPath, 0,
                                            "holds no autotune decisions: it looks like " + file.look.inWords});
            }
            if (m_found.unused.size() < kMaxProblemsKept) m_found.unused.push_back(std::move(file));
        }
    }

    void tellLoneWal(const FoundFile& sidecar) {
        constexpr std::string_view kEnding = "-wal";
        if (sidecar.look.kind != FileKind::databaseSidecar || !sidecar.name.ends_with(kEnding)) return;
        const std::string database = sidecar.name.substr(0, sidecar.name.size() - kEnding.size());
        const std::vector<std::size_t>& beside = m_byFolder.at(sidecar.folder);
        if (std::any_of(beside.begin(), beside.end(), [&](std::size_t i) { return m_files[i].name == database; }))
            return;
        m_found.problems.push_back({ProblemKind::unreadableFile, sidecar.shownPath, 0,
                                    "the write-ahead log of a database that is not here, or is none: not read"});
    }

    std::vector<FoundFile> m_files;
    std::vector<std::string> m_folders;  // in order of first file
    std::unordered_map<std::string, std::vector<std::size_t>> m_byFolder;
    std::map<std::string, RunIndices> m_runsOf;  // folders that hold the source of a run
    std::unordered_map<std::string, RunIndices> m_runsBelow;
    std::unordered_map<std::string, RunIndices> m_databaseRunOf;
    std::unordered_set<std::string> m_logShapes;
    std::vector<bool> m_used;
    FoundRuns m_found;
};

}  // namespace

FoundRuns findRuns(std::vector<FoundFile> files) {
    return Grouping(std::move(files)).group();
}

}  // namespace flipscope
