#pragma once

#include <optional>

#include <sys/types.h>

namespace flipscope {

// Leads a process group and kills it, itself included, as soon as this program is gone in whatever way: a signal of the
// kernel's to orphans (PR_SET_PDEATHSIG) is tied to the thread that started them and reaches no grandchildren. It is a
// shell that waits for the end of a pipe whose other end only this program has. Move-only. One thread uses it at a
// time.
class GroupGuard {
public:
    // Null where the system has no shell or no process to spare: what it should guard can run without.
    [[nodiscard]] static std::optional<GroupGuard> start();
    GroupGuard(GroupGuard&& other) noexcept;
    GroupGuard& operator=(GroupGuard&& other) noexcept;
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;
    // Ends the guard alone; until then the number of the group is not used again, whatever becomes of its members.
    ~GroupGuard();

    [[nodiscard]] pid_t group() const { return m_process; }

private:
    GroupGuard() = default;

    pid_t m_process = -1;
    int m_pipe = -1;
};

}  // namespace flipscope
