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
