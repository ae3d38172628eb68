// Running the user's program from the page that proves, and what it shows of it.

#include "core/report/drive_words.h"
#include "core/report/trial_report.h"
#include "ui/document_words.h"
#include "ui/models/report_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/prove_page.h"
#include "ui/text.h"

#include <QLabel>
#include <QTableView>
#include <utility>

namespace flipscope {
namespace {

const QString kKeyLink = QStringLiteral("key:");

StartedWords startedWords(const TrialSettings& trials) {
    StartedWords words;
    words.program = trials.program.command;
    words.where = whereInWords(trials.program, trials.folder);
    if (trials.reading.by == OutcomeReading::By::test) words.test = trials.reading.test;
    return words;
}

QString linksTo(const std::vector<FoundCulprit>& culprits) {
    QStringList links;
    for (const FoundCulprit& culprit : culprits)
        links +=
            QStringLiteral("<a href=\"%1%2\">%3</a>")
                .arg(kKeyLink, shown(culprit.key.keyId).toHtmlEscaped(), shown(culprit.key.label, 120).toHtmlEscaped());
    return links.isEmpty() ? QString() : QStringLiteral("<br>Open the key: ") + links.join(QStringLiteral(", "));
}

}  // namespace

void ProvePage::run() {
    if (task() == Task::bisect && m_proof != nullptr) {
        m_consent.ask(*this, startedWords(m_proof->plan.trials), [this, proof = m_proof] { startProof(proof); });
    } else if (task() == Task::force && m_forcePlan != nullptr) {
        m_consent.ask(*this, startedWords(m_forcePlan->plan.trials),
                      [this, force = m_forcePlan] { startForcing(force); });
    }
}

void ProvePage::startProof(std::shared_ptr<const ProofPlan> proof) {
    if (m_state.busyWith().contains(kDriving)) return;  // another run began while the user looked at this one
    m_running = proof;
    begin();
    m_proving.start([proof = std::move(proof)](const auto& tell, const std::stop_token& stop) {
        return runProof(*proof, tell, stop);
    });
    m_state.setBusy(kDriving, true);  // once it runs: the window asks who does
}

void ProvePage::startForcing(std::shared_ptr<const ForcePlan> force) {
    if (m_state.busyWith().contains(kDriving)) return;
    begin();
    m_forcing.start([force = std::move(force)](const auto& tell, const std::stop_token& stop) {
        return runForce(*force, tell, stop);
    });
    m_state.setBusy(kDriving, true);
}

void ProvePage::begin() {
    m_since.start();
    m_answer->hide();
    m_model->setTable({});
    m_doing->setText(QStringLiteral("Starting …"));
}

void ProvePage::showDoing(const QString& doing) {
    constexpr double kMilli = 1000;
    m_doing->setText(
        QStringLiteral("%1 · %2 in all")
            .arg(doing, QString::fromStdString(roughTime(static_cast<double>(m_since.elapsed()) / kMilli))));
}

void ProvePage::showProof(const ProofLive& live) {
    showDoing(live.doing);
    if (live.trials.size() == m_model->table().rows.size()) return;
    Bisection soFar;
    soFar.trials = live.trials;
    soFar.stopped = true;
    m_model->setTable(lastTable(bisectDocument({*m_running->dataset, m_running->plan, soFar, {}, {}})));
    if (live.trials.size() < 10) fitDataTable(*m_table);
    m_table->scrollToBottom();
}

void ProvePage::takeProof(const Result<std::shared_ptr<const ProofEnd>>& result) {
    m_running = nullptr;
    if (!result) return end(result.cancelled() ? QStringLiteral("Stopped.") : shown(result.errorMessage(), 4000));
    const ProofEnd& done = *result.value();
    const ProofPlan& proof = *done.proof;
    const Document document = bisectDocument({*proof.dataset, proof.plan, done.bisection, {}, {}});
    const std::vector<FoundCulprit> culprits = culpritsOf(*proof.dataset, proof.plan, done.bisection);
    showEnd(wordsOf(document) + linksTo(culprits), lastTable(document));
    DriveFindings findings = m_state.driveFindings();
    keep(findings, culprits);
    m_state.setDriveFindings(std::move(findings));
}

void ProvePage::takeForcing(const Result<std::shared_ptr<const ForceEnd>>& result) {
    if (!result) return end(result.cancelled() ? QStringLiteral("Stopped.") : shown(result.errorMessage(), 4000));
    const ForcePlan& force = *result.value()->force;
    const std::string base = runOf(*force.dataset, force.base).id;
    const ForcingView view{force.plan, result.value()->forcing, base, force.plan.variants.size() > 1};
    const Document document = forceDocument(view);
    auto classes = forcedClassesOf(force.plan, result.value()->forcing, base);
    QString html = wordsOf(document);
    if (classes)
        html += QStringLiteral("<br>The matrix, the key and the suspects now show these classes: ") +
                linksTo({FoundCulprit{classes->key, {}}}).remove(QStringLiteral("<br>Open the key: "));
    showEnd(html, lastTable(document));
    if (!classes) return;
    DriveFindings findings = m_state.driveFindings();
    keep(findings, std::move(*classes));
    m_state.setDriveFindings(std::move(findings));
}

void ProvePage::showEnd(const QString& html, Table table) {
    m_state.setBusy(kDriving, false);
    m_answer->setText(html);
    m_answer->show();
    m_model->setTable(std::move(table));
    fitDataTable(*m_table);
    showControls();
}

void ProvePage::end(const QString& problem) {
    m_state.setBusy(kDriving, false);
    m_answer->setText(QStringLiteral("<b>%1</b>").arg(problem.toHtmlEscaped()));
    m_answer->show();
    showControls();
}

void ProvePage::follow(const QString& link) {
    if (!link.startsWith(kKeyLink) || m_state.dataset() == nullptr) return;
    if (const auto key = findKey(*m_state.dataset(), link.mid(kKeyLink.size()).toStdString())) m_state.openKey(*key);
}

}  // namespace flipscope
