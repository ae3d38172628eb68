#include "core/read/archive.h"

#include "core/read/file_bytes.h"
#include "core/read/problem_list.h"
#include "core/read/shown_text.h"
#include "core/read/system_message.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>  // NOLINT(modernize-deprecated-headers): newlocale is POSIX's
#include <unistd.h>

namespace flipscope {

namespace {

struct FreeArchive {
    void operator()(archive* a) const { archive_read_free(a); }
};
using ArchivePointer = std::unique_ptr<archive, FreeArchive>;

// libarchive gives names in the characters of the thread's locale, and none at all for names that it does not have:
// UTF-8 for as long as this lives.
class Utf8Names {
public:
    Utf8Names() : m_utf8(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
        if (m_utf8 != nullptr) m_before = ::uselocale(m_utf8);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() {
        if (m_utf8 == nullptr) return;
        ::uselocale(m_before);
        ::freelocale(m_utf8);
    }

private:
    locale_t m_utf8, m_before = nullptr;
};

constexpr std::size_t kBlock = std::size_t{1} << 16;
static_assert(kBlock >= kLongHead);

std::string messageOf(archive* reader) {
    const char* text = archive_error_string(reader);
    return text != nullptr ? shownText(text) : "unknown reason";
}

// No filter or format that would start a program.
ArchivePointer makeReader() {
    ArchivePointer reader(archive_read_new());
    archive_read_support_filter_none(reader.get());
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_filter_bzip2(reader.get());
    archive_read_support_filter_xz(reader.get());
    archive_read_support_filter_lzma(reader.get());
    archive_read_support_filter_compress(reader.get());
    archive_read_support_filter_zstd(reader.get());
    archive_read_support_filter_lz4(reader.get());
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_gnutar(reader.get());
    archive_read_support_format_zip(reader.get());
    archive_read_support_format_7zip(reader.get());
    archive_read_support_format_raw(reader.get());  // one compressed file; every other format bids higher
    return reader;
}

// "runs/x.jsonl.gz" -> "x.jsonl"
std::string nameWithoutCompression(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

bool worthKeeping(FileKind kind) {
    return kind != FileKind::other;
}

// Writes an entry's content to a file; the first block decides whether it is kept at all.
class EntryFile {
public:
    explicit EntryFile(std::string path) : m_path(std::move(path)) {}
    EntryFile(const EntryFile&) = delete;
    EntryFile& operator=(const EntryFile&) = delete;
    ~EntryFile() {
        if (m_descriptor >= 0) ::close(m_descriptor);
    }
    // Empty when written; else the reason.
    std::string write(const char* data, std::size_t count) {
        if (m_descriptor < 0) m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        while (m_descriptor >= 0 && count > 0) {
            const ssize_t done = ::write(m_descriptor, data, count);
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) break;
            data += done;
            count -= static_cast<std::size_t>(done);
        }
        return m_descriptor >= 0 && count == 0 ? std::string() : systemMessage();
    }

private:
    std::string m_path;
    int m_descriptor = -1;
};

enum class Step : std::uint8_t { next, end, stopped };

class Unpacking {
public:
    Unpacking(archive* reader, std::string path, std::string shownPath, const PrivateFolder& into,
              const ArchiveLimits& limits, const std::stop_token& stop)
        : m_reader(reader),
          m_path(std::move(path)),
          m_shownPath(std::move(shownPath)),
          m_into(into),
          m_limits(limits),
          m_stop(stop),
          m_block(kBlock) {}

    Step nextEntry() {
        if (m_stop.stop_requested()) return Step::stopped;
        archive_entry* entry = nullptr;
        const int status = archive_read_next_header(m_reader, &entry);
        if (status == ARCHIVE_EOF) return Step::end;
        if (status == ARCHIVE_FATAL || status == ARCHIVE_RETRY) return broken();
        if (++m_entries > m_limits.entries) return limit("more than " + std::to_string(m_limits.entries) + " entries");
        return take(entry);
    }

