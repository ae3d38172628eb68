#include "ui/rerun_export.h"

#include "core/report/csv_report.h"
#include "core/report/html_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "core/rerun/rerun_order.h"
#include "ui/text.h"

#include <QFileInfo>
#include <QSaveFile>

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

}  // namespace

RerunFindings findingsOf(const KeptRerun& rerun) {
    return findingsOf(rerun.report, rerun.winners.empty() ? std::nullopt : std::optional(rerun.winners.front()));
}

RerunView viewOf(const KeptRerun& rerun, const RerunFindings& findings) {
    const WorkerDevice* device = rerun.report.hello ? findDevice(*rerun.report.hello, rerun.device) : nullptr;
    RerunView view{rerun.label, device != nullptr ? describedDevice(*device) : rerun.device, rerun.winners,
                   rerun.report, findings};
    view.keyId = rerun.keyId;
    return view;
}

QString exportRerun(const KeptRerun& rerun, const QString& path) {
    const RerunFindings findings = findingsOf(rerun);
    const auto text = textFor(viewOf(rerun, findings), QFileInfo(path).suffix().toLower());
    const QString name = shown(path.toStdString());
    if (!text) return QStringLiteral("%1: give it one of the endings .html, .md, .csv, .json, .txt.").arg(name);
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text->size());
    if (file.open(QIODevice::WriteOnly) && file.write(text->data(), size) == size && file.commit()) return {};
    return QStringLiteral("%1 could not be written: %2").arg(name, file.errorString());
}

}  // namespace flipscope
