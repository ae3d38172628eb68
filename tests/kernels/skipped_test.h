#pragma once

#include <string>

namespace flipscope::test {

// Says that a test could not be made here. The program then ends with the skip code, unless something failed, so that
// it is counted as skipped and never as passed. Return from the test behind it.
void skipTest(const std::string& why);

}  // namespace flipscope::test
