#include "tests/ui/joined_tests.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace flipscope {

namespace {

std::map<std::string, JoinedTest::Main>& joinedTests() {
    static std::map<std::string, JoinedTest::Main> tests;
    return tests;
}

}  // namespace

JoinedTest::JoinedTest(const char* file, Main run) {
    joinedTests().emplace(std::filesystem::path(file).stem().string(), run);
}

}  // namespace flipscope

// The first argument names the test, the rest are its own.
int main(int count, char** arguments) {
    const auto test = count > 1 ? flipscope::joinedTests().find(arguments[1]) : flipscope::joinedTests().end();
    if (test == flipscope::joinedTests().end()) {
        std::fprintf(stderr, "usage: %s TEST [ARGUMENTS], where TEST is one of\n", arguments[0]);
        for (const auto& [name, run] : flipscope::joinedTests())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    arguments[1] = arguments[0];
    return test->second(count - 1, arguments + 1);
}
