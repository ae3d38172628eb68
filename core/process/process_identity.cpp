#include "core/process/process_identity.h"

#include <fstream>
#include <sstream>

namespace flipscope {

std::string bootId() {
    std::string id;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
    return id;
}

std::optional<ProcessIdentity> processIdentity(pid_t number) {
    std::ifstream file("/proc/" + std::to_string(number) + "/stat");
    std::string line;
    std::getline(file, line, '\0');  // all of it: a name may hold a line break
    // "123 (any name, ) too) S …": the state is the third field, the start the twenty-second.
    const std::size_t nameEnd = line.rfind(')');
    if (nameEnd == std::string::npos) return std::nullopt;
    std::istringstream fields(line.substr(nameEnd + 1));
    std::string state, skipped;
    fields >> state;
    constexpr int kBetween = 18;
    for (int i = 0; i < kBetween; ++i)
        fields >> skipped;
    ProcessIdentity identity{number, 0, bootId()};
    if (!(fields >> identity.started) || state == "Z" || state == "X") return std::nullopt;
    return identity;
}

}  // namespace flipscope
