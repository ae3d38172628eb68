#include "ui/panels/overview_text.h"

#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"
#include "ui/outcome_words.h"
#include "ui/suspect_words.h"
#include "ui/text.h"

#include <algorithm>
#include <array>

namespace flipscope {
namespace {

using Kind = OverviewLink::Kind;

constexpr std::size_t kMostListed = 6;
constexpr std::array<const char*, 9> kLinkNames{"none",   "matrix", "verdict", "suspects", "runs",
                                                "report", "key",    "choose",  "prove"};

QString link(OverviewLink to, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(urlOf(to), text.toHtmlEscaped());
}

QString item(const QString& html) {
    return QStringLiteral("<li style='margin-bottom:4px'>") + html + QStringLiteral("</li>");
}

QString section(const QString& title, const QString& items) {
    if (items.isEmpty()) return {};
    return QStringLiteral("<h3>%1</h3><ul style='margin-top:0'>%2</ul>").arg(title.toHtmlEscaped(), items);
}

QString headline(const OverviewCounts& counts) {
    const QString over = counted(counts.runs, "run", "runs");
    if (counts.runs < 2)
        return QStringLiteral("One run with %1").arg(counted(counts.keys, "tuning key", "tuning keys"));
    if (counts.flips == 0 && !counts.unknown.keys.empty())
        return QStringLiteral("No flip is seen over %1, but for %2 of %3 that cannot be told")
            .arg(over, formatCount(counts.unknown.keys.size()), counted(counts.keys, "tuning key", "tuning keys"));
    if (counts.flips == 0)
        return QStringLiteral("No flips: all %1 got the same winner in each of %2")
            .arg(counted(counts.keys, "tuning key", "tuning keys"), over);
    return QStringLiteral("%1 of %2 got different winners over %3")
        .arg(formatCount(counts.flips), counted(counts.keys, "tuning key", "tuning keys"), over);
}

QString verdictItems(const OverviewCounts& counts) {
    struct Line {
        std::size_t count;
        Verdict verdict;
        const char *one, *many, *meaning;
    };
    const std::array<Line, 3> lines{{
        {counts.coinFlips, Verdict::coinFlip, "coin flip", "coin flips",
         "by median no candidate is reliably the faster one"},
        {counts.disturbed, Verdict::disturbed, "disturbed choice", "disturbed choices",
         "by median one candidate is the faster one, yet some runs chose another"},
        {counts.cannotTell, Verdict::cannotTell, "flip that cannot be judged", "flips that cannot be judged",
         "too little was measured in common"},
    }};
    QString items;
    for (const Line& line : lines) {
        if (line.count == 0) continue;
        items += item(
            link({Kind::verdict, static_cast<std::size_t>(line.verdict)}, counted(line.count, line.one, line.many)) +
            QStringLiteral(": ") + QString::fromLatin1(line.meaning) + QLatin1Char('.'));
    }
    return items;
}

QString flipsAre(std::size_t flips) {
    return flips == 1 ? QStringLiteral("1 flip is") : formatCount(flips) + QStringLiteral(" flips are");
}

QString bitsItems(const OverviewCounts& counts) {
    if (counts.flips == 0) return {};
    QString items;
    if (counts.predictedSameBits > 0)
        items +=
            item(QStringLiteral("%1 predicted to be harmless: whichever candidate wins, it computes the same bits. A "
                                "prediction from names and layouts, no measurement.")
                     .arg(flipsAre(counts.predictedSameBits)));
    if (counts.emulatedSameBits > 0)
        items += item(QStringLiteral(
                          "%1 predicted harmless by emulation: re-run by the model of a card, the winners computed the "
                          "same bits on the inputs tried.")
                          .arg(flipsAre(counts.emulatedSameBits)));
    if (counts.measuredSameBits > 0)
        items +=
            item(QStringLiteral("%1 harmless on the inputs tried: re-run on a card, the winners gave the same bits.")
                     .arg(flipsAre(counts.measuredSameBits)));
    const std::size_t open =
        counts.flips - counts.predictedSameBits - counts.emulatedSameBits - counts.measuredSameBits;
    if (open > 0)
        items += item(QStringLiteral("%1 may change results, or it is not known whether they do.")
                          .arg(counted(open, "flip", "flips")));
    if (counts.groups > 0)
        items +=
            item(QStringLiteral("The flips form %1; keys of one group split the runs in the same way, so these runs "
                                "cannot tell them apart.")
                     .arg(counted(counts.groups, "flip group", "flip groups")));
    return items;
}

QString cardItem(const Analysis& analysis) {
    const std::string words = assumedCardSentence(analysis);
    return words.empty() ? QString() : item(QString::fromStdString(words).toHtmlEscaped());
}

QString keyList(const Dataset& dataset, const std::vector<PartialKey>& keys) {
    QStringList names;
    for (std::size_t i = 0; i < std::min(keys.size(), kMostListed); ++i)
        names.append(link({Kind::key, keys[i].key.value}, shown(keyOf(dataset, keys[i].key).label, 80)) +
                     QStringLiteral(" (in %1 of %2)")
                         .arg(keys[i].present.size())
                         .arg(keys[i].present.size() + keys[i].absent.size()));
    if (keys.size() > kMostListed) names.append(QStringLiteral("and %1 more").arg(keys.size() - kMostListed));
    return names.join(QStringLiteral(", "));
}

QString environmentItem(const EnvironmentDifference& difference) {
    QStringList values;
    for (std::size_t i = 0; i < std::min(difference.values.size(), kMostListed); ++i)
        values.append(QStringLiteral("%1 (%2)").arg(shown(difference.values[i].first, 60).toHtmlEscaped(),
                                                    counted(difference.values[i].second.size(), "run", "runs")));
    if (difference.values.size() > kMostListed)
        values.append(QStringLiteral("and %1 more").arg(difference.values.size() - kMostListed));
    return item(QStringLiteral("<b>%1</b> differs: %2")
                    .arg(shown(difference.name, 60).toHtmlEscaped(), values.join(QStringLiteral(", "))));
}

QString differenceItems(const Dataset& dataset, const Analysis& analysis, const OverviewCounts& counts) {
    QString items;
    if (!analysis.partialKeys.empty())
        items +=
            item(QStringLiteral("%1 only in some of the runs: ")
                     .arg(counts.partialKeys == 1 ? QStringLiteral("1 key is")
                                                  : formatCount(counts.partialKeys) + QStringLiteral(" keys are")) +
                 keyList(dataset, analysis.partialKeys));
    for (std::size_t i = 0; i < std::min(analysis.environment.size(), kMostListed); ++i)
        items += environmentItem(analysis.environment[i]);
    if (analysis.environment.size() > kMostListed)
        items += item(QStringLiteral("and %1 more differences of the environment")
                          .arg(analysis.environment.size() - kMostListed));
    if (!analysis.drift.empty())
        items += item(QStringLiteral("%1 got steadily faster or slower from run to run: compare runs of one time only.")
                          .arg(counted(analysis.drift.size(), "candidate", "candidates")));
    const std::string unknown = unknownWinnersSentence(dataset, counts.unknown);
    if (!unknown.empty()) items += item(shown(unknown, 1000).toHtmlEscaped());
    if (counts.cellsWithoutWinner > 0)
        items += item(QStringLiteral("%1 have no provable winner; point at the hatched cells of the %2 for the reason.")
                          .arg(counted(counts.cellsWithoutWinner, "decision", "decisions"),
                               link({Kind::matrix, 0}, QStringLiteral("matrix"))));
    return items;
}

QString groupList(const Outcome& outcome) {
    QStringList names;
    for (std::size_t i = 0; i < std::min(outcome.groups.size(), kMostListed); ++i)
        names.append(QStringLiteral("“%1” (%2)")
                         .arg(shown(outcome.groups[i].name, 60).toHtmlEscaped(),
                              counted(outcome.groups[i].members.size(), "run", "runs")));
    if (outcome.groups.size() > kMostListed)
        names.append(QStringLiteral("and %1 more").arg(outcome.groups.size() - kMostListed));
    return names.join(QStringLiteral(", "));
}

// Found outcomes from a position on, each with a link that takes it.
QString foundItems(const ViewState& state, std::size_t first, const QString& title) {
    constexpr std::size_t kMostOffered = 3;
    const auto& found = state.foundOutcomes();
    QString items;
    for (std::size_t i = first; i < std::min(found.size(), first + kMostOffered); ++i)
        items += item(QStringLiteral("%1: %2 — %3")
                          .arg(title, shown(found[i].description, 160).toHtmlEscaped(),
                               link({Kind::chooseOutcome, i}, QStringLiteral("use it as the outcome"))));
    return items;
}

QString outcomeItems(const ViewState& state) {
    const auto& outcome = state.outcome();
    const bool byItself = state.outcomeChoice().kind == OutcomeKind::best;
    const QString runsPage = link({Kind::runs, 0}, QStringLiteral("Runs"));
    if (outcome == nullptr)
        return item(QStringLiteral("Say what tells a good run from a bad one on the page %1 (pattern, labels, exit "
                                   "status); the suspects follow from it.")
                        .arg(runsPage)) +
               foundItems(state, 0, QStringLiteral("Found in the output"));
    QString items;
    if (byItself && !state.foundOutcomes().empty())
        items += item(QStringLiteral("No outcome was chosen, so the best supported of %1 in the output is taken: %2. "
                                     "Another one can be chosen on the page %3.")
                          .arg(counted(outcome->outcomesLookedAt, "thing that varies", "things that vary"),
                               shown(state.foundOutcomes().front().description, 160).toHtmlEscaped(), runsPage));
    const QString says = QStringLiteral("%1 says how strongly the flips go with it.")
                             .arg(link({Kind::suspects, 0}, QStringLiteral("Suspects")));
    items += outcome->grouping == Grouping::ungrouped
                 ? item(QStringLiteral("The outcome is %1. %2").arg(groupsInWords(*outcome).toHtmlEscaped(), says))
                 : item(QStringLiteral("The runs fall into %1 by their outcome: %2. %3")
                            .arg(counted(outcome->groups.size(), "group", "groups"), groupList(*outcome), says));
    return byItself ? items + foundItems(state, 1, QStringLiteral("Instead")) : items;
}

// The finding itself: who goes with the outcome, how closely, and whether that can be the cause.
QString findingItems(const ViewState& state) {
    if (state.outcome() == nullptr) return {};
    const QString suspectsPage = link({Kind::suspects, 0}, QStringLiteral("Suspects"));
    if (!state.suspectsProblem().isEmpty()) return item(state.suspectsProblem().toHtmlEscaped());
    if (state.suspects() == nullptr) return item(QStringLiteral("Looking for what goes with the outcome …"));
    const SuspectsFound& found = *state.suspects();
    QString answer =
        item(QStringLiteral("%1 %2 See %3.")
                 .arg(answerInWords(found).toHtmlEscaped(), luckInWords(found).toHtmlEscaped(), suspectsPage));
    if (found.result.suspects.empty()) return answer;
    const Suspect& strongest = found.result.suspects.front();
    const TuningKey& key = keyOf(*found.dataset, strongest.keys.front());
    const bool isEvidence = standsOut(strongest);
    QString text =
        QStringLiteral("%1: <b>%2</b> (id %3)%4: %5.")
            .arg(isEvidence ? QStringLiteral("Strongest suspect") : QStringLiteral("Closest to it, though no evidence"),
                 link({Kind::key, strongest.keys.front().value}, shown(key.label, 120)), shown(key.id).toHtmlEscaped(),
                 strongest.keys.size() > 1 ? QStringLiteral(" with %1 that flip in the same runs")
                                                 .arg(counted(strongest.keys.size() - 1, "other key", "other keys"))
                                           : QString(),
                 strengthInWords(found, strongest).toHtmlEscaped());
    const std::string harmless =
        harmlessRemark(statementOn(found, strongest), found.analysis->proven.contains(strongest.keys.front()));
    if (!harmless.empty()) text += QStringLiteral(" It %1.").arg(QString::fromStdString(harmless).toHtmlEscaped());
    return isEvidence ? item(text) + answer : answer + item(text);
}

// Whether some suspect is worth a proof that is not there yet.
bool asksForProof(const ViewState& state) {
    const auto& found = state.suspects();
    return state.outcome() != nullptr && found != nullptr && !found->result.suspects.empty() &&
           standsOut(found->result.suspects.front()) && state.analysis()->proven.empty();
}

QString nextItems(const ViewState& state, const OverviewCounts& counts) {
    if (counts.runs < 2)
        return item(QStringLiteral("Add more runs of the same program (File ▸ Add): a flip shows only between runs."));
    if (counts.flips == 0 && !counts.unknown.keys.empty())
        return item(
            QStringLiteral("Where winners are known they are the same in all runs. Whether another choice makes "
                           "a difference between these runs cannot be told."));
    if (counts.flips == 0)
        return item(
            QStringLiteral("The recorded choices are the same in all runs, so they cannot explain a difference "
                           "between these runs. Look at candidates that differ with themselves, or elsewhere."));
    const QString proof =
        item(QStringLiteral("An association is no proof: only your program with choices forced settles it. %1")
                 .arg(link({Kind::prove, 0}, QStringLiteral("Prove it …"))));
    return asksForProof(state) ? proof + outcomeItems(state) : outcomeItems(state) + proof;
}

// What forcing has settled, whatever outcome is in view.
QString provenItems(const Dataset& dataset, const Analysis& analysis) {
    QString items;
    for (const auto& [key, proven] : analysis.proven)
        items += item(QStringLiteral("<b>%1</b>: %2")
                          .arg(link({Kind::key, key.value}, shown(keyOf(dataset, key).label, 120)),
                               QString::fromStdString(provenSentence(proven)).toHtmlEscaped()));
    return items;
}

QString reportItems(const Dataset& dataset) {
    const LoadReport& report = dataset.report;
    QString items;
    if (report.problemCount > 0)
        items += item(link({Kind::report, 0}, counted(report.problemCount, "problem", "problems")) +
                      QStringLiteral(" while reading; what was dropped is counted there."));
    if (!report.notes.empty())
        items += item(link({Kind::report, 0}, counted(report.notes.size(), "note", "notes")) +
                      QStringLiteral(" about the files, for example split logs or other sessions."));
    return items;
}

}  // namespace

OverviewCounts countOverview(const Analysis& analysis) {
    OverviewCounts counts;
    counts.runs = analysis.matrix.runs.size();
    counts.keys = analysis.keys.size();
    counts.groups = analysis.groups.size();
    counts.partialKeys = analysis.partialKeys.size();
    counts.unknown = findUnknownWinners(analysis);
    for (std::size_t i = 0; i < analysis.keys.size(); ++i) {
        const KeyVerdict& key = analysis.keys[i];
        if (!key.flips) continue;
        ++counts.flips;
        const Verdict verdict = key.pairs.empty() ? Verdict::cannotTell : key.pairs.front().verdict;
        counts.coinFlips += verdict == Verdict::coinFlip ? 1 : 0;
        counts.disturbed += verdict == Verdict::disturbed ? 1 : 0;
        counts.cannotTell += verdict == Verdict::cannotTell ? 1 : 0;
        const ClassStatement statement = i < analysis.classes.size() ? analysis.classes[i] : ClassStatement();
        if (statement.answer != ClassAnswer::sameBits) continue;
        const bool predicted = statement.basis == ClassBasis::predicted;
        ++(predicted                                 ? counts.predictedSameBits
           : statement.basis == ClassBasis::emulated ? counts.emulatedSameBits
                                                     : counts.measuredSameBits);
    }
    for (const WinnerCell& cell : analysis.matrix.cells)
        if (!cell.winner && cell.source != WinnerSource::none_keyAbsent) ++counts.cellsWithoutWinner;
    return counts;
}

QString overviewHtml(const ViewState& state) {
    const Dataset& dataset = *state.dataset();
    const Analysis& analysis = *state.analysis();
    const OverviewCounts counts = countOverview(analysis);
    return QStringLiteral("<h2>%1</h2>").arg(headline(counts).toHtmlEscaped()) +
           section(QStringLiteral("What goes with the outcome"), provenItems(dataset, analysis) + findingItems(state)) +
           section(QStringLiteral("What the flips are"), verdictItems(counts)) +
           section(QStringLiteral("Can they change results?"), bitsItems(counts) + cardItem(analysis)) +
           section(QStringLiteral("What to do next"), nextItems(state, counts)) +
           section(QStringLiteral("What else differs between the runs"), differenceItems(dataset, analysis, counts)) +
           section(QStringLiteral("About the files"), reportItems(dataset)) +
           QStringLiteral("<p><small>%1</small></p>").arg(shown(verdictCaveats(), 2000).toHtmlEscaped());
}

QString urlOf(OverviewLink link) {
    return QStringLiteral("flipscope:%1/%2")
        .arg(QLatin1String(kLinkNames[static_cast<std::size_t>(link.kind)]))
        .arg(link.number);
}

OverviewLink overviewLink(const QUrl& url) {
    if (url.scheme() != QLatin1String("flipscope")) return {};
    const QStringList parts = url.path().split(QLatin1Char('/'));
    OverviewLink link;
    for (std::size_t kind = 0; kind < kLinkNames.size(); ++kind)
        if (parts.value(0) == QLatin1String(kLinkNames[kind])) link.kind = static_cast<Kind>(kind);
    link.number = parts.value(1).toULongLong();
    return link;
}

}  // namespace flipscope
