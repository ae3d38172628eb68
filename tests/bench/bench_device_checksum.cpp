// The checksum on a GPU against a copy on the same GPU, in one run. Prints bytes, GB/s of each (a copy reads and writes
// every byte, a checksum reads it) and their ratio.

#include "kernels/device_buffer.h"
#include "kernels/device_checksum.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <cuda_runtime_api.h>

namespace {

using namespace flipscope;

template <class Work>
double fastestSeconds(Work work) {
    constexpr int kRounds = 9;
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        cudaDeviceSynchronize();
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return *std::min_element(times.begin(), times.end());
}

}  // namespace

int main() {
    constexpr double kGiga = 1e9;
    for (const std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 28, std::size_t{1} << 32}) {
        auto from = DeviceBuffer::allocate(bytes);
        auto to = DeviceBuffer::allocate(bytes);
        if (!from || !to) return 1;
        const double copy = fastestSeconds(
            [&] { cudaMemcpy(to.value().data(), from.value().data(), bytes, cudaMemcpyDeviceToDevice); });
        const double checksum = fastestSeconds([&] {
            if (!deviceChecksum(from.value().data(), 4, bytes / 4)) std::printf("the checksum failed\n");
        });
        const double copied = 2 * static_cast<double>(bytes) / copy / kGiga;
        const double read = static_cast<double>(bytes) / checksum / kGiga;
        std::printf("%11zu bytes: copy %7.1f GB/s, checksum %7.1f GB/s, %5.1f %% of the copy's traffic\n", bytes,
                    copied, read, 100 * read / copied);
    }
    return 0;
}
