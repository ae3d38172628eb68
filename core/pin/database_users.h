#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace flipscope {

// What is known of programs that have a database open.
struct DatabaseUsers {
    std::vector<std::string> programs;  // "python3 (process 4711)", as far as this user may see
    bool isLocked = false;              // somebody holds a lock on it, seen or not
};

// Looks at the database, its -wal, -shm and -tshm: who holds a lock, and which other processes have one of them open.
// Processes of other users and of other containers cannot be seen; their locks can, on a local file system. Opens the
// files for reading only and changes nothing. Thread rule: any thread; do not call while this process itself has the
// database open by SQLite, for closing a file gives up the locks of the process on it.
[[nodiscard]] DatabaseUsers usersOfDatabase(const std::string& dbPath);

}  // namespace flipscope
