#pragma once

#include "core/pin/pin_check.h"
#include "core/pin/pin_rules.h"
#include "ui/jobs/latest_job.h"
#include "ui/pin_measurements.h"
#include "ui/rerun_values.h"
#include "ui/view_state.h"

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What the databases of runs hold. Reading them takes long; neither re-runs nor another outcome change it.
struct PinPlaces {
    std::shared_ptr<const Dataset> dataset;
    std::vector<RunIndex> runs;
    std::vector<PlacedChoice> places;
    RunTraces traces;
};

// What the loaded runs say that pins are chosen and judged by. Never changed after it was made.
struct PinGround {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;
    KeptReruns reruns;
    PinMeasurements measurements;             // by these re-runs
    std::shared_ptr<const PinPlaces> inRuns;  // of this dataset and the runs of the analysis
};

// Chooses pins for the list in the state and checks them against its runs, off the UI thread. What is asked for while
// something runs, or before the runs are analysed, is done in its turn; another dataset drops it. Thread rule: UI
// thread only.
class PinWork : public QObject {
    Q_OBJECT
public:
    explicit PinWork(ViewState& state, QObject* parent = nullptr);

    // Makes ground() known.
    void prepare();
    // by: who pins. keepsHandPins: those of the list that were chosen by hand stay as they are.
    void pinByRule(const PinRule& rule, const std::string& by, bool keepsHandPins);
    void pinByHand(KeyIndex key, CandidateIndex candidate, const std::string& by);
    void check();
    void stop();

    // Of the state's analysis; null until it was asked for, and while it is read again.
    [[nodiscard]] const std::shared_ptr<const PinGround>& ground() const { return m_ground; }
    // Of ground() and the pins as they are; null before a check, and once either has changed.
    [[nodiscard]] const std::shared_ptr<const PinCheck>& lastCheck() const { return m_check; }
    // Why the rule that was applied last gave keys of the present dataset no pin. Empty once the list is not what that
    // rule and choices by hand beside it have made.
    [[nodiscard]] const std::map<KeyIndex, std::string>& unpinned() const { return m_unpinned; }

signals:
    void groundChanged();
    void checkChanged();
    // What was done, in a sentence.
    void said(const QString& words);
    void failed(const QString& message);

private:
    struct RuleOrder {
        PinRule rule;
        std::string by;
        bool keepsHandPins = true;
    };
    struct Orders {
        std::optional<RuleOrder> rule;  // comes first
        std::vector<HandPin> byHand;
        std::string by;
        bool checks = false, prepares = false;
        [[nodiscard]] bool chooses() const { return rule.has_value() || !byHand.empty(); }
        [[nodiscard]] bool isEmpty() const { return !chooses() && !checks && !prepares; }
    };
    struct Done {
        std::shared_ptr<const PinGround> ground;
        std::optional<Result<PinChoice>> byRule, byHand;
        std::shared_ptr<const PinCheck> check;
        std::shared_ptr<const std::vector<Pin>> checkedPins;
    };

    // inputs: without what is made for a ground; used where `done` has none yet. Of other runs its places are read
    // anew.
    [[nodiscard]] static Result<std::shared_ptr<Done>> work(Done done, PinGround inputs, const Orders& orders,
                                                            const ClassAssumptions& assumptions,
                                                            const std::stop_token& stop);
    void forgetRuns();
    void dropGround();
    void next();
    void take(Result<std::shared_ptr<Done>> result);
    void apply(Done& done, const Orders& orders);
    void repeat(Orders orders);
    void takeRule(const Result<PinChoice>& choice, bool keepsHandPins);
    void takeHand(const Result<PinChoice>& choice);
    void setCheck(std::shared_ptr<const PinCheck> check);

    ViewState& m_state;
    Orders m_waiting, m_running;
    std::shared_ptr<const PinGround> m_ground;
    std::shared_ptr<const PinCheck> m_check;
    std::shared_ptr<const std::vector<Pin>> m_checkedPins;
    std::shared_ptr<const PinPlaces> m_inRuns;  // read last
    std::map<KeyIndex, std::string> m_unpinned;
    std::vector<Pin> m_chosen;  // what the list became by what was asked for here
    bool m_isChoosing = false;  // it becomes so right now
    LatestJob<std::shared_ptr<Done>> m_job;
};

}  // namespace flipscope
