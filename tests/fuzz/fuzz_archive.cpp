#include "core/read/archive.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

// Any bytes as an archive: small limits hold, nothing is stored outside the private folder, names stay inside.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const int file = memfd_create("archive", MFD_CLOEXEC);
    if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) __builtin_trap();
    flipscope::ArchiveLimits limits;
    limits.entries = 100;
    limits.entryBytes = limits.totalBytes = limits.freeBytes = std::uint64_t{1} << 20;
    const flipscope::Result<flipscope::PrivateFolder> folder = flipscope::PrivateFolder::create();
    if (!folder) __builtin_trap();
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    const auto unpacked = flipscope::unpackArchive(path, "archive", folder.value(), limits);
    if (unpacked) {
        for (const flipscope::UnpackedFile& entry : unpacked.value().files) {
            if (entry.name.empty() || entry.name.front() == '/' ||
                ("/" + entry.name + "/").find("/../") != entry.name.npos) {
                __builtin_trap();
            }
            if (!entry.storedPath.empty() && entry.storedPath.rfind(folder.value().path() + "/", 0) != 0)
                __builtin_trap();
            if (entry.size > limits.entryBytes + (1U << 20U)) __builtin_trap();
        }
    }
    close(file);
    return 0;
}
