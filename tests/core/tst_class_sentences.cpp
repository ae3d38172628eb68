#include "core/report/sentences.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("every prediction says that it is one and what it assumes") {
    ClassStatement statement;
    statement.answer = ClassAnswer::sameBits;
    statement.assumptions = {"card hopper", "element type f32"};
    CHECK(
        classSentence(statement) ==
        "Predicted harmless: the winners are predicted to compute the same bits. Assumed: card hopper and element type "
        "f32. A prediction from the kernel names, not a measurement.");
    statement.answer = ClassAnswer::differentBits;
    CHECK(classSentence(statement).find("predicted to compute different bits") != std::string::npos);
    CHECK(classSentence(statement).find("not a measurement") != std::string::npos);
}

TEST_CASE("a prediction that depends on the card lists the cards") {
    ClassStatement statement;
    statement.answer = ClassAnswer::dependsOnCard;
    statement.sameOn = {Card::ampere, Card::ada};
    statement.differentOn = {Card::hopper};
    CHECK(classSentence(statement) ==
          "Depends on the card: predicted the same bits on " + std::string(toString(Card::ampere)) + " and " +
              std::string(toString(Card::ada)) + ", different bits on " + std::string(toString(Card::hopper)) +
              ". A prediction from the kernel names, not a measurement.");
}

TEST_CASE("without a prediction the reason is given") {
    ClassStatement statement;
    statement.unknownBecause = "the operation is not a matmul";
    CHECK(classSentence(statement) ==
          "No prediction whether the winners compute the same bits: the operation is not a matmul.");
    CHECK(classSentence(ClassStatement()) == "No prediction whether the winners compute the same bits.");
}

TEST_CASE("a re-run says by what, where and on which inputs") {
    ClassStatement statement;
    statement.answer = ClassAnswer::sameBits;
    statement.device = "Hop\x1b[1mper";
    statement.inputs = "64×64×64 f32, seeds 1 and 2";
    statement.basis = ClassBasis::emulated;
    CHECK(classSentence(statement).starts_with("Predicted harmless by emulation: the winners compute the same bits"));
    CHECK(classSentence(statement).find("Computed by emulation of Hop") != std::string::npos);
    CHECK(classSentence(statement).find("seeds 1 and 2") != std::string::npos);
    CHECK(classSentence(statement).find('\x1b') == std::string::npos);
    CHECK(harmlessConsequence(statement).starts_with(" If that holds"));
    CHECK(harmlessRemark(statement).find("if the emulation of") != std::string::npos);
    CHECK(harmlessConsequence(statement, true).find("contradicts this emulation") != std::string::npos);
    CHECK(harmlessRemark(statement, true) == "was emulated to compute the same bits, which the proof contradicts");
    for (const ClassBasis basis : {ClassBasis::replica, ClassBasis::real}) {
        statement.basis = basis;
        CHECK(classSentence(statement).starts_with("Harmless on the inputs tried: "));
        CHECK(classSentence(statement).ends_with("Measured, not predicted."));
        CHECK((classSentence(statement).find("replicas") != std::string::npos) == (basis == ClassBasis::replica));
        CHECK(harmlessRemark(statement).find("measured on") != std::string::npos);
        CHECK(basisInWords(basis) == "measured");
    }
    statement.answer = ClassAnswer::differentBits;
    CHECK(classSentence(statement).starts_with("Changes bits: "));
    CHECK(harmlessRemark(statement).empty());
    CHECK(harmlessRemark(statement, true).empty());
    CHECK(harmlessConsequence(statement, true).empty());
    CHECK(harmlessConsequence(statement).empty());
}

TEST_CASE("forced choices speak of the program's outcome, not of bits") {
    ClassStatement statement;
    statement.basis = ClassBasis::forced;
    statement.answer = ClassAnswer::sameBits;
    statement.device = "NVIDIA H200";
    statement.inputs = "whole output, all other choices as in run14";
    CHECK(classSentence(statement) ==
          "Harmless in the program: run on NVIDIA H200 with each winner forced, it gave the same outcome (compared: "
          "whole output, all other choices as in run14). Measured by forcing.");
    CHECK(harmlessRemark(statement) == "leaves the outcome as it is when forced in the program");
    CHECK(harmlessConsequence(statement).find("cannot be the cause in that program") != std::string::npos);
    CHECK(harmlessConsequence(statement, true) ==
          " Forcing has proven that this key changes the outcome all the same, with other choices around it.");
    CHECK(basisInWords(ClassBasis::forced) == "forced");
    statement.answer = ClassAnswer::differentBits;
    CHECK(classSentence(statement).starts_with("Changes the outcome: run on NVIDIA H200 with each winner forced"));
}
