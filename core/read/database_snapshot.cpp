#include "core/read/database_snapshot.h"

#include "core/read/shown_text.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace flipscope {
namespace {

constexpr std::string_view kCopyName = "/copy.db";

}  // namespace

std::string walBeside(const std::string& dbPath) {
    return stampOf(dbPath + "-wal") ? dbPath + "-wal" : std::string();
}

Result<std::vector<DatabaseSnapshot::Source>> DatabaseSnapshot::findSources(const std::string& dbPath,
                                                                            const std::string& walPath) {
    std::vector<Source> sources;
    const std::optional<FileStamp> main = stampOf(dbPath);
    if (!main) return Error{shownText(dbPath) + ": cannot be read, or is no regular file"};
    sources.push_back({dbPath, "", *main});
    if (!walPath.empty()) {
        const std::optional<FileStamp> wal = stampOf(walPath);
        if (!wal) return Error{shownText(walPath) + ": cannot be read, or is no regular file"};
        if (wal->size > 0) sources.push_back({walPath, "-wal", *wal});
    }
    return sources;
}

Result<PrivateFolder> DatabaseSnapshot::copyAll(const std::vector<Source>& sources, const std::stop_token& stop) {
    Result<PrivateFolder> folder = PrivateFolder::create();
    if (!folder) return folder;
    for (const Source& source : sources) {
        const std::string target = folder.value().path() + std::string(kCopyName) + source.suffix;
        const Result<std::uint64_t> copied = copyFile(source.path, target, stop);
        if (copied.cancelled()) return Cancelled{};
        if (!copied) return Error{copied.errorMessage()};
    }
    return folder;
}

bool DatabaseSnapshot::areUnchanged(const std::vector<Source>& sources) {
    for (const Source& source : sources) {
        if (stampOf(source.path) != source.stamp) return false;
    }
    return true;
}

Result<DatabaseSnapshot> DatabaseSnapshot::open(const std::string& dbPath, const std::string& walPath,
                                                const std::stop_token& stop) {
    Result<std::vector<Source>> sources = findSources(dbPath, walPath);
    if (!sources) return Error{sources.errorMessage()};
    const bool needsCopy = sources.value().size() > 1;
    std::optional<PrivateFolder> folder;
    std::string path = dbPath;
    if (needsCopy) {
        Result<PrivateFolder> copied = copyAll(sources.value(), stop);
        if (copied.cancelled()) return Cancelled{};
        if (!copied) return Error{copied.errorMessage()};
        folder = std::move(copied).value();
        path = folder->path() + std::string(kCopyName);
    }
    const WalCondition wal = needsCopy ? walConditionOf(path + "-wal") : WalCondition::sound;
    Result<SqliteDatabase> database =
        needsCopy ? SqliteDatabase::openOwn(path, stop) : SqliteDatabase::openUnchanging(path, stop);
    if (!database) return Error{shownText(dbPath) + ": " + database.errorMessage()};
    DatabaseSnapshot snapshot(std::move(database).value());
    snapshot.m_folder = std::move(folder);
    snapshot.m_sources = std::move(sources).value();
    snapshot.m_copiedConsistently = !needsCopy || areUnchanged(snapshot.m_sources);
    snapshot.m_wal = wal;
    const std::optional<FileStamp> journal = stampOf(dbPath + "-journal");
    snapshot.m_besideJournal = journal && journal->size > 0;
    return snapshot;
}

bool DatabaseSnapshot::isConsistent() const {
    return isCopy() ? m_copiedConsistently : areUnchanged(m_sources);
}

}  // namespace flipscope
