#include "ui/jobs/handover_work.h"

#include "core/report/format.h"
#include "ui/text.h"
#include "ui/view_state.h"

namespace flipscope {
namespace {

const QString kReportBusy = QStringLiteral("writing the report");

}  // namespace

HandoverWork::HandoverWork(ViewState& state, QObject* parent)
    : QObject(parent), m_state(state), m_job([this](const Result<WrittenHandover>& result) { take(result); }) {}

void HandoverWork::write(const QStringList& paths, const QString& folder) {
    m_job.start([plan = handoverPlanOf(m_state, paths), to = folder.toStdString()](
                    const std::stop_token& stop, const ProgressSink&) { return writePlanned(plan, to, stop); });
    m_state.setBusy(kReportBusy, true);
}

void HandoverWork::take(const Result<WrittenHandover>& result) {
    m_state.setBusy(kReportBusy, false);
    if (result.cancelled()) return;
    if (!result) return emit failed(QStringLiteral("No report: %1.").arg(shown(result.errorMessage(), 2000)));
    const WrittenHandover& made = result.value();
    QString proof;
    if (made.verdict) proof = QStringLiteral(", bisection: %1").arg(shown(*made.verdict, 80));
    const QString words = QStringLiteral(
        "%1.\n\n%2, %3, %4 in %5. Paths, users and hosts are taken out as far as they are known: read README.md before "
        "you hand it over.");
    emit written(QString::fromStdString(made.folder),
                 words.arg(shown(made.headline, 400), counted(made.runs, "run", "runs"),
                           counted(made.flippingKeys, "flip", "flips") + proof,
                           counted(made.files.size(), "file", "files"), shown(made.folder, 1000)));
}

}  // namespace flipscope
