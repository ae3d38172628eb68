#pragma once

#include <map>
#include <string>
#include <utility>

namespace flipscope::testing {

// (namespace, key) -> (value, origin), byte for byte, read by plain SQLite without the readers of core/read.
using DatabaseEntries = std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;
[[nodiscard]] DatabaseEntries entriesOf(const std::string& path);
[[nodiscard]] std::map<std::string, std::string> metaOf(const std::string& path);

// A shell that runs beside the test until the end of life.
class OtherProcess {
public:
    explicit OtherProcess(const std::string& shellCommand);
    ~OtherProcess();
    OtherProcess(const OtherProcess&) = delete;
    OtherProcess& operator=(const OtherProcess&) = delete;
    // Until it has these files open. Throws after ten seconds.
    void waitUntilOpen(const std::string& path) const;
    void waitUntilOpen(const std::string& path, const std::string& other) const;

private:
    [[nodiscard]] bool hasOpen(const std::string& path) const;
    int m_process = -1;
};

}  // namespace flipscope::testing
