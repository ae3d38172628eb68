#include "core/read/process_split.h"

#include <string_view>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// One decision a letter: the letter is the key.
std::vector<Decision> decisionsOf(std::string_view keys) {
    std::vector<Decision> decisions;
    for (const char key : keys) {
        Decision& decision = decisions.emplace_back();
        decision.key.value = static_cast<std::uint32_t>(key);
    }
    return decisions;
}

using Starts = std::vector<std::size_t>;

using Perhaps = std::vector<bool>;

Starts startsOf(std::string_view keys, std::uint64_t skipped = 0) {
    const SplitPlan plan = planSplit(decisionsOf(keys), skipped);
    CHECK(plan.perhaps == Perhaps(plan.starts.size(), false));
    return plan.starts;
}

bool perhaps(std::string_view keys, std::uint64_t skipped = 0) {
    const SplitPlan plan = planSplit(decisionsOf(keys), skipped);
    CHECK(plan.starts == Starts{0});
    REQUIRE(plan.perhaps.size() == 1);
    return plan.perhaps[0];
}

}  // namespace

TEST_CASE("a log without repeats is one process") {
    CHECK(startsOf("") == Starts{0});
    CHECK(startsOf("a") == Starts{0});
    CHECK(startsOf("abcdef") == Starts{0});
}

TEST_CASE("an exact repetition is another process, any number of times") {
    CHECK(startsOf("abcabc") == Starts{0, 3});
    CHECK(startsOf("abcabcabc") == Starts{0, 3, 6});
    CHECK(startsOf("abab") == Starts{0, 2});
}

TEST_CASE("a process that was stopped early is one when a longer one follows") {
    CHECK(startsOf("abcabcdef") == Starts{0, 3});
    CHECK(startsOf("ababcabcd") == Starts{0, 2, 5});
}

TEST_CASE("a last part that ends before the earlier one is a partial repeat: perhaps two processes") {
    CHECK(perhaps("abcdefabc"));
    CHECK(perhaps("aabcbaab"));
    const auto plan = [](std::string_view keys) { return planSplit(decisionsOf(keys), 0); };
    CHECK(plan("abcdefabcdefab").starts == Starts{0, 6});
    CHECK(plan("abcdefabcdefab").perhaps == Perhaps{false, true});
    CHECK(plan("abcdefabcabcdef").starts == Starts{0, 9});
    CHECK(plan("abcdefabcabcdef").perhaps == Perhaps{true, false});
    CHECK(plan("abcabcdabcabcd").starts == Starts{0, 3, 10});
    CHECK(plan("abcabcdabcabcd").perhaps == Perhaps{false, true, false});
    CHECK(plan("aabcaabcaa").starts == Starts{0, 4});
    CHECK(plan("aabcaabcaa").perhaps == Perhaps{false, true});
}

TEST_CASE("a key tuned twice in a row stays one run and means nothing") {
    CHECK_FALSE(perhaps("aabc"));
    CHECK_FALSE(perhaps("abbc"));
    CHECK_FALSE(perhaps("aabbcc"));
}

TEST_CASE("a log of nothing but one key may be of as many processes") {
    CHECK(perhaps("aa"));
    CHECK(perhaps("aaaa"));
    CHECK(splitAtRepeats(decisionsOf("aaaa")).starts == Starts{0, 1, 2, 3});
    CHECK_FALSE(perhaps("aab"));
}

TEST_CASE("a program that tunes a key twice is split where the whole pattern comes again") {
    CHECK(startsOf("aabcaabc") == Starts{0, 4});
    CHECK(startsOf("abacabac") == Starts{0, 4});
    CHECK(startsOf("abcbabcb") == Starts{0, 4});
}

TEST_CASE("a partial or unordered repeat is perhaps two processes and stays one run") {
    CHECK(perhaps("abcdefbdf"));  // the rest came from a cache
    CHECK(perhaps("abcdefcab"));  // another order
    CHECK(perhaps("abcdefa"));    // one key can be a second device
    CHECK(perhaps("abcdefc"));
    CHECK(perhaps("abcdabdc"));  // begins alike, then differs
    CHECK(perhaps("abababcdcd"));
}

TEST_CASE("the same key with another candidate set is another tuner, no repeat") {
    std::vector<Decision> decisions = decisionsOf("abab");
    decisions[2].set.value = 1;
    decisions[3].set.value = 1;
    const SplitPlan plan = planSplit(decisions, 0);
    CHECK(plan.starts == Starts{0});
    CHECK(plan.perhaps == Perhaps{false});
}

TEST_CASE("damaged records may be missing in a process, no more than were skipped") {
    CHECK(startsOf("abcdefabdef", 1) == Starts{0, 6});  // c of the second
    CHECK(startsOf("abdefabcdef", 1) == Starts{0, 5});  // c of the first
    CHECK(startsOf("abcdeabcdef", 1) == Starts{0, 5});  // torn last record of the first
    CHECK(startsOf("abcdefabcde", 1) == Starts{0, 6});  // torn last record of the second
    CHECK(perhaps("abcdefabcd", 1));
    CHECK(perhaps("abcdefabdef", 0));
    CHECK(perhaps("abcdefabf", 2));
}

TEST_CASE("when the first record of the log was damaged the later processes begin with its key") {
    const auto startsAfterLine1 = [](std::string_view keys, std::uint64_t skipped) {
        std::vector<Decision> decisions = decisionsOf(keys);
        for (std::size_t i = 0; i < decisions.size(); ++i)
            decisions[i].line = static_cast<std::uint32_t>(i + 2);
        return planSplit(decisions, skipped).starts;
    };
    CHECK(startsAfterLine1("bcdeabcde", 1) == Starts{0, 4});
    CHECK(startsAfterLine1("bcdeabcdeabcde", 1) == Starts{0, 4, 9});
    CHECK(startsAfterLine1("bcdeabc", 1) == Starts{0});        // partial
    CHECK(startsAfterLine1("bcdeabcde", 0) == Starts{0});      // nothing was lost: partial
    CHECK(startsAfterLine1("abcdeabcde", 1) == Starts{0, 5});  // line 1 was no decision
    CHECK(startsOf("bcdeabcde", 1) == Starts{0, 5});           // the first line was read
}

TEST_CASE("by hand a log is split wherever a key comes again") {
    CHECK(splitAtRepeats(decisionsOf("abcdefbdf")).starts == Starts{0, 6});
    CHECK(splitAtRepeats(decisionsOf("abcbcb")).starts == Starts{0, 3, 5});
    CHECK(splitAtRepeats(decisionsOf("aabca")).starts == Starts{0, 4});
    CHECK(splitAtRepeats(decisionsOf("abc")).starts == Starts{0});
    CHECK(splitAtRepeats({}).starts == Starts{0});
}
