#include "core/read/intern_pool.h"

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("equal names in equal order are one set") {
    InternPool pool;
    const CandidateSetIndex ab = pool.internSet({"a", "b"});
    CHECK(pool.internSet({"a", "b"}) == ab);
    CHECK(pool.internSet({"b", "a"}) != ab);
    CHECK(pool.internSet({"ab"}) != ab);
    CHECK(pool.internSet({"a", "b", ""}) != ab);
    CHECK(pool.internSet({}) == pool.internSet({}));
    CHECK(pool.sizeOf(ab) == 2);
    CHECK(pool.checksumOf(ab) == candidateSetChecksum({"a", "b"}));
}

TEST_CASE("keys that differ only in member order or space are one key") {
    InternPool pool;
    const CandidateSetIndex set = pool.internSet({"a"});
    const KeyIndex key = pool.internKey(R"({"x":1,"y":[2]})", set);
    CHECK(pool.internKey(R"({ "y" : [ 2 ], "x" : 1 })", set) == key);
    CHECK(pool.internKey(R"({"x":1,"y":[3]})", set) != key);
    CHECK(pool.canonicalJsonOf(key) == R"({"x":1,"y":[2]})");
}

TEST_CASE("equal key objects of two tuners are two keys, of two sets of one tuner one key") {
    InternPool pool;
    const std::string conv = R"({"Conv":{"kernel_size":[3,3]}})";
    const KeyIndex forward = pool.internKey(conv, pool.internSet({"conv_direct"}));
    const KeyIndex backward = pool.internKey(conv, pool.internSet({"wgrad_fallback"}));
    CHECK(forward != backward);
    CHECK(pool.tunerOf(backward) == "conv_backward_weight");
    CHECK(pool.internKey(conv, pool.internSet({"wgrad_fallback", "wgrad_im2col"})) == backward);
    CHECK(pool.internKey(conv, pool.internSet({}), "burn_cubecl-kernel-conv-backward_weight-tune") == backward);
}

TEST_CASE("a log alone and a database name a key alike") {
    InternPool pool;
    const CandidateSetIndex set = pool.internSet({"x", "y"});
    for (const std::string key : {R"({"accumulator_len":1,"reduce":{"vector_size":16}})", R"({"unheard":1})"}) {
        CHECK(pool.internKey(key, set) == pool.internKey(key, set, "burn_cubecl-kernel-reduce-tune-reduce-dim"));
    }
}

TEST_CASE("texts are kept once and the first is empty") {
    InternPool pool;
    CHECK(pool.internText("") == 0);
    const std::uint32_t text = pool.internText("refused");
    CHECK(pool.internText("refused") == text);
    CHECK(pool.internText("failed") != text);
    CHECK(pool.take().texts == std::vector<std::string>{"", "refused", "failed"});
}

TEST_CASE("taking the contents leaves an empty pool that can be used again") {
    InternPool pool;
    const KeyIndex key = pool.internKey("{}", pool.internSet({"a"}));
    const InternPool::Contents contents = pool.take();
    REQUIRE(contents.keys.size() == 1);
    CHECK(contents.keys[key.value].canonicalJson == "{}");
    CHECK(contents.sets[0].names == std::vector<std::string>{"a"});
    CHECK(pool.take().keys.empty());
    CHECK(pool.internText("x") == 1);
}

TEST_CASE("threads that intern the same values get the same handles") {
    InternPool pool;
    constexpr std::size_t kValues = 200;
    std::vector<std::vector<std::uint32_t>> seen(4);
    std::vector<std::thread> threads;
    for (auto& mine : seen) {
        threads.emplace_back([&pool, &mine] {
            for (std::size_t i = 0; i < kValues; ++i) {
                const std::string name = "n" + std::to_string(i);
                const CandidateSetIndex set = pool.internSet({name});
                mine.push_back(set.value);
                mine.push_back(pool.internKey("{\"k\":" + std::to_string(i) + "}", set).value);
                mine.push_back(pool.internText(name));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    for (const auto& mine : seen)
        CHECK(mine == seen[0]);
    const InternPool::Contents contents = pool.take();
    CHECK(contents.sets.size() == kValues);
    CHECK(contents.keys.size() == kValues);
    CHECK(contents.texts.size() == kValues + 1);
}
