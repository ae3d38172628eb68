#pragma once

#include <QtTest>

namespace flipscope {

// A window test in a program that joins many of them: what was its main() runs when the program is given the name of
// its file.
class JoinedTest {
public:
    using Main = int (*)(int count, char** arguments);
    JoinedTest(const char* file, Main run);
};

}  // namespace flipscope

#define FLIPSCOPE_JOINED_TEST(Test, setup)                             \
    namespace {                                                        \
    int runJoinedTest(int argc, char** argv) {                         \
        setup;                                                         \
        Test test;                                                     \
        QTEST_SET_MAIN_SOURCE_PATH                                     \
        return QTest::qExec(&test, argc, argv);                        \
    }                                                                  \
    const ::flipscope::JoinedTest joinedTest(__FILE__, runJoinedTest); \
    }

#undef QTEST_MAIN
#undef QTEST_GUILESS_MAIN
#define QTEST_MAIN(Test) FLIPSCOPE_JOINED_TEST(Test, QTEST_QAPP_SETUP(QApplication))
#define QTEST_GUILESS_MAIN(Test) FLIPSCOPE_JOINED_TEST(Test, QTEST_QAPP_SETUP(QCoreApplication))
