#include "core/read/folder_walk.h"

#include "core/read/file_bytes.h"
#include "core/read/file_names.h"
#include "core/read/folder_listing.h"
#include "core/read/hidden_entries.h"
#include "core/read/problem_list.h"
#include "core/read/shown_text.h"
#include "core/read/system_message.h"
#include "core/read/worker_threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <sys/stat.h>

namespace flipscope {

namespace {

constexpr std::size_t kNestedArchives = 3;

std::string canonicalPath(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved != nullptr ? std::string(resolved.get()) : std::string();
}

std::string joined(const std::string& folder, const std::string& name) {
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

std::pair<std::string, std::string> folderAndName(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos) return {"", path};
    return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

// In folders only files that are meant as archives are unpacked: many formats (.npz, .jar, .docx) are zip files inside.
bool namedLikeArchive(const std::string& name) {
    constexpr std::array<std::string_view, 14> kEndings{".zip", ".tar", ".tgz", ".tbz2", ".txz",  ".7z", ".gz",
                                                        ".bz2", ".xz",  ".zst", ".lz4",  ".lzma", ".Z",  ".tzst"};
    return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

// A file still to be looked at.
struct Candidate {
    FoundFile file;
    std::string problem;  // why it cannot be read; empty when it can
};

class Walker {
public:
    explicit Walker(const WalkOptions& options) : m_options(options) {}

    Result<Walk> walk(const std::vector<std::string>& paths) {
        for (const std::string& path : paths)
            takeNamed(path);
        // Links last: what they lead to keeps its own name when it is also given itself.
        for (std::size_t i = 0; i < m_linkedFolders.size(); ++i) {
            const auto [shown, real, depth] = m_linkedFolders[i];
            const std::string canonical = canonicalPath(real);
            if (!canonical.empty() && m_visited.count(canonical) == 0) takeFolder(shown, canonical, depth, false);
        }
        lookAtAll();
        collect();
        for (Note& leftOut : m_hidden.notes())
            m_walk.notes.push_back(std::move(leftOut));
        if (m_options.stop.stop_requested()) return Cancelled{};
        if (m_failure) return *m_failure;
        m_walk.problems = std::move(m_problems.kept);
        m_walk.problemCount = m_problems.count;
        return std::move(m_walk);
    }

private:
    struct LinkedFolder {
        std::string shown, real;
        std::size_t depth;
    };

    [[nodiscard]] bool stopped() const { return m_options.stop.stop_requested(); }

    void problem(ProblemKind kind, const std::string& shownPath, std::string message) {
        m_problems.add({kind, shownText(shownPath), 0, std::move(message)});
    }

    void takeNamed(const std::string& path) {
        const std::string canonical = canonicalPath(path);
        struct stat status {};
        if (canonical.empty() || ::stat(canonical.c_str(), &status) != 0) {
            problem(ProblemKind::unreadableFile, path, "cannot be opened: " + systemMessage());
            return;
        }
        if (S_ISDIR(status.st_mode)) {
            takeFolder(path, canonical, 0, true);
        } else {
            // The folder is that of the name the user gave, not that of a link's target.
            const auto [parent, name] = folderAndName(path);
            const std::string folder = canonicalPath(parent.empty() ? "." : parent);
            addFile(path, folder, name, true);
        }
    }

    void addFile(const std::string& shown, const std::string& folder, const std::string& name, bool named) {
        const std::string real = joined(folder, name);
        const auto [known, isNew] = m_known.try_emplace(real, m_candidates.size());
        if (!isNew) {
            if (named && !m_candidates[known->second].file.namedByUser) noteGivenTwice(shown);
            return;
        }
        m_candidates.push_back({FoundFile{real, shownText(shown), folder, name, 0, {}, named}, {}});
    }

    void noteGivenTwice(const std::string& shown) {
        m_walk.notes.push_back({NoteKind::duplicateRun, shownText(shown), "given more than once, counted once"});
    }

    void takeFolder(const std::string& shown, const std::string& canonical, std::size_t depth, bool named) {
        if (!m_visited.insert(canonical).second) {
            if (named || depth == 0) noteGivenTwice(shown);
            return;
        }
        if (depth > m_options.depth) {
            problem(ProblemKind::limitReached, shown, "folders this deep are not read");
            return;
        }
        FolderListing listing = listFolder(canonical, m_options.stop);
        for (const FolderListing::Unreadable& lost : listing.unreadable) {
            problem(ProblemKind::unreadableFile, lost.name.empty() ? shown : joined(shown, lost.name), lost.reason);
        }
        if (named || !listing.isMarkedAsCache) {
            for (const std::string& name : listing.hidden)
                m_hidden.add(joined(shown, name));
            for (const std::string& name : listing.special)
                m_hidden.addSpecial(joined(shown, name));
        }
        if (!named && listing.isMarkedAsCache) keepEnvironmentOnly(listing);
        for (const std::string& name : listing.files) {
            if (stopped()) return;
            if (m_candidates.size() >= m_options.files) {
                if (!m_full) problem(ProblemKind::limitReached, shown, "too many files: the rest is not read");
                m_full = true;
                return;
            }
            addFile(joined(shown, name), canonical, name, false);
        }
        for (const FolderListing::Folder& folder : listing.folders)
            descend(shown, canonical, folder, depth);
    }

    void descend(const std::string& shown, const std::string& canonical, const FolderListing::Folder& entry,
                 std::size_t depth) {
        const std::string below = joined(shown, entry.name);
        if (stopped() || m_full) return;
        if (entry.isLink) {
            m_linkedFolders.push_back({below, joined(canonical, entry.name), depth + 1});
            return;
        }
        const std::string place = joined(canonical, entry.name);
        if (m_visited.count(place) != 0) {
            noteGivenTwice(below);
        } else {
            takeFolder(below, place, depth + 1, false);
        }
    }

    void lookAtAll() {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            ReadBuffer buffer;
            for (std::size_t i = next++; i < m_candidates.size() && !stopped(); i = next++) {
                lookAt(m_candidates[i], buffer);
                if (m_options.progress && i % 256 == 0) m_options.progress(i);
            }
        };
        m_failure = runOnThreads(m_candidates.size() < 64 ? 1 : m_options.threads, work);
    }

    void lookAt(Candidate& candidate, ReadBuffer& buffer) const {
        Result<InputFile> opened = InputFile::open(candidate.file.realPath);
        if (!opened) {
            candidate.problem = opened.errorMessage();
            return;
        }
        candidate.file.size = opened.value().size();
        for (const std::size_t length : {kShortHead, kLongHead}) {
            Result<std::string_view> head = readUpTo(opened.value(), length, buffer, m_options.stop);
            if (!head) {
                candidate.problem = head.errorMessage();
                return;
            }
            const bool whole = candidate.file.size <= length;
            FileLook& look = candidate.file.look;
            // A folder can hold 100,000 texts: words only for those that somebody will read.
            look = candidate.file.namedByUser ? lookAtContent(head.value(), whole) : lookBriefly(head.value(), whole);
            const bool isHole = head.value().find_first_not_of('\0') == std::string_view::npos;  // what follows it?
            if (whole || (look.kind != FileKind::text && !isHole)) return;
        }
    }

    void collect() {
        m_walk.filesSeen = m_candidates.size();
        for (Candidate& candidate : m_candidates) {
            if (stopped()) return;
            if (!candidate.problem.empty()) {
                problem(ProblemKind::unreadableFile, candidate.file.shownPath, std::move(candidate.problem));
            } else if (candidate.file.look.kind == FileKind::archive) {
                if (candidate.file.namedByUser || namedLikeArchive(candidate.file.name)) {
                    ArchiveLimits limits = m_options.archives;
                    openArchive(candidate.file, 0, limits);
                } else {
                    tellIfExpected(candidate.file);
                }
            } else if (isFirstOfItsTarget(candidate.file)) {
                keep(std::move(candidate.file));
            }
        }
    }

    // Files that are of no use are left out without a word, unless their name says that the user expects them to be.
    void keep(FoundFile file) {
        if (file.look.holdsRecordPiece && !file.namedByUser) {
            problem(ProblemKind::notDecisionData, file.shownPath,
                    "holds " + file.look.inWords + ": nothing of it is read as decisions");
        }
        // A damaged database may look like text, which is no output of a run.
        const bool isNoUse =
            file.look.kind == FileKind::other || (file.look.kind == FileKind::text && namedLikeDatabase(file.name));
        if (file.namedByUser || !isNoUse) {
            m_walk.files.push_back(std::move(file));
        } else {
            tellIfExpected(file);
        }
    }

    void tellIfExpected(const FoundFile& file) {
        if (namedLikeDatabase(file.name)) {
            problem(ProblemKind::notDecisionData, file.shownPath,
                    "is named like a database, but does not begin like one: it looks like " + describe(file) +
                        ", and nothing of it is read");
        } else if (namedLikeText(file.name) || isStatusFileName(file.name)) {
            problem(ProblemKind::notDecisionData, file.shownPath,
                    "holds neither decisions nor text: it looks like " + file.look.inWords);
        }
    }

    // The same log reached through a link is the same run. Outputs and databases may be shared by runs.
    bool isFirstOfItsTarget(const FoundFile& file) {
        const FileKind kind = file.look.kind;
        if (kind != FileKind::decisionLog && kind != FileKind::choiceCache && kind != FileKind::humanLog) return true;
        if (m_targets.insert(canonicalPath(file.realPath)).second) return true;
        noteGivenTwice(file.shownPath);
        return false;
    }

    // What an archive and the archives in it unpack to counts against one limit.
    void openArchive(const FoundFile& file, std::size_t nesting, ArchiveLimits& limits) {
        if (nesting >= kNestedArchives) {
            problem(ProblemKind::limitReached, file.shownPath, "archives inside archives this deep are not read");
            return;
        }
        Result<PrivateFolder> into = PrivateFolder::create();
        if (!into) return problem(ProblemKind::unreadableFile, file.shownPath, into.errorMessage());
        Result<UnpackedArchive> unpacked =
            unpackArchive(file.realPath, file.shownPath, into.value(), limits, m_options.stop);
        if (unpacked.cancelled()) return;
        if (!unpacked) return problem(ProblemKind::archiveEntry, file.shownPath, unpacked.errorMessage());
        m_walk.unpacked.push_back(std::move(into).value());
        const std::uint64_t used = unpacked.value().unpackedBytes;
        limits.totalBytes -= std::min(limits.totalBytes, used);
        limits.freeBytes -= std::min(limits.freeBytes, used);
        m_problems.take(std::move(unpacked.value().problems), unpacked.value().problemCount);
        std::move(unpacked.value().notes.begin(), unpacked.value().notes.end(), std::back_inserter(m_walk.notes));
        m_walk.filesSeen += unpacked.value().files.size();
        for (UnpackedFile& entry : unpacked.value().files) {
            addUnpacked(file, std::move(entry), unpacked.value().isOneFile, nesting, limits);
        }
    }

    void addUnpacked(const FoundFile& archive, UnpackedFile entry, bool isOneFile, std::size_t nesting,
                     ArchiveLimits& limits) {
        auto [inner, name] = folderAndName(entry.name);
        if (name.starts_with('.') || hasHiddenPart(inner)) return m_hidden.addOfArchive(archive.shownPath, entry.name);
        std::string folder = archive.folder;
        if (!isOneFile) folder = joined(archive.folder, archive.name) + (inner.empty() ? "" : "/" + inner);
        FoundFile file{entry.storedPath,
                       archive.shownPath + "!/" + shownText(entry.name),
                       folder,
                       name,
                       entry.size,
                       std::move(entry.look),
                       isOneFile && archive.namedByUser};
        if (file.look.kind == FileKind::archive) {
            openArchive(file, nesting + 1, limits);
        } else {
            keep(std::move(file));
        }
    }

    static bool hasHiddenPart(std::string_view folder) {
        while (!folder.empty()) {
            const std::size_t end = std::min(folder.find('/'), folder.size());
            if (holdsNoRuns(std::string(folder.substr(0, end)))) return true;
            folder.remove_prefix(std::min(end + 1, folder.size()));
        }
        return false;
    }

    const WalkOptions& m_options;
    Walk m_walk;
    ProblemList m_problems;
    std::optional<Error> m_failure;
    std::vector<Candidate> m_candidates;
    std::unordered_map<std::string, std::size_t> m_known;  // real path -> candidate
    std::unordered_set<std::string> m_visited;             // canonical folders
    std::unordered_set<std::string> m_targets;
    std::vector<LinkedFolder> m_linkedFolders;
    HiddenEntries m_hidden;
    bool m_full = false;
};

}  // namespace

Result<Walk> walkPaths(const std::vector<std::string>& paths, const WalkOptions& options) {
    return Walker(options).walk(paths);
}

std::string describe(const FoundFile& file) {
    if (!file.look.inWords.empty()) return file.look.inWords;
    ReadBuffer buffer;
    const Result<InputFile> opened = InputFile::open(file.realPath);
    if (!opened) return "a file that cannot be read";
    const Result<std::string_view> head = readUpTo(opened.value(), kLongHead, buffer);
    return head ? lookAtContent(head.value(), file.size <= kLongHead).inWords : "a file that cannot be read";
}

}  // namespace flipscope
