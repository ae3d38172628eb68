// What the re-run page shows of results, and what it keeps.

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

namespace flipscope {
namespace {

QString problemsOf(const RerunReport& report) {
    QStringList problems;
    if (!report.failure.empty()) problems += QStringLiteral("The worker failed: %1").arg(shown(report.failure, 2000));
    if (report.workersLost > 0)
        problems += QStringLiteral(
                        "%1 lost on the way; what was there before is shown, the candidate that ran then is "
                        "marked.")
                        .arg(counted(report.workersLost, "worker was", "workers were"));
    if (report.stopped) problems += QStringLiteral("Stopped: the results so far are shown.");
    return problems.join(QLatin1Char('\n'));
}

}  // namespace

bool RerunPage::isAbout(const KeptRerun& rerun) const {
    return m_target && rerun.subject == m_target->subject &&
           (!rerun.subject.keyJson.empty() || rerun.label == m_target->label);
}

void RerunPage::offerResults() {
    const QSignalBlocker quiet(m_results);
    m_results->clear();
    const KeptReruns& all = m_state.reruns();
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!isAbout(*all[i])) continue;
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
    if (running != nullptr && m_target && running->target.subject == m_target->subject &&
        running->target.label == m_target->label) {
        KeptRerun now;
        now.subject = running->target.subject;
        now.label = running->target.label;
        now.winners = running->target.winners;
        now.device = running->device;
        now.report = m_queue.soFar();
        return showReport(now);
    }
    const auto rerun = chosenRerun();
    m_export->setEnabled(rerun != nullptr);
    if (rerun != nullptr) return showReport(*rerun);
    m_model->setReport({}, {});
    m_details->clear();
    m_answer->clear();
    m_means->setText(m_lastProblem);
    m_answer->hide();
    m_means->setVisible(!m_lastProblem.isEmpty());
}

void RerunPage::showReport(const KeptRerun& rerun) {
    const RerunFindings findings = findingsOf(rerun);
    const RerunView view = viewOf(rerun, findings);
    m_model->setReport(rerun.report, findings);
    m_details->showReport(rerun.report);
    QString answer;
    if (m_queue.running()) {
        if (!findings.classes.classes.empty())
            answer = QStringLiteral("So far: ") + QString::fromStdString(classesAnswer(findings));
    } else if (const std::string winners = winnersAnswer(view); !winners.empty()) {
        answer = QString::fromStdString(winners);
    } else {
        answer = QString::fromStdString(classesAnswer(findings));
    }
    m_answer->setText(answer);
    QStringList means;
    if (rerun.report.hello) {
        const QString basis = QString::fromStdString(meansSentence(rerun.report));
        means += (basis.isEmpty() ? basis : basis + QLatin1Char(' ')) +
                 QStringLiteral("Worker: %1 on %2.").arg(shown(rerun.report.hello->name), shown(rerun.device));
    }
    const QString problem = problemsOf(rerun.report);
    if (!problem.isEmpty()) means += problem;
    if (!m_lastProblem.isEmpty()) means += m_lastProblem;
    m_means->setText(means.join(QLatin1Char('\n')));
    m_answer->setVisible(!answer.isEmpty());
    m_means->setVisible(!means.isEmpty());
    const auto rows = findings.candidates.size();
    if (!m_queue.running() || (rows > 0 && m_fittedRows == 0)) fitDataTable(*m_table);
    m_fittedRows = rows;
    if (!m_table->currentIndex().isValid() && rows > 0) m_table->selectRow(0);
    showDetails();
}

void RerunPage::showDetails() {
    const QModelIndex current = m_sorted->mapToSource(m_table->currentIndex());
    if (!current.isValid()) return m_details->showCandidate(nullptr, nullptr);
    m_details->showCandidate(m_model->result(current.row()), m_model->verdict(current.row()));
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
