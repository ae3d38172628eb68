#include "core/report/format.h"
#include "core/report/sentences.h"

namespace flipscope {

namespace {

std::string cardList(const std::vector<Card>& cards) {
    std::vector<std::string> names;
    names.reserve(cards.size());
    for (const Card card : cards)
        names.emplace_back(toString(card));
    return joinList(names, names.size());
}

std::string assumptionWords(const ClassStatement& statement) {
    if (statement.assumptions.empty()) return {};
    std::vector<std::string> shown;
    shown.reserve(statement.assumptions.size());
    for (const std::string& assumption : statement.assumptions)
        shown.push_back(printable(assumption));
    return " Assumed: " + joinList(shown, shown.size()) + ".";
}

}  // namespace

std::string classSentence(const ClassStatement& statement) {
    constexpr std::string_view kSettle = " A prediction from the kernel names, not a measurement.";
    switch (statement.answer) {
        case ClassAnswer::sameBits:
            return "Predicted harmless: the winners are predicted to compute the same bits." +
                   assumptionWords(statement) + std::string(kSettle);
        case ClassAnswer::differentBits:
            return "Predicted to change bits: the winners are predicted to compute different bits." +
                   assumptionWords(statement) + std::string(kSettle);
        case ClassAnswer::dependsOnCard:
            return "Depends on the card: predicted the same bits on " + cardList(statement.sameOn) +
                   ", different bits on " + cardList(statement.differentOn) + "." + assumptionWords(statement) +
                   std::string(kSettle);
        case ClassAnswer::unknown:
            break;
    }
    if (statement.unknownBecause.empty()) return "No prediction whether the winners compute the same bits.";
    return "No prediction whether the winners compute the same bits: " + printable(statement.unknownBecause) + ".";
}

std::string harmlessConsequence(const ClassStatement& statement) {
    return statement.answer == ClassAnswer::sameBits ? " If that holds, this key cannot be the cause." : "";
}

}  // namespace flipscope
