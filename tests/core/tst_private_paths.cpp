#include "core/handover/private_paths.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// The text with each path as it is shown.
std::string shown(std::string_view text, PathCaution caution = PathCaution::all) {
    std::string clean;
    std::size_t copied = 0;
    while (const auto path = findPrivatePath(text, copied, caution)) {
        clean.append(text.substr(copied, path->begin - copied)).append(path->shown);
        copied = path->end;
    }
    return clean.append(text.substr(copied));
}

}  // namespace

TEST_CASE("full paths are found, and what says what a file is stays") {
    CHECK(shown("/home/alice/proj/train.py --data /mnt/sets/cifar") == "…/train.py --data …");
    CHECK(shown("error in /home/alice/.cargo/registry/src/x.rs:12:5.") == "error in …/x.rs:12:5.");
    CHECK(shown("see /tmp/a/b. Then") == "see …. Then");
    CHECK(shown("-I/usr/include/cuda -L/opt/cuda/lib64") == "-I… -L…");
    CHECK(shown("PYTHONPATH=/home/a/x:/home/b/y") == "PYTHONPATH=…:…");
    CHECK(shown("(/data/alice/run1)") == "(…)");
    CHECK(shown("~alice/runs/x.log") == "…/x.log");
}

TEST_CASE("blanks belong to a path in quotes and behind a backslash") {
    CHECK(shown(R"(open "/home/al ice/My Runs/a.txt" now)") == R"(open "…/a.txt" now)");
    CHECK(shown(R"(cp /home/alice/My\ Runs/a.txt .)") == "cp …/a.txt .");
    CHECK(shown("'/x y/z w' and 'b c'") == "'…' and 'b c'");
}

TEST_CASE("paths of Windows and of servers") {
    CHECK(shown(R"(C:\Users\Alice\runs\train.py)") == "…/train.py");
    CHECK(shown("D:/train/alice/run1") == "…");
    CHECK(shown(R"(in "C:\Users\Al Ice\My Runs\x.log":)") == R"(in "…/x.log":)");
    CHECK(shown(R"(\\nas7\home\alice\x.txt)") == "…/x.txt");
    CHECK(shown(R"(\\?\C:\Users\alice\y)") == "…");
    CHECK(shown("//nas7/home/alice/x.txt") == "…/x.txt");
}

TEST_CASE("addresses: file: is a path, others are passed over") {
    CHECK(shown("file:///home/alice/a%20b/x.html") == "file:…/x.html");
    CHECK(shown("FILE://nas7/share/alice") == "FILE:…");
    CHECK(shown("file:/home/alice/x") == "file:…");
    CHECK(shown("see https://github.com/tracel-ai/burn/issues/1 for it") ==
          "see https://github.com/tracel-ai/burn/issues/1 for it");
}

TEST_CASE("what is no full path stays") {
    for (const char* text :
         {"max_err/|A||B| 2.1e-4", "12 GB/s, 3 it /s", "1/2 and/or 2026/11/30", "autotune/0.11.0/device-0-0-cuda/x",
          "text/html", "burn_cubecl::kernel::matmul", "a / b", "./train --steps", "../x/y", "~/x", R"(loss (\S+) \d\d)",
          R"(^e:\s*(\S+))", R"(value:\s+(\d+))", "…/train.py", "x=/", "http://a/b", "{\"a\":\"b/c\"}", R"(\\d\\w)"}) {
        CAPTURE(text);
        CHECK(shown(text) == text);
    }
}

TEST_CASE("names of kernels lose only paths that are certain") {
    CHECK(shown("fused/reduce /x/y", PathCaution::certain) == "fused/reduce /x/y");
    CHECK(shown(R"({"file":"/home/alice/kernel.cu"})", PathCaution::certain) == R"({"file":"…/kernel.cu"})");
    CHECK(shown("/fast/path", PathCaution::certain) == "/fast/path");
}
