#include "ui/panels/rerun_details.h"

#include "core/analyse/class_rules.h"
#include "core/report/rerun_report.h"
#include "core/rerun/measured_classes.h"
#include "ui/panels/data_table.h"
#include "ui/plots/band_plot.h"
#include "ui/plots/rerun_bands.h"
#include "ui/plots/ulp_plot.h"
#include "ui/text.h"

#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

namespace flipscope {
namespace {

QLabel* words(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setContentsMargins(4, 2, 4, 2);
    return label;
}

QWidget* page(QLabel* label, QWidget* plot, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(plot, 1);
    return box;
}

QString timeWords(const RerunReport& report, bool timed) {
    std::set<RerunMeans> means = meansOf(report);
    if (means.empty() && report.hello) means.insert(report.hello->means);
    const bool emulated = means == std::set{RerunMeans::emulated};
    if (!timed)
        return emulated ? QStringLiteral(
                              "Emulated candidates have no times: what a processor needs to compute the "
                              "bits says nothing about the card.")
                        : QStringLiteral("No times were measured. Tick “timing” before a run on a GPU.");
    if (means.size() > 1)
        return QStringLiteral(
            "The candidates ran in different ways: only the time of an original kernel says how fast it is. The thick "
            "bar is from the 20th to the 80th percentile.");
    return means.contains(RerunMeans::real)
               ? QStringLiteral(
                     "Times of the candidates themselves, as the worker measured them; the thick bar is "
                     "from the 20th to the 80th percentile.")
               : QStringLiteral(
                     "Times of replicas: not those of the original kernels, so they do not say which of "
                     "these is the faster one. The thick bar is from the 20th to the 80th percentile.");
}

QString inputWords(const RerunReport& report) {
    std::vector<MeasuredInput> inputs;
    std::size_t checks = 0;
    for (const RerunRound& round : report.rounds) {
        const RerunCheck check = round.request.check;
        const bool isCheck = check != RerunCheck::keySizes && check != RerunCheck::otherSizes;
        if (isCheck) ++checks;
        if (!isCheck) inputs.push_back(inputOf(round.request));
    }
    QString text =
        QStringLiteral(
            "Inputs tried (m×n×k): %1%2.\nSeed s and element i give the value of a sum of four "
            "16-bit pieces of splitmix64(s·0xD1342543DE82EF95 + i), see docs/worker-protocol.md: "
            "the same on every machine.")
            .arg(QString::fromStdString(inputsInWords(inputs)),
                 checks == 0
                     ? QString()
                     : QStringLiteral("; beside them %1, see Requests").arg(counted(checks, "check", "checks")));
    if (!report.hello) return text;
    text += QStringLiteral("\nWorker: %1 %2.").arg(shown(report.hello->name), shown(report.hello->version));
    for (const std::string& note : report.hello->notes)
        text += QStringLiteral("\nThe worker notes: %1").arg(shown(note, 1000));
    return text;
}

}  // namespace

RerunDetails::RerunDetails(QWidget* parent)
    : QWidget(parent),
      m_tabs(new QTabWidget(this)),
      m_errorWords(words(this)),
      m_timeWords(words(this)),
      m_requestWords(words(this)),
      m_inputs(words(this)),
      m_requests(new RerunRequestsModel(this)),
      m_sortedRequests(new QSortFilterProxyModel(this)),
      m_requestTable(new QTableView(this)),
      m_errors(new UlpPlot(this)),
      m_times(new BandPlot(this)) {
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(page(m_errorWords, m_errors, m_tabs), QStringLiteral("Errors"));
    m_tabs->addTab(page(m_timeWords, m_times, m_tabs), QStringLiteral("Times"));
    m_sortedRequests->setSourceModel(m_requests);
    setUpDataTable(*m_requestTable, *m_sortedRequests, QStringLiteral("What the candidate did on each request"));
    m_tabs->addTab(page(m_requestWords, m_requestTable, m_tabs), QStringLiteral("Requests"));
    auto* scroll = new QScrollArea(m_tabs);
    scroll->setWidget(m_inputs);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    m_inputs->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_tabs->addTab(scroll, QStringLiteral("Inputs and notes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    clear();
}

void RerunDetails::clear() {
    showCandidate(nullptr, nullptr);
    showRequests({}, {}, {});
    m_times->setBands(nullptr, nullptr);
    m_timeWords->setText(QStringLiteral("Nothing has been re-run here yet."));
    m_inputs->setText(QStringLiteral("Nothing has been re-run here yet."));
}

void RerunDetails::showCandidate(const RerunResult* result, const RerunVerdict* verdict) {
    const bool has = result != nullptr && verdict != nullptr && !result->errors.empty();
    m_errors->setVisible(has);
    m_errors->setErrors(has ? result->errors : std::vector<ErrorSummary>());
    if (!has) {
        m_errorWords->setText(
            result == nullptr ? QStringLiteral("Choose a candidate that was re-run to see its errors.")
                              : QStringLiteral("No errors were measured of %1.").arg(shown(result->candidate.name)));
        return;
    }
    QString text = QStringLiteral("%1: %2").arg(shown(result->candidate.name), shown(inWords(*verdict)));
    const QString reason = QString::fromStdString(reasonOf(*verdict));
    if (!reason.isEmpty()) text += QStringLiteral(" (%1)").arg(reason);
    if (!result->classId.empty()) {
        const QString meaning = QString::fromStdString(classNameOf(result->classId));
        text += QStringLiteral(". Computed as %1").arg(shown(result->classId));
        if (!meaning.isEmpty()) text += QStringLiteral(": ") + meaning;
    }
    m_errorWords->setText(text + QStringLiteral(". Each bar: elements of the output by their distance from the exact "
                                                "product, of the operands as they are or as they are rounded."));
}

void RerunDetails::showRequests(const RerunReport& report, const RerunFindings& findings,
                                const RerunCandidate& candidate) {
    std::vector<RerunRequestRow> rows = requestRows(report, findings, candidate);
    const auto found = std::find_if(findings.candidates.begin(), findings.candidates.end(),
                                    [&](const CandidateFindings& other) { return other.candidate == candidate; });
    m_requestWords->setText(
        rows.empty() || found == findings.candidates.end()
            ? QStringLiteral("Choose a candidate that was re-run to see what it did on each request.")
            : QStringLiteral("%1 %2.").arg(shown(candidate.name), requestsInWords(rows, *found)));
    m_requestTable->setVisible(!rows.empty());
    m_requests->setRows(std::move(rows));
    fitDataTable(*m_requestTable);
}

void RerunDetails::showReport(const RerunReport& report) {
    auto bands = std::make_shared<const CandidateBands>(rerunBands(report));
    m_timeWords->setText(timeWords(report, !bands->rows.empty()));
    m_times->setVisible(!bands->rows.empty());
    m_times->setBands(nullptr, std::move(bands));
    m_inputs->setText(inputWords(report));
}

}  // namespace flipscope
