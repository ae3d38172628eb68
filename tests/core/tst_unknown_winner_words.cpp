#include "core/report/unknown_winner_words.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("how many keys, which and why") {
    testing::DatasetBuilder builder;
    const KeyIndex first = builder.addKey("one");
    const KeyIndex second = builder.addKey("two");
    const Dataset dataset = builder.take();
    UnknownWinners unknown;
    CHECK(unknownWinnersSentence(dataset, unknown).empty());
    unknown.keys = {first};
    unknown.notProvable = 1;
    CHECK(
        unknownWinnersSentence(dataset, unknown) ==
        "Whether 1 key flips (one) cannot be told, because in some runs its winner is not known or cannot be compared "
        "(1 key: the log names a winner that the tuner may have eliminated).");
    unknown.keys = {first, second};
    unknown.notProvable = 2;
    unknown.setChanged = 1;
    CHECK(
        unknownWinnersSentence(dataset, unknown) ==
        "Whether 2 keys flip (one and two) cannot be told, because in some runs their winner is not known or cannot be "
        "compared (2 keys: the log names a winner that the tuner may have eliminated; 1 key: other candidates in some "
        "runs).");
}

TEST_CASE("only where every winner is known no choice can go with the outcome") {
    UnknownWinners unknown;
    CHECK(noFlipSentence(unknown).find("no autotune choice can go with this outcome") != std::string::npos);
    unknown.keys = {KeyIndex{0}, KeyIndex{1}};
    CHECK(noFlipSentence(unknown) ==
          "Cannot tell: no key is seen to flip among the labelled runs, but for 2 keys that is not known.");
}
