#include "core/drive/kept_file.h"

#include "core/read/system_message.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flipscope {

namespace {

constexpr mode_t kMode = 0644;

// errno tells why when false.
bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Error failure(const std::string& path) {
    return Error{"cannot write " + path + ": " + systemMessage()};
}

bool endsInsideLine(int descriptor) {
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

std::optional<Error> writeKeptFile(const std::string& path, std::string_view text) {
    std::string temporary = path + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return failure(path);
    bool done = ::fchmod(descriptor, kMode) == 0 && writeAll(descriptor, text) && ::fsync(descriptor) == 0;
    std::optional<Error> error;
    if (!done) error = failure(path);
    ::close(descriptor);
    if (done && std::rename(temporary.c_str(), path.c_str()) != 0) error = failure(path);
    if (error) ::unlink(temporary.c_str());
    return error;
}

std::optional<Error> appendKeptLine(const std::string& path, std::string_view line) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
    if (descriptor < 0) return failure(path);
    std::string text = endsInsideLine(descriptor) ? "\n" : "";
    text.append(line);
    text += '\n';
    std::optional<Error> error;
    if (!writeAll(descriptor, text) || ::fsync(descriptor) != 0) error = failure(path);
    ::close(descriptor);
    return error;
}

std::optional<Error> makeFolder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) return Error{"cannot make the folder " + path + ": " + error.message()};
    return std::nullopt;
}

Result<std::optional<std::string>> setFolderAside(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::exists(path, error)) return std::optional<std::string>();
    const fs::path parent = fs::path(path).parent_path() / ".interrupted";
    if (auto failed = makeFolder(parent.string())) return *failed;
    for (std::size_t i = 1;; ++i) {
        const fs::path place = parent / (fs::path(path).filename().string() + "-" + std::to_string(i));
        if (fs::exists(place, error)) continue;
        fs::rename(path, place, error);
        if (error) return Error{"cannot move " + path + ": " + error.message()};
        return std::optional(place.string());
    }
}

}  // namespace flipscope
