#include "ui/rerun_export.h"

#include "core/report/csv_report.h"
#include "core/report/html_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "core/rerun/rerun_order.h"
#include "core/write/whole_file.h"
#include "ui/text.h"

#include <QFileInfo>
#include <utility>

namespace flipscope {
namespace {

std::optional<std::string> textFor(const RerunView& view, const QString& ending) {
    if (ending == QLatin1String("json")) return rerunJson(view);
    if (ending == QLatin1String("csv")) return toCsv(rerunTable(view));
    if (ending == QLatin1String("md")) return toMarkdown(rerunDocument(view));
    if (ending == QLatin1String("html")) return toHtml(rerunDocument(view));
    if (ending == QLatin1String("txt")) return toText(rerunDocument(view));
    return std::nullopt;
}

// Empty when it worked.
QString write(const std::string& text, const QString& path) {
    const auto error = writeWholeFile(path.toStdString(), text);
    return error ? shown(error->message, 2000) : QString();
}

}  // namespace

const KeyVerdict* keyOfRerun(const KeptRerun& rerun, const Dataset& dataset, const Analysis& analysis) {
    for (const KeyVerdict& key : analysis.keys)
        if (key.set && subjectOf(dataset, key) == rerun.subject) return &key;
    return nullptr;
}

RerunFindings findingsOf(const KeptRerun& rerun) {
    return findingsOf(rerun.report, rerun.winners.empty() ? std::nullopt : std::optional(rerun.winners.front()));
}

RerunPlan planOf(const KeptRerun& rerun) {
    RerunPlan plan;
    for (const RerunRound& round : rerun.report.rounds) {
        const RerunCheck check = round.request.check;
        plan.sweep = plan.sweep || check == RerunCheck::bucketMember;
        plan.standardChecks = plan.standardChecks || check == RerunCheck::misaligned || check == RerunCheck::strided ||
                              check == RerunCheck::narrow;
    }
    plan.onlyDense = rerun.generation.has_value();
    if (auto bucket = bucketOf(rerun.subject)) plan.bucket = std::move(bucket).value();
    return plan;
}

QString exportRerun(const KeptRerun& rerun, const QString& path) {
    const RerunFindings findings = findingsOf(rerun);
    const RerunPlan plan = planOf(rerun);
    const auto text = textFor(viewOf(rerun, findings, &plan), QFileInfo(path).suffix().toLower());
    if (text) return write(*text, path);
    return QStringLiteral("%1: give it one of the endings .html, .md, .csv, .json, .txt.")
        .arg(shown(path.toStdString()));
}

QString exportBlocklist(const KeptRerun& rerun, const QString& path) {
    const RerunFindings findings = findingsOf(rerun);
    const BlocklistKey listed{rerun.keyId, rerun.label, rerun.subject.keyJson, rerun.subject.setChecksum};
    return write(blocklistJson(viewOf(rerun, findings), listed), path);
}

}  // namespace flipscope