    UnpackedArchive finish() && {
        if (m_entries == 0 && m_problems.count == 0) {  // libarchive takes zero bytes for the end of a tar
            problem(ProblemKind::archiveEntry, "", "holds no files: it is empty, or nothing but zero bytes");
        }
        m_result.unpackedBytes = m_unpacked;
        m_result.problems = std::move(m_problems.kept);
        m_result.problemCount = m_problems.count;
        if (m_notesLeftOut > 0) {
            m_result.notes.push_back({NoteKind::information, m_shownPath,
                                      std::to_string(m_notesLeftOut) + " more entries that are no files"});
        }
        return std::move(m_result);
    }

private:
    void problem(ProblemKind kind, const std::string& entry, std::string message) {
        m_problems.add(
            {kind, entry.empty() ? m_shownPath : m_shownPath + "!/" + shownText(entry), 0, std::move(message)});
    }

    Step broken() {
        problem(ProblemKind::archiveEntry, "", "the archive is damaged or ends early: " + messageOf(m_reader));
        return Step::end;
    }

    Step limit(const std::string& what) {
        problem(ProblemKind::limitReached, "", "unpacking stopped: " + what);
        return Step::end;
    }

    Step take(archive_entry* entry) {
        const char* rawName = archive_entry_pathname(entry);
        // Where the system has no UTF-8 locale.
        if (rawName == nullptr) rawName = archive_entry_pathname_utf8(entry);
        std::string name = rawName != nullptr ? safeEntryName(rawName) : "";
        m_result.isOneFile = archive_format(m_reader) == ARCHIVE_FORMAT_RAW;
        if (m_result.isOneFile) name = nameWithoutCompression(m_path);
        const auto type = archive_entry_filetype(entry);
        if (type == AE_IFDIR) return Step::next;
        if (name.empty()) {
            problem(ProblemKind::archiveEntry, rawName != nullptr ? rawName : "",
                    "skipped: the entry has no name inside the archive");
            return Step::next;
        }
        const char* target = archive_entry_hardlink(entry);
        if (target == nullptr) target = archive_entry_hardlink_utf8(entry);
        if (target != nullptr) return takeLink(name, safeEntryName(target));
        if (type == AE_IFLNK) return note(name, "a symbolic link, which is not followed");
        if (type != AE_IFREG && type != 0) return note(name, "a device or named pipe, which is not read");
        if (archive_entry_is_encrypted(entry) != 0) {
            problem(ProblemKind::archiveEntry, name, "encrypted: unpack it with its password first");
            return Step::next;
        }
        return unpack(name);
    }

    Step note(const std::string& name, const std::string& message) {
        if (m_result.notes.size() < kMaxProblemsKept) {
            m_result.notes.push_back({NoteKind::information, m_shownPath + "!/" + shownText(name), message});
        } else {
            ++m_notesLeftOut;
        }
        return Step::next;
    }

    // tar stores a file with two names once.
    Step takeLink(const std::string& name, const std::string& target) {
        const auto found = m_byName.find(target);
        if (found == m_byName.end()) return note(name, "a link to an entry that is not in the archive");
        UnpackedFile copy = m_result.files[found->second];
        copy.name = name;
        keep(std::move(copy));
        return Step::next;
    }

    void keep(UnpackedFile file) {
        const auto [found, isNew] = m_byName.try_emplace(file.name, m_result.files.size());
        if (isNew) {
            m_result.files.push_back(std::move(file));
            return;
        }
        if (m_told.insert(file.name).second) {
            problem(
                ProblemKind::archiveEntry, file.name,
                "the archive holds several entries of this name: the last one is read, as unpacking would leave it");
        }
        m_result.files[found->second] = std::move(file);
    }

