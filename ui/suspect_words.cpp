#include "ui/suspect_words.h"

#include "core/analyse/suspect_pair.h"
#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"
#include "ui/text.h"

#include <algorithm>

namespace flipscope {
namespace {

QString rankedAnswer(const SuspectsResult& result) {
    const auto closer = std::count_if(result.suspects.begin(), result.suspects.end(), [](const Suspect& suspect) {
        return !suspect.tooFinelySplit && suspect.pAdjusted <= 0.05;
    });
    if (closer == 0)
        return QStringLiteral(
            "No choice goes with the numbers more closely than luck explains (adjusted p above 0.05).");
    return counted(static_cast<std::size_t>(closer), "flip group goes", "flip groups go") +
           QStringLiteral(" with the numbers more closely than luck explains (adjusted p at most 0.05).");
}

}  // namespace

QString answerInWords(const SuspectsFound& found) {
    const SuspectsResult& result = found.result;
    const UnknownWinners unknown = findUnknownWinners(*found.analysis, *found.outcome);
    const QString open = unknown.keys.empty()
                             ? QString()
                             : QLatin1Char(' ') + shown(unknownWinnersSentence(*found.dataset, unknown), 1000);
    if (result.suspects.empty()) return QString::fromStdString(noFlipSentence(unknown)) + open;
    if (!result.chance.known) return rankedAnswer(result) + open;
    if (result.chance.keysSeparating == 0)
        return QStringLiteral("No key separates the outcome without exception.") + open;
    return counted(result.chance.keysSeparating, "key separates", "keys separate") +
           QStringLiteral(" the outcome without exception (no winner is shared between its groups).") + open;
}

QString luckInWords(const SuspectsFound& found) {
    const ChanceFigures& chance = found.result.chance;
    QString text =
        chance.known
            ? QStringLiteral(
                  "By luck alone, had the same outcomes been dealt out to the runs at random, %1 keys would separate "
                  "them on average; at least one would in %2 of the deals.")
                  .arg(QString::fromStdString(formatExpected(chance.expectedByChance)),
                       QString::fromStdString(formatPercent(chance.probabilityByChance)))
            : QString::fromStdString(chanceSentence(chance, 1));
    if (found.outcome->outcomesLookedAt > 1)
        text += QStringLiteral(
                    " %1 outcomes were looked at before this one was taken: each further one is another chance for "
                    "luck.")
                    .arg(found.outcome->outcomesLookedAt);
    return text;
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
    return found.analysis->classes[suspect.keys.front().value];
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
