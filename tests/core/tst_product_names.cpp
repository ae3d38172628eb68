#include "core/rerun/product_names.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a product is meant whatever is left out or written differently around its name") {
    for (const char* words : {"RTX 4090", "rtx 4090", "rtx4090", "RTX-4090", "NVIDIA GeForce RTX 4090", "4090"})
        CHECK(meansProduct(words, "RTX 4090"));
    for (const char* words : {"", " ", "RTX", "RTX 409", "RTX 4090 Ti", "rtx", "./4090", "RTX_4090", "A4090"})
        CHECK_FALSE(meansProduct(words, "RTX 4090"));
    CHECK(meansProduct("Tesla V100", "V100"));
    CHECK_FALSE(meansProduct("100", "A100"));
    CHECK_FALSE(meansProduct("A2", "RTX A2000"));
}

TEST_CASE("a product that was not measured is told whose numbers it gets, a measured one and a generation are not") {
    const CardNumbers ada = findCard("ada").value();
    CHECK(kinshipInWords(ada, "RTX 4090") ==
          "RTX 4090: numbers of Ada, as published for L40S; none was measured on this product itself.");
    CHECK(kinshipInWords(ada, "L40S").empty());
    CHECK(kinshipInWords(ada, "Ada").empty());
    CHECK(kinshipInWords(ada, "").empty());
    CHECK(kinshipInWords(findCard("A10").value(), "A10").find("as published for A100 and A2;") != std::string::npos);
    CHECK(kinshipInWords(findCard("RTX 5090").value(), "RTX 5090").find("for RTX PRO 6000 Blackwell;") !=
          std::string::npos);
}

TEST_CASE("of a generation without numbers its name is known") {
    CHECK(generationWithoutNumbers("RTX 2080") == "Turing");
    CHECK(generationWithoutNumbers("Tesla T4") == "Turing");
    CHECK(!generationWithoutNumbers("RTX 4090"));
    CHECK(!generationWithoutNumbers(""));
}

TEST_CASE("a built-in card is found by its name, its products and those of its generation") {
    for (const CardNumbers& card : builtInCards()) {
        CHECK(builtInCardNamed(card.name) == &card);
        for (const auto* products : {&card.products, &card.sameGeneration})
            for (const std::string& product : *products)
                CHECK(builtInCardNamed("NVIDIA " + product) == &card);
    }
    CHECK(builtInCardNamed("card.json") == nullptr);
    CHECK(builtInCardNamed("") == nullptr);
}
