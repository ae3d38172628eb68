#include "ui/outcome_words.h"

#include "core/report/names.h"
#include "ui/text.h"

#include <algorithm>

namespace flipscope {

QString groupLetter(int group) {
    if (group < 0) return QStringLiteral("–");
    return group < 26 ? QString(QChar(u'A' + group)) : QString::number(group + 1);
}

QString groupsInWords(const Outcome& outcome) {
    constexpr std::size_t kMostShown = 6;
    if (outcome.grouping == Grouping::ungrouped)
        return QStringLiteral("not grouped: the numbers of %1 are ranked as they are (nan counts as above inf)")
            .arg(counted(outcome.values.size() - std::min(outcome.unlabelled, outcome.values.size()), "run", "runs"));
    QStringList groups;
    for (std::size_t i = 0; i < std::min(outcome.groups.size(), kMostShown); ++i)
        groups += QStringLiteral("%1 “%2” (%3)")
                      .arg(groupLetter(static_cast<int>(i)), shown(outcome.groups[i].name, 60),
                           counted(outcome.groups[i].members.size(), "run", "runs"));
    if (outcome.groups.size() > kMostShown)
        groups += counted(outcome.groups.size() - kMostShown, "more group", "more groups");
    return groups.join(QStringLiteral(", "));
}

QString passedOverInWords(const Dataset& dataset, const WiderPattern& wider) {
    constexpr qsizetype kMostValues = 4;
    QStringList values;
    for (const std::string& value : wider.values) {
        const QString quoted = QStringLiteral("“%1”").arg(shown(value, 40));
        if (!values.contains(quoted)) values += quoted;
    }
    if (values.size() > kMostValues) values = values.mid(0, kMostValues) << QStringLiteral("…");
    std::vector<RunIndex> runs;
    for (const std::size_t position : wider.gained)
        runs.push_back(RunIndex{static_cast<std::uint32_t>(position)});
    return QStringLiteral(
               "The pattern passes over %1 in %2, because its group takes digits only. One that takes any word finds "
               "them: %3")
        .arg(values.join(QStringLiteral(", ")), QString::fromStdString(runNames(dataset, runs)), shown(wider.regex));
}

}  // namespace flipscope
