#include "ui/models/class_names.h"

#include "ui/text.h"

namespace flipscope {

namespace {

QStringList textsOf(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                    const ClassAssumptions& assumptions, std::string PredictedClass::*text) {
    QStringList names;
    for (const Card card : kAllCards) {
        if (assumptions.card && *assumptions.card != card) continue;
        for (const CodeGenerator generator : {CodeGenerator::cudaCpp, CodeGenerator::llvm}) {
            if (assumptions.codeGenerator && *assumptions.codeGenerator != generator) continue;
            const PredictedClass predicted = predictClass(key, set, candidate, card, generator);
            const QString name = shown(predicted.*text);
            if (predicted.known && !names.contains(name)) names += name;
        }
    }
    return names;
}

}  // namespace

QStringList classNames(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                       const ClassAssumptions& assumptions) {
    return textsOf(key, set, candidate, assumptions, &PredictedClass::name);
}

QStringList classIds(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                     const ClassAssumptions& assumptions) {
    return textsOf(key, set, candidate, assumptions, &PredictedClass::id);
}

QString bitsInWords(ClassAnswer answer) {
    switch (answer) {
        case ClassAnswer::sameBits:
            return QStringLiteral("same");
        case ClassAnswer::differentBits:
            return QStringLiteral("differ");
        case ClassAnswer::dependsOnCard:
            return QStringLiteral("by card");
        case ClassAnswer::unknown:
            break;
    }
    return QStringLiteral("not known");
}

QString classNamesInWords(const QStringList& names) {
    return names.isEmpty() ? QStringLiteral("not predicted") : names.join(QStringLiteral(" or "));
}

}  // namespace flipscope
