#pragma once

#include "core/handover/handover_file.h"
#include "core/model/result.h"

#include <optional>
#include <string>

namespace flipscope {

// A folder being made: a temporary one beside its place, which gets its name when it is whole. Without publish()
// nothing is left. Move-only. Thread rule: one thread at a time.
class NewFolder {
public:
    // An Error: something that is not an empty folder is at the place, or nothing can be made beside it.
    [[nodiscard]] static Result<NewFolder> create(const std::string& target);

    NewFolder(NewFolder&& other) noexcept;
    NewFolder& operator=(NewFolder&& other) noexcept;
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    ~NewFolder();

    // Where it is until it has its name.
    [[nodiscard]] const std::string& path() const { return m_path; }
    // Makes the file and the folders above it. Precondition: a path below the folder, without "..".
    [[nodiscard]] std::optional<Error> add(const HandoverFile& file) const;
    [[nodiscard]] std::optional<Error> publish();

private:
    NewFolder(std::string target, std::string path) : m_target(std::move(target)), m_path(std::move(path)) {}
    void drop() noexcept;

    std::string m_target, m_path;  // m_path empty: published, or moved from
};

}  // namespace flipscope
