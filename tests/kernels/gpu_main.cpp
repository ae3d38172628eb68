// Main of the tests that need a GPU: without one the test ends with the skip code before doctest starts, so that it is
// counted as skipped; so does one of whose tests some could not be made on this GPU.

#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/kernels/skipped_test.h"

#include <cstdio>

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

namespace {

bool anySkipped = false;

}  // namespace

void flipscope::test::skipTest(const std::string& why) {
    std::printf("skipped: %s\n", why.c_str());
    anySkipped = true;
}

int main(int count, char** arguments) {
    constexpr int kSkipped = 77;
    int devices = 0;
    if (const cudaError_t status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return kSkipped;
    }
    const int result = doctest::Context(count, arguments).run();
    return result == 0 && anySkipped ? kSkipped : result;
}
