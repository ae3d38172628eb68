#pragma once

#include "core/model/load_report.h"
#include "core/read/file_bytes.h"
#include "core/read/run_assembly.h"
#include "core/read/run_finder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// Databases that several runs share, read once. Thread rule: all members from any thread.
class SharedDatabases {
public:
    using Content = Result<EnvironmentDatabase>;
    // The database of the files, read by whoever asks first.
    [[nodiscard]] std::shared_ptr<const Content> get(const DatabaseFiles& files, InternPool& pool,
                                                     const std::stop_token& stop);

private:
    struct Entry {
        std::once_flag once;
        std::shared_ptr<const Content> content;
    };
    std::mutex m_mutex;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<Entry>> m_entries;  // by paths of file and -wal
};

// How much of a run's files is read.
struct ReadLimits {
    std::size_t logPiece = std::size_t{4} << 20;        // logs are parsed in pieces of whole lines of about this size
    std::size_t longestLine = std::size_t{64} << 20;    // a longer line is skipped
    std::uint64_t humanLog = std::uint64_t{256} << 20;  // what is behind is not read
};

// One run's files as read.
struct RunReading {
    RunSources sources;
    std::vector<Problem> problems;
    std::uint64_t problemCount = 0;
    std::uint64_t filesRead = 0, bytesRead = 0, recordsSkipped = 0;
    std::uint64_t otherLines = 0;  // of text between the decisions
    std::string mixedLog;          // the log that holds them
    // Equal for equal content. contentId: of the log, or of what stands for it; empty when there is no content.
    std::string contentId, outputId;
    std::vector<Note> notes;
};

struct RunReader {
    InternPool& pool;
    SharedDatabases& shared;
    ReadLimits limits;
    std::stop_token stop;
    std::function<void(const std::string& shownPath, std::uint64_t bytes)> progress;  // a file is done

    // Reads everything; files that cannot be read are problems. texts: how many of the run's texts are to be kept.
    // When stop is requested the reading is incomplete. Thread rule: one buffer a thread.
    [[nodiscard]] RunReading read(const RunFiles& files, std::size_t texts, ReadBuffer& buffer) const;
};

}  // namespace flipscope
