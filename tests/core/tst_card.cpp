#include "core/analyse/card.h"

#include <doctest/doctest.h>

using namespace flipscope;

// The doubled parentheses keep doctest from printing enumerators through their own toString.
TEST_CASE("every card is found by the name it shows, every code generator by its option name") {
    for (const Card card : kAllCards)
        CHECK((cardFromString(toString(card)) == card));
    for (const CodeGenerator generator : kAllCodeGenerators)
        CHECK((codeGeneratorFromString(optionName(generator)) == generator));
}

TEST_CASE("names are taken in upper and lower case, products too, strangers not") {
    CHECK((cardFromString("hopper") == Card::hopper));
    CHECK((cardFromString("H200") == Card::hopper));
    CHECK((cardFromString("l40s") == Card::ada));
    CHECK_FALSE(cardFromString("").has_value());
    CHECK_FALSE(cardFromString("RDNA3").has_value());
    CHECK((codeGeneratorFromString("cuda-cpp") == CodeGenerator::cudaCpp));
    CHECK((codeGeneratorFromString("llvm") == CodeGenerator::llvm));
    CHECK_FALSE(codeGeneratorFromString("spirv").has_value());
}

TEST_CASE("tensor core numbers follow the published table") {
    CHECK_FALSE(tensorCoreOf(Card::volta, ElementType::f32).has_value());
    CHECK(tensorCoreOf(Card::volta, ElementType::f16)->cmmaGroup == 4);
    CHECK(tensorCoreOf(Card::volta, ElementType::f16)->mmaGroup == 0);
    CHECK_FALSE(tensorCoreOf(Card::volta, ElementType::bf16).has_value());
    for (const Card card : {Card::ampere, Card::ada}) {
        CHECK(tensorCoreOf(card, ElementType::f32)->mmaGroup == 4);
        CHECK(tensorCoreOf(card, ElementType::f32)->cmmaGroup == 4);
        CHECK(tensorCoreOf(card, ElementType::f16)->mmaGroup == 8);
        CHECK(tensorCoreOf(card, ElementType::f32)->keptFractionBits == 24);
    }
    for (const Card card : {Card::hopper, Card::blackwell}) {
        CHECK(tensorCoreOf(card, ElementType::f32)->mmaGroup == 8);
        CHECK(tensorCoreOf(card, ElementType::f32)->cmmaGroup == 4);
        CHECK(tensorCoreOf(card, ElementType::bf16)->cmmaGroup == 16);
        CHECK(tensorCoreOf(card, ElementType::f32)->keptFractionBits == 25);
    }
    CHECK_FALSE(tensorCoreOf(Card::hopper, ElementType::f64).has_value());
}
