#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// What of a folder may lead to runs. Names are raw bytes, in natural order.
struct FolderListing {
    struct Folder {
        std::string name;
        bool isLink = false;
    };
    struct Unreadable {
        std::string name;  // empty: the folder itself
        std::string reason;
    };
    std::vector<std::string> files;
    std::vector<Folder> folders;
    std::vector<Unreadable> unreadable;
    std::vector<std::string> hidden;   // left out although they may hold runs (mayHideRuns)
    std::vector<std::string> special;  // fifos, sockets and devices
    bool isMarkedAsCache = false;      // holds what a build can make again (cargo, CMake, virtual environments)
};

// Lists a folder. Hidden entries and folders that never hold runs are left out (holdsNoRuns); links count as what they
// lead to. Stopped early, the listing is incomplete.
[[nodiscard]] FolderListing listFolder(const std::string& path, const std::stop_token& stop = {});

// .git and other hidden folders, node_modules, __pycache__, __MACOSX.
[[nodiscard]] bool holdsNoRuns(const std::string& folderName);

// A hidden name that is none of those that version control, editors and file managers leave everywhere.
[[nodiscard]] bool mayHideRuns(const std::string& name);

// cubecl keeps its databases in target/environment by default: of a folder marked as cache only that is left.
void keepEnvironmentOnly(FolderListing& listing);

}  // namespace flipscope
