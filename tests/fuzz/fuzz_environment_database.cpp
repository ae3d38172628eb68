#include "core/read/environment_database.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {

// A file in memory with these bytes.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size) : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC)) {
        if (m_descriptor < 0 || ::write(m_descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(m_descriptor); }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

}  // namespace

// Inputs that begin as SQLite files are databases; others are the -wal of an empty one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const bool isDatabase = size > 0 && data[0] == 'S';
    const MemoryFile database(data, isDatabase ? size : 0);
    const MemoryFile wal(data, isDatabase ? 0 : size);
    flipscope::InternPool pool;
    const auto result = flipscope::readEnvironmentDatabase(database.path(), isDatabase ? "" : wal.path(), pool);
    if (!result) return 0;
    const std::size_t keys = pool.take().keys.size();
    for (const flipscope::DatabaseChoice& choice : result.value().choices)
        if (choice.key.value >= keys) std::abort();
    return 0;
}
