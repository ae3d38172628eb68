#include "core/drive/run_mark.h"

#include "core/drive/kept_file.h"
#include "core/drive/run_record.h"
#include "core/read/given_file.h"
#include "core/read/shown_text.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <filesystem>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

bool holdsText(const std::string& path, const std::string& text) {
    constexpr std::size_t kMostOfMark = std::size_t{1} << 20;
    const Result<GivenFile> file = readGivenFile(path, kMostOfMark);
    return file && file.value().content.find(text) != std::string::npos;
}

// One whose mark was about to be written is empty but for that.
bool isMadeForRun(const std::string& folder) {
    std::error_code error;
    const auto entries = fs::directory_iterator(folder, error);
    if (error) return false;
    const bool isEmpty = std::all_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
        return entry.path().filename().string().starts_with(kRunMarkName);
    });
    return isEmpty || fs::is_regular_file(fs::path(folder) / kRunMarkName, error) ||
           holdsText(folder + "/" + std::string(kRunRecordName), std::string(kRunRecordSchema)) ||
           holdsText(folder + "/cubecl.toml", folder + "/decisions.jsonl");
}

}  // namespace

bool isNumbered(std::string_view name, std::string_view word) {
    return name.starts_with(word) && name.size() > word.size() &&
           name.find_first_not_of("0123456789", word.size()) == std::string_view::npos;
}

std::optional<Error> makeMarkedFolder(const std::string& path) {
    if (auto error = makeFolder(path)) return error;
    return writeWholeFile(path + "/" + std::string(kRunMarkName), "Flipscope made this folder for a run.\n");
}

std::optional<Error> foreignAt(const std::string& path) {
    std::error_code error;
    if (fs::symlink_status(path, error).type() == fs::file_type::not_found || isMadeForRun(path)) return std::nullopt;
    return Error{shownText(path) +
                 " is in the way: Flipscope did not make it, and a run needs that name. Nothing was started or moved; "
                 "move it away, or give another folder (--out)"};
}

std::optional<Error> foreignAmongTrials(const std::string& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name != "recording" && !isNumbered(name, "trial")) continue;
        if (auto foreign = foreignAt(entry.path().string())) return foreign;
    }
    return std::nullopt;
}

}  // namespace flipscope
