#include "core/drive/kept_file.h"

#include "core/drive/run_mark.h"
#include "core/read/shown_text.h"
#include "core/read/system_message.h"
#include "core/write/whole_file.h"

#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace flipscope {

namespace {

Error failure(const std::string& path) {
    return Error{"cannot write " + path + ": " + systemMessage()};
}

bool endsInsideLine(int descriptor) {
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

std::optional<Error> appendKeptLine(const std::string& path, std::string_view line) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
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

std::string placeAside(const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path parent = fs::path(path).parent_path() / ".interrupted";
    std::error_code error;
    for (std::size_t i = 1;; ++i) {
        fs::path place = parent / (fs::path(path).filename().string() + "-" + std::to_string(i));
        if (!fs::exists(place, error)) return place.string();
    }
}

Result<std::optional<std::string>> setFolderAside(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (auto foreign = foreignAt(path)) return *foreign;
    if (!fs::exists(path, error) || fs::is_empty(path, error)) return std::optional<std::string>();
    const std::string place = placeAside(path);
    if (auto failed = makeFolder(fs::path(place).parent_path().string())) return *failed;
    fs::rename(path, place, error);
    if (error) return Error{"cannot move " + path + ": " + error.message()};
    return std::optional(place);
}

std::string setAsideRemark(const std::string& place) {
    return "An interrupted run was set aside: " + shownText(place);
}

}  // namespace flipscope
