#pragma once

#include <string>

namespace flipscope::testing {

// A bundled sample by file name.
[[nodiscard]] std::string samplePath(const std::string& name);

// A sample unpacked into a temporary folder with everything renamed that must not matter: candidate indices (another
// registration order of the same names), m and n of matmul keys exchanged with their operands' descriptions, order of
// the lines, names of the runs. Databases are left out (they hold the old indices). Same seed, same permutation. The
// folder is removed by the destructor. Throws std::runtime_error when the sample cannot be read: a test then fails.
class PermutedSample {
public:
    PermutedSample(const std::string& archive, unsigned seed);
    ~PermutedSample();
    PermutedSample(const PermutedSample&) = delete;
    PermutedSample& operator=(const PermutedSample&) = delete;

    [[nodiscard]] const std::string& folder() const { return m_folder; }

private:
    std::string m_folder;
};

}  // namespace flipscope::testing
