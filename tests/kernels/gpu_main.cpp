// Main of the tests that need a GPU: without one the test ends with the skip code before doctest starts, so that it is
// counted as skipped.

#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

int main(int count, char** arguments) {
    constexpr int kSkipped = 77;
    int devices = 0;
    if (const cudaError_t status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return kSkipped;
    }
    return doctest::Context(count, arguments).run();
}
