#include "core/read/key_matcher.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::vector<Decision> logOf(const std::vector<KeyIndex>& keys) {
    std::vector<Decision> decisions;
    for (const KeyIndex key : keys)
        decisions.emplace_back().key = key;
    return decisions;
}

}  // namespace

TEST_CASE("a key of the log is itself, another text is none") {
    InternPool pool;
    const CandidateSetIndex set = pool.internSet({"a", "b"});
    const KeyIndex one = pool.internKey(R"({"m":1})", set);
    const KeyIndex two = pool.internKey(R"({"m":2})", set);
    KeyMatcher keys(logOf({one, one}), pool);
    CHECK(keys.inLog(one) == one);
    CHECK_FALSE(keys.inLog(two).has_value());
}

TEST_CASE("a key whose tuner only the database tells is the log's key of the same text") {
    InternPool pool;
    const CandidateSetIndex set = pool.internSet({"a", "b"});
    const KeyIndex logged = pool.internKey(R"({"m":1})", set);
    const KeyIndex stored = pool.internKey(R"({"m":1})", set, "burn_cubecl-kernel-matmul-tune-base");
    KeyMatcher keys(logOf({logged}), pool);
    CHECK(keys.inLog(stored) == logged);
}
