#pragma once

#include "core/model/load_report.h"
#include "core/model/result.h"
#include "core/read/file_kind.h"
#include "core/read/private_folder.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// How much of an archive is unpacked. Reaching a limit is a problem of the archive; what came before it is kept.
struct ArchiveLimits {
    std::uint64_t entries = 200'000;
    std::uint64_t entryBytes = std::uint64_t{1} << 30;
    std::uint64_t totalBytes = std::uint64_t{4} << 30;  // unpacked, whether kept or not
    // Unpacked : packed, looked at once freeBytes were unpacked. Decision logs of similar runs reach about 50.
    std::uint64_t ratio = 200;
    std::uint64_t freeBytes = std::uint64_t{256} << 20;
};

struct UnpackedFile {
    std::string name;        // path inside the archive: relative, '/' between its parts, no "." or ".." parts
    std::string storedPath;  // where its content lies; never derived from the name. Empty for content of no use
    std::uint64_t size = 0;
    FileLook look;
};

struct UnpackedArchive {
    // In the order of the archive; later entries of one name replace earlier ones, which is a problem.
    std::vector<UnpackedFile> files;
    bool isOneFile = false;           // a compressed file without an archive around it
    std::uint64_t unpackedBytes = 0;  // of all entries, whether kept or not
    std::vector<Problem> problems;    // at most kMaxProblemsKept
    std::uint64_t problemCount = 0;   // all of them
    std::vector<Note> notes;
};

// Unpacks what may be of use (decision data, databases, texts, archives) into the folder, under names of its own: entry
// names such as ../x or /etc/x lead nowhere. Symbolic links are not followed, encrypted entries not read, a truncated
// archive gives what it still holds; each is named in problems or notes. One compressed file without an archive around
// it (x.jsonl.gz) is an archive of one entry named x.jsonl. Memory: one block at a time. path is read, shownPath stands
// in the report. An Error when it cannot be opened or is no archive. Thread rule: any thread; one folder a thread.
[[nodiscard]] Result<UnpackedArchive> unpackArchive(const std::string& path, const std::string& shownPath,
                                                    const PrivateFolder& into, const ArchiveLimits& limits = {},
                                                    const std::stop_token& stop = {});

// The relative path an entry name stands for; empty when it leads outside the archive or nowhere.
[[nodiscard]] std::string safeEntryName(std::string_view name);

}  // namespace flipscope
