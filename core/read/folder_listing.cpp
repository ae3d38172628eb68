#include "core/read/folder_listing.h"

#include "core/model/natural_order.h"
#include "core/read/system_message.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <dirent.h>
#include <sys/stat.h>

namespace flipscope {

namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

bool marksCache(const std::string& name) {
    return name == "CACHEDIR.TAG" || name == "CMakeCache.txt" || name == "pyvenv.cfg" || name == ".rustc_info.json";
}

void sortIn(const std::string& folder, const dirent& item, FolderListing& listing) {
    const std::string name = item.d_name;
    if (marksCache(name)) listing.isMarkedAsCache = true;
    if (name.starts_with('.')) {
        if (mayHideRuns(name)) listing.hidden.push_back(name);
        return;
    }
    unsigned char type = item.d_type;
    if (type == DT_UNKNOWN || type == DT_LNK) {
        struct stat status {};
        if (::stat((folder + "/" + name).c_str(), &status) != 0) {
            listing.unreadable.push_back({name, systemMessage()});
            return;
        }
        type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_FIFO;
    }
    if (type == DT_DIR && !holdsNoRuns(name)) listing.folders.push_back({name, item.d_type == DT_LNK});
    if (type == DT_REG) listing.files.push_back(name);
    if (type != DT_DIR && type != DT_REG) listing.special.push_back(name);
}

bool before(const std::string& a, const std::string& b) {
    if (naturalLess(a, b)) return true;
    return !naturalLess(b, a) && a < b;
}

}  // namespace

bool holdsNoRuns(const std::string& folderName) {
    return folderName.starts_with('.') || folderName == "node_modules" || folderName == "__pycache__" ||
           folderName == "__MACOSX";
}

bool mayHideRuns(const std::string& name) {
    constexpr std::array<std::string_view, 8> kUsual{".",         "..",    ".hg",     ".svn",
                                                     ".DS_Store", ".idea", ".vscode", ".venv"};
    return name.starts_with('.') && !name.starts_with(".git") && !name.starts_with("._") &&
           !name.starts_with(".flipscope-") && std::find(kUsual.begin(), kUsual.end(), name) == kUsual.end();
}

FolderListing listFolder(const std::string& path, const std::stop_token& stop) {
    FolderListing listing;
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
    if (folder == nullptr) {
        listing.unreadable.push_back({"", "the folder cannot be read: " + systemMessage()});
        return listing;
    }
    while (const dirent* item = ::readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe): a stream of our own
        if (stop.stop_requested()) break;
        sortIn(path, *item, listing);
    }
    std::sort(listing.files.begin(), listing.files.end(), before);
    std::sort(listing.hidden.begin(), listing.hidden.end(), before);
    std::sort(listing.special.begin(), listing.special.end(), before);
    std::sort(listing.folders.begin(), listing.folders.end(),
              [](const auto& a, const auto& b) { return before(a.name, b.name); });
    return listing;
}

void keepEnvironmentOnly(FolderListing& listing) {
    listing.files.clear();
    std::erase_if(listing.folders, [](const FolderListing::Folder& folder) { return folder.name != "environment"; });
}

}  // namespace flipscope
