// What the re-run page shows of results, and what it keeps.

#include "core/report/format.h"
#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/worker_messages.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/rerun_details.h"
#include "ui/panels/rerun_page.h"
#include "ui/rerun_export.h"
#include "ui/text.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace flipscope {
namespace {

QString problemsOf(const RerunReport& report) {
    QStringList problems;
    if (!report.failure.empty()) problems += QStringLiteral("The worker failed: %1").arg(shown(report.failure, 2000));
    if (report.workersLost > 0)
        problems += QString::fromStdString(lossesSentence(report)) +
                    QStringLiteral(" What was there before is shown, the candidate that ran then is marked.");
    if (report.stopped) problems += QStringLiteral("Stopped: the results so far are shown.");
    return problems.join(QLatin1Char('\n'));
}

}  // namespace

bool RerunPage::isOfTarget(const RerunSubject& subject, const std::string& label) const {
    return m_target && isSameTarget(subject, label, m_target->subject, m_target->label);
}

void RerunPage::offerResults() {
    const QSignalBlocker quiet(m_results);
    m_results->clear();
    const KeptReruns& all = m_state.reruns();
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!isOfTarget(all[i]->subject, all[i]->label)) continue;
        const auto means = all[i]->report.hello ? toString(all[i]->report.hello->means) : std::string_view();
        m_results->addItem(QStringLiteral("%1, %2").arg(shown(all[i]->device, 80), shown(means)),
                           static_cast<qulonglong>(i));
    }
    m_results->setCurrentIndex(m_results->count() > 0 ? 0 : -1);  // the newest
    m_results->setEnabled(m_results->count() > 1);
    showResults();
}

std::shared_ptr<const KeptRerun> RerunPage::chosenRerun() const {
    const std::size_t position = m_results->currentData().toULongLong();
    return m_results->currentIndex() < 0 ? nullptr : m_state.reruns().at(position);
}

void RerunPage::showResults() {
    const RerunOrder* running = m_queue.current();
    if (running != nullptr && isOfTarget(running->target.subject, running->target.label)) {
        KeptRerun now;
        now.subject = running->target.subject;
        now.label = running->target.label;
        now.winners = running->target.winners;
        now.device = running->device;
        now.report = m_queue.soFar();
        return showReport(std::make_shared<const KeptRerun>(std::move(now)));
    }
    showExports();
    if (const auto rerun = chosenRerun()) return showReport(rerun);
    m_shown.reset();
    m_findings = {};
    m_model->setReport({}, {});
    m_details->clear();
    m_answer->clear();
    m_means->setText(m_lastProblem);
    m_answer->hide();
    m_means->setVisible(!m_lastProblem.isEmpty());
}

void RerunPage::showExports() {
    const auto rerun = chosenRerun();
    m_export->setEnabled(rerun != nullptr);
    const std::string fault = rerun == nullptr ? "nothing was re-run yet" : blocklistFault(rerun->report);
    m_exportBlocklist->setEnabled(fault.empty());
    m_exportBlocklist->setToolTip(
        plainToolTip(fault.empty() ? QStringLiteral("Save the candidates that refused, failed or were wrong, as JSON")
                                   : QStringLiteral("There is no blocklist: %1").arg(QString::fromStdString(fault))));
}

void RerunPage::showReport(std::shared_ptr<const KeptRerun> rerun) {
    m_shown = std::move(rerun);
    m_findings = findingsOf(*m_shown);
    m_model->setReport(m_shown->report, m_findings);
    m_details->showReport(m_shown->report);
    const QString answer = answerInWords();
    m_answer->setText(answer);
    const QStringList means = basisInWords();
    m_means->setText(means.join(QLatin1Char('\n')));
    m_answer->setVisible(!answer.isEmpty());
    m_means->setVisible(!means.isEmpty());
    const auto rows = m_findings.candidates.size();
    if (!m_queue.running() || (rows > 0 && m_fittedRows == 0)) fitDataTable(*m_table);
    m_fittedRows = rows;
    if (!m_table->currentIndex().isValid() && rows > 0) m_table->selectRow(0);
    showDetails();
}

QString RerunPage::answerInWords() const {
    if (m_queue.running())
        return m_findings.classes.classes.empty()
                   ? QString()
                   : QStringLiteral("So far: ") + QString::fromStdString(classesAnswer(m_findings));
    const std::string winners = winnersAnswer(viewOf(*m_shown, m_findings));
    return QString::fromStdString(winners.empty() ? classesAnswer(m_findings) : winners);
}

// How the bits came about, who is on the blocklist, and what went wrong.
QStringList RerunPage::basisInWords() const {
    QStringList lines;
    const RerunReport& report = m_shown->report;
    if (report.hello) {
        const QString basis = QString::fromStdString(meansSentence(report));
        lines += (basis.isEmpty() ? basis : basis + QLatin1Char(' ')) +
                 QStringLiteral("Worker: %1 on %2%3.")
                     .arg(shown(report.hello->name), shown(m_shown->device),
                          QString::fromStdString(generatorInWords(report)));
    }
    std::vector<std::string> blocked;
    for (const RerunCandidate& candidate : blocklist(report, m_findings))
        blocked.push_back(nameOf(candidate));
    if (!blocked.empty()) lines += QStringLiteral("Blocklist: %1.").arg(QString::fromStdString(joinList(blocked)));
    for (const QString& problem : {problemsOf(report), m_lastProblem})
        if (!problem.isEmpty()) lines += problem;
    return lines;
}

void RerunPage::showDetails() {
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    if (!current.isValid() || m_shown == nullptr) return m_details->showCandidate(nullptr, nullptr);
    m_details->showCandidate(m_model->result(current.row()), m_model->verdict(current.row()));
    m_details->showRequests(m_shown->report, m_findings, m_model->candidate(current.row()));
}

void RerunPage::take(const std::shared_ptr<const KeptRerun>& rerun) {
    const auto& rounds = rerun->report.rounds;
    const bool anything = std::any_of(rounds.begin(), rounds.end(), [](const RerunRound& round) {
        return std::any_of(round.results.begin(), round.results.end(),
                           [](const RerunResult& result) { return result.status != RerunStatus::notRun; });
    });
    if (anything) {
        m_state.keepRerun(*rerun);
    } else {
        m_lastProblem = QStringLiteral("Nothing was re-run. ") + problemsOf(rerun->report);
    }
}

}  // namespace flipscope
