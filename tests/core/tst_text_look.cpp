#include "core/read/text_look.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("files of other tools and plain things are told apart") {
    CHECK(lookOfText(R"({"key":["64"],"configs_timings":[[{}]]})", true) == "a Triton autotune cache");
    CHECK(lookOfText("version: 3\nresults {\n  device: \"sm_90\"\n}\n", true) == "XLA autotune results");
    CHECK(lookOfText("Traceback (most recent call last):\n  File \"x.py\"\n", true) == "a Python traceback");
    CHECK(lookOfText("Validator,PT_VERSION,2.4\nGemm,nn,Default,0.1\n", true) == "a TunableOp results table");
    CHECK(lookOfText("a\tb\n1\t2\n", true) == "a TSV table");
    CHECK(lookOfText("{\"a\":1}\n{\"b\":2}\n", true) == "JSON lines, but no autotune decisions");
    CHECK(lookOfText("{\n \"a\": 1\n}\n", true) == "a JSON document, but no autotune decisions");
    CHECK(lookOfText("#!/bin/sh\necho\n", true) == "a script");
    CHECK(lookOfText("step 0: loss 7.06\nstep 1: loss 6.6\n", true) == "plain text");
    CHECK(lookOfText(" \n\n", true) == "a text of blank lines");
    CHECK(lookOfText("{{{{ not json", true) == "plain text");
}

TEST_CASE("frameworks whose decisions are kept, but not read yet, are known by their phrases") {
    CHECK(isOtherFramework(lookOfText(R"({"key":["64"],"configs_timings":[[{}]]})", true)));
    CHECK(isOtherFramework(lookOfText("version: 3\nresults {\n  device: \"sm_90\"\n}\n", true)));
    CHECK(isOtherFramework(lookOfText("Autotune Choices Stats:\n", true)));
    CHECK_FALSE(isOtherFramework(lookOfText("step 0: loss 7.06\n", true)));
}

TEST_CASE("real files of other frameworks are named") {
    const std::string shared = FLIPSCOPE_SHARED_DATA;
    if (!std::filesystem::exists(shared)) return;
    const auto look = [&](const std::string& path) { return lookOfText(testing::readFile(shared + path), true); };
    CHECK(look("/jax-0.11-h200/run1/autotune.txt") == "XLA autotune results");
    CHECK(look("/inductor-2.11-h200/run1/stderr.log") == "a log of Inductor's max-autotune");
    CHECK(look("/burn-0.22-h200/forced-from-run14.jsonl") == "JSON lines, but no autotune decisions");
    CHECK(look("/tensor-core-vectors/vectors.csv") == "a CSV table");
}
