#include "ui/models/class_names.h"

#include "core/report/rerun_report.h"
#include "core/report/sentences.h"
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

QString bitsInWords(const ClassStatement& statement) {
    const QString basis = statement.basis == ClassBasis::predicted
                              ? QString()
                              : QStringLiteral(", ") + shown(basisInWords(statement.basis));
    switch (statement.answer) {
        case ClassAnswer::sameBits:
            return QStringLiteral("same") + basis;
        case ClassAnswer::differentBits:
            return QStringLiteral("differ") + basis;
        case ClassAnswer::dependsOnCard:
            return QStringLiteral("by card");
        case ClassAnswer::unknown:
            break;
    }
    return QStringLiteral("not known");
}

QString measuredClassInWords(const Analysis& analysis, KeyIndex key, CandidateIndex candidate) {
    const auto bits = analysis.measured.find(key);
    if (bits == analysis.measured.end()) return {};
    const auto found = bits->second.classOf.find(candidate);
    if (found == bits->second.classOf.end()) return {};
    return QStringLiteral("%1, %2 on %3")
        .arg(QString::fromStdString(className(found->second)), shown(basisInWords(bits->second.basis)),
             shown(bits->second.device, 60));
}

QString classNamesInWords(const QStringList& names) {
    return names.isEmpty() ? QStringLiteral("not predicted") : names.join(QStringLiteral(" or "));
}

}  // namespace flipscope
