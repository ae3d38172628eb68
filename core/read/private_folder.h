#pragma once

#include "core/model/result.h"

#include <string>

namespace flipscope {

// A folder of our own in the system's temporary folder, readable by this user only and removed with everything in it at
// the end of life. Move-only.
class PrivateFolder {
public:
    [[nodiscard]] static Result<PrivateFolder> create();

    PrivateFolder(PrivateFolder&& other) noexcept;
    PrivateFolder& operator=(PrivateFolder&& other) noexcept;
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    ~PrivateFolder();

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    explicit PrivateFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace flipscope
