#include "ui/suspect_words.h"

#include "core/analyse/group_statement.h"
#include "core/analyse/suspect_pair.h"
#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"
#include "ui/text.h"

namespace flipscope {
QString answerInWords(const SuspectsFound& found) {
    const UnknownWinners unknown = findUnknownWinners(*found.analysis, *found.outcome);
    const QString answer = QString::fromStdString(suspectsAnswer(*found.analysis, found.result, unknown));
    return unknown.keys.empty()
               ? answer
               : answer + QLatin1Char(' ') + shown(unknownWinnersSentence(*found.dataset, unknown), 1000);
}

QString luckInWords(const SuspectsFound& found) {
    return QString::fromStdString(chanceSentence(found.result, found.outcome->outcomesLookedAt));
}

QString strengthInWords(const SuspectsFound& found, const Suspect& suspect) {
    QString text;
    if (found.outcome->grouping == Grouping::ungrouped) {
        text = QStringLiteral("goes with %1 of the variance of the ranks")
                   .arg(QString::fromStdString(formatPercent(suspect.effect)));
    } else {
        text = suspect.separates ? QStringLiteral("separates the outcome")
                                 : QStringLiteral("does not separate the outcome without exception");
    }
    text += QStringLiteral(", %1").arg(QString::fromStdString(formatNamedP("adjusted p", suspect.pAdjusted)));
    if (suspect.tooFinelySplit) text += QStringLiteral(" (too finely split: no evidence)");
    return text;
}

std::optional<PairVerdict> verdictOf(const SuspectsFound& found, const Suspect& suspect) {
    if (suspect.winners.empty()) return std::nullopt;
    return verdictOnSuspect(*found.dataset, *found.analysis, suspect.winners.front());
}

const ClassStatement& statementOn(const SuspectsFound& found, const Suspect& suspect) {
    return groupStatement(*found.analysis, suspect.keys);
}

QString suspectInWords(const SuspectsFound& found, const Suspect& suspect) {
    const KeyIndex first = suspect.keys.front();
    QString text = QString::fromStdString(suspectSentence(*found.dataset, *found.outcome, suspect));
    for (const KeyIndex key : suspect.keys)
        if (const auto proven = found.analysis->proven.find(key); proven != found.analysis->proven.end())
            text.prepend(shown(keyOf(*found.dataset, key).label) + QStringLiteral(": ") +
                         QString::fromStdString(provenSentence(proven->second)) + QLatin1Char('\n'));
    const std::string harmless =
        harmlessRemark(statementOn(found, suspect), found.analysis->proven.contains(suspect.keys.front()));
    if (!harmless.empty()) text += QStringLiteral(" It %1.").arg(QString::fromStdString(harmless));
    if (suspect.keys.size() > 1)
        text += QStringLiteral("\nFor %1:").arg(QString::fromStdString(keyLabel(*found.dataset, first)));
    if (const auto pair = verdictOf(found, suspect))
        text += QLatin1Char('\n') + QString::fromStdString(suspectVerdictSentence(
                                        *found.dataset, found.analysis->keys[first.value], *pair));
    return text + QLatin1Char('\n') + QString::fromStdString(classSentence(found.analysis->classes[first.value]));
}

}  // namespace flipscope
