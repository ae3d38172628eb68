#pragma once

#include <string>
#include <vector>

namespace flipscope {

// A file of a handed-over folder before it is written.
struct HandoverFile {
    std::string path;  // below the folder, with '/'
    std::string content;
    bool isProgram = false;
};
using HandoverFiles = std::vector<HandoverFile>;

}  // namespace flipscope