    Step unpack(const std::string& name) {
        UnpackedFile file{name, m_into.path() + "/" + std::to_string(m_entries), 0, {}};
        EntryFile out(file.storedPath);
        for (bool first = true;; first = false) {
            std::size_t got = 0;
            const bool intact = fillBlock(got);
            if (m_stop.stop_requested()) return Step::stopped;
            if (first) file.look = lookAtContent({m_block.data(), got}, got < kBlock && intact);
            if (!intact && first && got == 0) return lost(name);
            if (worthKeeping(file.look.kind)) {
                if (const std::string reason = out.write(m_block.data(), got); !reason.empty()) {
                    return limit("cannot store what is unpacked: " + reason);
                }
            }
            file.size += got;
            if (const std::string reason = overLimit(file.size); !reason.empty()) {
                keepUnpacked(std::move(file));
                return limit(shownText(name) + ": " + reason);
            }
            if (!intact) problem(ProblemKind::archiveEntry, name, "ends early: " + messageOf(m_reader));
            if (!intact || got < kBlock) break;
        }
        keepUnpacked(std::move(file));
        return Step::next;
    }

    void keepUnpacked(UnpackedFile file) {
        if (!worthKeeping(file.look.kind)) file.storedPath.clear();
        keep(std::move(file));
    }

    Step lost(const std::string& name) {
        problem(ProblemKind::archiveEntry, name, "cannot be unpacked: " + messageOf(m_reader));
        return Step::next;
    }

    // False when the entry breaks off; got tells what came before.
    bool fillBlock(std::size_t& got) {
        got = 0;
        while (got < kBlock && !m_stop.stop_requested()) {
            const la_ssize_t count = archive_read_data(m_reader, m_block.data() + got, kBlock - got);
            if (count == 0) break;
            if (count < 0) return false;
            got += static_cast<std::size_t>(count);
            m_unpacked += static_cast<std::uint64_t>(count);
        }
        return true;
    }

    [[nodiscard]] std::string overLimit(std::uint64_t entryBytes) const {
        if (entryBytes > m_limits.entryBytes) return "longer than the limit of one entry";
        if (m_unpacked > m_limits.totalBytes) return "the archive unpacks to more than the limit";
        const auto packed = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_filter_bytes(m_reader, -1), 1));
        if (m_unpacked > m_limits.freeBytes && m_unpacked / packed > m_limits.ratio) {
            return "unpacks to more than " + std::to_string(m_limits.ratio) + " times its size, as a zip bomb does";
        }
        return {};
    }

    archive* m_reader;
    std::string m_path, m_shownPath;
    const PrivateFolder& m_into;
    const ArchiveLimits& m_limits;
    const std::stop_token& m_stop;
    std::vector<char> m_block;
    std::unordered_map<std::string, std::size_t> m_byName;
    std::unordered_set<std::string> m_told;  // names of several entries
    UnpackedArchive m_result;
    ProblemList m_problems;
    std::uint64_t m_entries = 0, m_unpacked = 0, m_notesLeftOut = 0;
};

}  // namespace

std::string safeEntryName(std::string_view name) {
    std::string safe;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, end);
        name.remove_prefix(std::min(end + 1, name.size()));
        if (part.empty() || part == ".") continue;
        if (part == "..") return {};
        if (!safe.empty()) safe += '/';
        safe += part;
    }
    return safe;
}

Result<UnpackedArchive> unpackArchive(const std::string& path, const std::string& shownPath, const PrivateFolder& into,
                                      const ArchiveLimits& limits, const std::stop_token& stop) {
    Result<InputFile> isRegular = InputFile::open(path);  // libarchive would wait for the writer of a fifo
    if (!isRegular) return Error{shownPath + ": " + isRegular.errorMessage()};
    const Utf8Names utf8Names;
    const ArchivePointer reader = makeReader();
    if (archive_read_open_filename(reader.get(), path.c_str(), kBlock) != ARCHIVE_OK) {
        return Error{shownPath + ": cannot be read as an archive: " + messageOf(reader.get())};
    }
    Unpacking unpacking(reader.get(), path, shownPath, into, limits, stop);
    Step step = Step::next;
    while (step == Step::next)
        step = unpacking.nextEntry();
    if (step == Step::stopped) return Cancelled{};
    return std::move(unpacking).finish();
}

}  // namespace flipscope
