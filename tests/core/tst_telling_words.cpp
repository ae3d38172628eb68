#include "core/analyse/telling_words.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the last word that names an outcome, as a whole word in any case") {
    CHECK(outcomeWordIn("step 0: loss ") == "loss");
    CHECK(outcomeWordIn("\"val_Loss\":") == "loss");
    CHECK(outcomeWordIn("loss 1.2 accuracy ") == "accuracy");
    CHECK(outcomeWordIn("NaN detected at step") == "nan");
    CHECK(outcomeWordIn("lossless codec, checksum ").empty());
    CHECK(outcomeWordIn("").empty());
}

TEST_CASE("words are what letters stand together") {
    CHECK(wordsIn("val_Loss: 7e3, x") == std::vector<std::string>{"val", "loss", "e", "x"});
    CHECK(wordsIn("12 %").empty());
    CHECK(wordsIn("").empty());
}
