#include "core/handover/scrubber.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Scrubber alices() {
    return Scrubber({{"/srv/alice stuff/my runs", "/home/alice"}, {"alice"}, {"node7-gpu.cluster.example"}, {}});
}

}  // namespace

TEST_CASE("known paths go wherever they stand, in every spelling") {
    const Scrubber scrubber = alices();
    CHECK(scrubber.text("in /srv/alice stuff/my runs/run1: no") == "in …/run1: no");
    CHECK(scrubber.text("x/home/alice/y") == "x…/y");
    CHECK(scrubber.text("file:///srv/alice%20stuff/my%20runs/a b") == "file:… b");
    CHECK(scrubber.text("/home/alicent/z") == "…");
    CHECK(scrubber.file(R"({"path": "/home/alice/x", "td": "</td>"})") == R"({"path": "…/x", "td": "</td>"})");
}

TEST_CASE("a user's name that is no common word goes as a word, in any case, also inside other names") {
    const Scrubber scrubber = alices();
    CHECK(scrubber.text("started by Alice on node7-gpu") == "started by user on host");
    CHECK(scrubber.text("alice_run-1 of malice") == "user_run-1 of malice");
    CHECK(scrubber.text("ssh alice@node7-gpu.cluster.example:22") == "ssh user@host:22");
    CHECK(scrubber.text("runs/alice/x") == "runs/user/x");
}

TEST_CASE("a name that is a common word goes only where a user or a host is named for certain") {
    const Scrubber scrubber({{}, {"train", "lu"}, {"gpu", "localhost"}, {}});
    CHECK(scrubber.text("./train --steps 100 on the gpu") == "./train --steps 100 on the gpu");
    CHECK(scrubber.text("train loss 7.1, lu 3") == "train loss 7.1, lu 3");
    CHECK(scrubber.text("train@gpu and lu@gpu") == "user@host and user@host");
    CHECK(scrubber.text("user=train host: gpu hostname=\"gpu\"") == "user=user host: host hostname=\"host\"");
    CHECK(scrubber.text("ssh://gpu/x runs/train/y") == "ssh://host/x runs/user/y");
    CHECK(scrubber.text("localhost") == "localhost");
}

TEST_CASE("a name that kernels or keys are called by is a common word") {
    const Scrubber scrubber({{}, {"cyclic"}, {"gemmhost"}, {"cyclic", "simple"}});
    CHECK(scrubber.name("matmul_simple_cyclic_mma") == "matmul_simple_cyclic_mma");
    CHECK(scrubber.text("the cyclic kernel of gemmhost") == "the cyclic kernel of host");
    CHECK(scrubber.text("/x/y of cyclic@z") == "… of user@z");
}

TEST_CASE("names of kernels and keys are not damaged") {
    const Scrubber scrubber = alices();
    for (const char* name : {"a/b", "burn::matmul<f32, f32>", "/fast", R"({"k":"x/y","n":18446744073709551615})",
                             "autotune/0.11.0/device-0-0-cuda/burn_cubecl-kernel-matmul-tune", "C::D"}) {
        CAPTURE(name);
        CHECK(scrubber.name(name) == name);
    }
    CHECK(scrubber.name(R"({"file":"/home/bob/k.cu","u":"alice"})") == R"({"file":"…/k.cu","u":"user"})");
}

TEST_CASE("of a command the program keeps its file's name") {
    const Scrubber scrubber = alices();
    using Words = std::vector<std::string>;
    CHECK(scrubber.command({"/home/alice/bin/train", "--out", "/scratch/alice/o", "--lr=0.1"}) ==
          Words{"…/train", "--out", "…", "--lr=0.1"});
    CHECK(scrubber.command({"python3", "/home/bob/my train.py"}) == Words{"python3", "…/my train.py"});
    CHECK(scrubber.command({"x", "--out=/home/bob/my runs/r.log", "--user=alice", "a b"}) ==
          Words{"x", "--out=…/r.log", "--user=user", "a b"});
    CHECK(scrubber.command({R"(C:\Users\bob\train.exe)", "x"}) == Words{"…/train.exe", "x"});
    CHECK(scrubber.command({"/home/alice"}) == Words{"…/user"});
    CHECK(scrubber.command({}) == Words{});
}

TEST_CASE("short folders are no paths to be looked for") {
    const Scrubber scrubber({{"/", "/tmp", "", "/srv/"}, {""}, {""}, {}});
    CHECK(scrubber.text("a/b /srv c") == "a/b … c");
    CHECK(scrubber.text("square srv of x") == "square srv of x");
}
