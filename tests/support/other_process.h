#pragma once

#include <string>

namespace flipscope::testing {

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
