#include "ui/models/class_names.h"

#include "ui/text.h"

namespace flipscope {

QStringList classNames(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate,
                       const ClassAssumptions& assumptions) {
    QStringList names;
    for (const Card card : kAllCards) {
        if (assumptions.card && *assumptions.card != card) continue;
        for (const CodeGenerator generator : {CodeGenerator::cudaCpp, CodeGenerator::llvm}) {
            if (assumptions.codeGenerator && *assumptions.codeGenerator != generator) continue;
            const PredictedClass predicted = predictClass(key, set, candidate, card, generator);
            const QString name = shown(predicted.name);
            if (predicted.known && !names.contains(name)) names += name;
        }
    }
    return names;
}

QString classNamesInWords(const QStringList& names) {
    return names.isEmpty() ? QStringLiteral("not predicted") : names.join(QStringLiteral(" or "));
}

}  // namespace flipscope
