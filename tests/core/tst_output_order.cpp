#include "core/analyse/output_order.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the file name is the last part of any path") {
    CHECK(fileNameOf("a/b/stdout.log") == "stdout.log");
    CHECK(fileNameOf("runs.zip!/run1/out.txt") == "out.txt");
    CHECK(fileNameOf("c:\\x\\out.txt") == "out.txt");
    CHECK(fileNameOf("out.txt") == "out.txt");
    CHECK(fileNameOf("a/").empty());
}

TEST_CASE("stdout comes first, the others keep their order") {
    Run run;
    for (const char* path : {"r/metrics.txt", "r/stderr.log", "r/stdout.log"})
        run.outputs.push_back({path, "", false});
    std::string order;
    for (const TextOutput* output : outputsInOrder(run))
        order += output->path + " ";
    CHECK(order == "r/stdout.log r/metrics.txt r/stderr.log ");
    CHECK(outputsInOrder(Run{}).empty());
}
