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

std::string triedOn(const ClassStatement& statement) {
    return statement.inputs.empty() ? "" : " (" + printable(statement.inputs) + ")";
}

// The program as a whole was compared, not the candidates' outputs: the words claim no more.
std::string forcedSentence(const ClassStatement& statement) {
    const std::string on = statement.device.empty() ? "" : " on " + printable(statement.device);
    const std::string what = " (compared: " + printable(statement.inputs, 400) + "). Measured by forcing.";
    if (statement.answer == ClassAnswer::sameBits)
        return "Harmless in the program: run" + on + " with each winner forced, it gave the same outcome" + what;
    return "Changes the outcome: run" + on + " with each winner forced, the program gave different outcomes" + what;
}

std::string leftOutWords(const ClassStatement& statement) {
    if (statement.leftOut.empty()) return {};
    std::vector<std::string> shown;
    for (const std::string& candidate : statement.leftOut)
        shown.push_back(printable(candidate));
    return " Left out, for it cannot run there, and needed no more: " + joinList(shown, shown.size()) + ".";
}

// A model's answer is still a prediction; what ran on a card is a measurement on these inputs.
std::string rerunSentence(const ClassStatement& statement) {
    const std::string on = printable(statement.device);
    const bool same = statement.answer == ClassAnswer::sameBits;
    if (statement.basis == ClassBasis::forced) return forcedSentence(statement);
    if (statement.basis == ClassBasis::emulated) {
        return std::string(same ? "Predicted harmless by emulation: the winners compute the same bits"
                                : "Predicted to change bits by emulation: the winners compute different bits") +
               " on the inputs tried" + triedOn(statement) + ". Computed by emulation of " + on +
               ", the answer of a model; only a run on the card measures it.";
    }
    const std::string who = statement.basis == ClassBasis::real ? "the winners themselves" : "replicas of the winners";
    return (same ? "Harmless on the inputs tried" : "Changes bits") + std::string(": ") + who + " were run on " + on +
           " and gave " + (same ? "the same bits" : "different bits") + triedOn(statement) +
           ". Measured, not predicted.";
}

// Of winners that are said to compute the same bits although forcing has proven their key to be a cause.
std::string contradiction(const ClassStatement& statement) {
    const std::string proof = " Forcing has proven that this key changes the outcome";
    const std::string otherwise = ", or the choice acts by something else than the bits of its own result.";
    if (statement.basis == ClassBasis::forced) return proof + " all the same, with other choices around it.";
    if (!isMeasured(statement.basis)) {
        return proof + ", which contradicts this " +
               (statement.basis == ClassBasis::predicted ? "prediction" : "emulation") + ": " +
               (statement.assumptions.empty() ? "it does not hold" : "it, or what it assumes, does not hold") +
               " in the program" + otherwise;
    }
    return proof + ": the program's inputs tell apart what the inputs tried did not" + otherwise;
}

}  // namespace

std::string classSentence(const ClassStatement& statement) {
    if (statement.basis != ClassBasis::predicted && statement.answer != ClassAnswer::unknown)
        return rerunSentence(statement);
    constexpr std::string_view kSettle = " A prediction from the kernel names, not a measurement.";
    switch (statement.answer) {
        case ClassAnswer::sameBits:
            return "Predicted harmless: the winners are predicted to compute the same bits." +
                   assumptionWords(statement) + std::string(kSettle);
        case ClassAnswer::differentBits:
            return "Predicted to change bits: the winners are predicted to compute different bits." +
                   leftOutWords(statement) + assumptionWords(statement) + std::string(kSettle);
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

std::string assumedCardSentence(const Analysis& analysis) {
    const std::string note = printable(analysis.cardNote);
    if (!analysis.cardMismatch) return note;
    const CardMismatch& mismatch = *analysis.cardMismatch;
    const std::string card(toString(mismatch.assumed));
    return note + (note.empty() ? "" : " ") + "These runs were not made on " + card + ": winners of " +
           plural(mismatch.keys, "key", "keys") + " need " + std::string(toString(mismatch.needed)) + " or later (" +
           printable(mismatch.example) + ": " + mismatch.because +
           "). What is predicted is what the choices would compute on " + card + ".";
}

std::string harmlessConsequence(const ClassStatement& statement, bool isProven) {
    if (statement.answer != ClassAnswer::sameBits) return "";
    if (isProven) return contradiction(statement);
    if (statement.basis == ClassBasis::forced)
        return " With these other choices, this key cannot be the cause in that program.";
    return !isMeasured(statement.basis) ? " If that holds, this key cannot be the cause."
                                        : " Unless other inputs tell them apart, this key cannot be the cause.";
}

std::string harmlessRemark(const ClassStatement& statement, bool isProven) {
    if (statement.answer != ClassAnswer::sameBits) return "";
    if (isProven) {
        return !isMeasured(statement.basis)
                   ? "was " + std::string(basisInWords(statement.basis)) +
                         " to compute the same bits, which the proof contradicts"
                   : "seemed harmless where it was tried, which the proof contradicts for the program";
    }
    switch (statement.basis) {
        case ClassBasis::predicted:
            return "cannot be the cause if the prediction holds";
        case ClassBasis::emulated:
            return "cannot be the cause if the emulation of " + printable(statement.device) + " holds";
        case ClassBasis::forced:
            return "leaves the outcome as it is when forced in the program";
        case ClassBasis::replica:
        case ClassBasis::real:
            break;
    }
    return "is harmless on the inputs tried, measured on " + printable(statement.device);
}

std::string_view toString(ClassBasis basis) {
    switch (basis) {
        case ClassBasis::predicted:
            return "predicted";
        case ClassBasis::emulated:
            return "emulated";
        case ClassBasis::replica:
            return "replica";
        case ClassBasis::real:
            return "real";
        case ClassBasis::forced:
            break;
    }
    return "forced";
}

std::string_view basisInWords(ClassBasis basis) {
    switch (basis) {
        case ClassBasis::predicted:
            return "predicted";
        case ClassBasis::emulated:
            return "emulated";
        case ClassBasis::forced:
            return "forced";
        case ClassBasis::replica:
        case ClassBasis::real:
            break;
    }
    return "measured";
}

}  // namespace flipscope
