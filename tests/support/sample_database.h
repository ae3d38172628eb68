#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

struct sqlite3;

namespace flipscope::testing {

// A temporary folder, removed with everything in it by the destructor.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string file(const std::string& name) const { return m_path + '/' + name; }
    [[nodiscard]] std::vector<std::string> names() const;  // sorted

private:
    std::string m_path;
};

void writeFile(const std::string& path, const std::string& bytes);
[[nodiscard]] std::string readFile(const std::string& path);

// An environment database made by hand, open for writing until it is closed or destroyed.
class SampleDatabase {
public:
    enum class Journal { rollback, wal };

    // Makes the file with the schema of cubecl 0.11 (table "entries", version "3") unless another one is given.
    explicit SampleDatabase(const std::string& path, Journal journal = Journal::rollback,
                            const std::string& table = "entries", const std::string& version = "3");
    ~SampleDatabase();
    SampleDatabase(const SampleDatabase&) = delete;
    SampleDatabase& operator=(const SampleDatabase&) = delete;

    void run(const std::string& sql);
    void add(const std::string& nameSpace, const nlohmann::json& key, const nlohmann::json& value);
    void addBytes(const std::string& nameSpace, const std::string& key, const std::string& value);
    // Copies the files as they stand on disk now, as if the writing program had been killed: nothing is checkpointed.
    void copyFilesTo(const std::string& path) const;

private:
    std::string m_path, m_table;
    sqlite3* m_handle = nullptr;
};

inline const std::string kMatmulNamespace = "autotune/0.11.0/device-0-0-cuda/burn_cubecl-kernel-matmul-tune-base";

// {"key":{"definition":{"m":m}},"checksum":checksum}
[[nodiscard]] nlohmann::json sampleKey(std::uint64_t m, const std::string& checksum);
// A success with all five times of so many nanoseconds, and a skipped candidate.
[[nodiscard]] nlohmann::json sampleSuccess(const std::string& name, std::uint32_t index, std::uint64_t nanoseconds);
[[nodiscard]] nlohmann::json sampleSkip(const std::string& name);

}  // namespace flipscope::testing
