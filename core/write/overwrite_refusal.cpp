#include "core/write/overwrite_refusal.h"

#include "core/read/file_names.h"
#include "core/read/shown_text.h"

#include <filesystem>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

std::optional<Error> overwriteRefusal(const std::string& path, const std::vector<std::string>& inputs) {
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    if (error) return std::nullopt;  // does not exist yet: nothing can be lost
    if (fs::is_directory(target, error)) return Error{"cannot write " + shownText(path) + ": it is a folder"};
    if (!fs::is_regular_file(target, error)) return std::nullopt;
    for (const std::string& input : inputs) {
        const fs::path source = fs::canonical(input, error);
        // The same file may have several names: hard links, a folder mounted twice.
        if (error || !(liesIn(target, source) || fs::equivalent(target, source, error))) continue;
        return Error{"will not overwrite " + shownText(path) + ": it belongs to the input " + shownText(input)};
    }
    return std::nullopt;
}

}  // namespace flipscope
