#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/view_state.h"

#include <QObject>
#include <QStringList>
#include <memory>

namespace flipscope {

// Keeps a ViewState filled: paths -> dataset -> analysis and found outcomes -> values of the chosen outcome. Each step
// is a job of its own, started again when what it depends on changes. Thread rule: UI thread only.
class Pipeline : public QObject {
    Q_OBJECT
public:
    explicit Pipeline(ViewState& state, QObject* parent = nullptr);

    // Replaces what is loaded once everything was read; until then, and when it fails or is stopped, the former stays.
    // splitByHand: see LoadOptions.
    void open(const QStringList& paths, std::vector<std::string> splitByHand = {});
    // As open, with the present paths before the new ones; runs split by hand stay split.
    void add(const QStringList& paths);
    // Ends a running load; the analysis of what is already loaded goes on.
    void stopLoading();
    // Asks all jobs to end, so that destroying this does not wait long.
    void stopAll();

    // Of the dataset in the state.
    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    [[nodiscard]] bool loading() const { return m_load.running(); }

signals:
    void loadStarted();
    void progressed(int permille, const QString& text);
    void loaded();
    void loadFailed(const QString& message);
    void loadStopped();
    void analysisStarted();
    void analysisFailed(const QString& message);

private:
    void finishLoad(Result<std::shared_ptr<const Dataset>> result);
    // Several changes of one turn of the event loop are one analysis.
    void wantAnalysis();
    // Re-runs and forced runs change the analysis only where they say something else about its keys than before.
    void takeFindings();
    void analyseCheckedRuns();
    void finishAnalysis(Result<std::shared_ptr<const Analysis>> result);
    void lookForOutcomes();
    void readOutcome();

    ViewState& m_state;
    QStringList m_paths, m_loadingPaths;
    std::vector<std::string> m_loadingSplit;
    QTimer m_analysisDue;
    LatestJob<std::shared_ptr<const Dataset>> m_load;
    LatestJob<std::shared_ptr<const Analysis>> m_analysis;
    LatestJob<std::vector<FoundOutcome>> m_found;
    LatestJob<OutcomeValues> m_values;
};

}  // namespace flipscope
