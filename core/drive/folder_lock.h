#pragma once

#include "core/model/result.h"

#include <string>
#include <vector>

namespace flipscope {

// The right to write something in a folder of results, for as long as this lives: a lock on a file in the hidden folder
// .locks there, which the system gives back when the process ends in whatever way. Nothing of it is left behind by one
// that ends well; a file system that gives no locks keeps the file. Move-only. Thread rule: any thread; two of one
// process exclude each other as well.
class FolderLock {
public:
    // folder: is made when missing. name: what is to be written in it, "all" or a run's folder. An Error: the file
    // cannot be made.
    [[nodiscard]] static Result<FolderLock> take(const std::string& folder, const std::string& name);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    ~FolderLock();

    // Not empty: another one has the lock, "process 123 on node7".
    [[nodiscard]] const std::string& holder() const { return m_holder; }
    // Not empty: this file system gives no locks, and nothing keeps others away. The system's reason.
    [[nodiscard]] const std::string& impossible() const { return m_impossible; }

private:
    FolderLock() = default;
    void release();

    std::string m_path, m_holder, m_impossible;
    int m_file = -1;
};

// The lock of all that a folder holds, which its runs' own locks are no part of. An Error also: another one has it.
[[nodiscard]] Result<FolderLock> lockWholeFolder(const std::string& folder);

// "FOLDER is in use: process 123 on node7 writes there. …"
[[nodiscard]] Error inUseError(const std::string& folder, const FolderLock& lock);
// What a user must know of a folder whose file system gives no locks; empty of one that does.
[[nodiscard]] std::vector<std::string> lockRemarks(const std::string& folder, const FolderLock& lock);

}  // namespace flipscope
