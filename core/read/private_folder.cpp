#include "core/read/private_folder.h"

#include "core/read/system_message.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace flipscope {

Result<PrivateFolder> PrivateFolder::create() {
    std::error_code failure;
    const std::filesystem::path root = std::filesystem::temp_directory_path(failure);
    if (failure) return Error{"no temporary folder: " + failure.message()};
    std::string path = (root / "flipscope-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
        return Error{"cannot make a folder in " + root.string() + ": " + systemMessage()};
    }
    return PrivateFolder(std::move(path));
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept {
    std::swap(m_path, other.m_path);
    return *this;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;  // a leftover in the temporary folder is no reason to fail
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
}

}  // namespace flipscope
