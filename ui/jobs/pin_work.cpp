#include "ui/jobs/pin_work.h"

#include "ui/pin_list.h"
#include "ui/pin_measurements.h"
#include "ui/text.h"

#include <utility>

namespace flipscope {
namespace {

const QString kPinsBusy = QStringLiteral("looking at pins");

std::shared_ptr<const PinPlaces> placesIn(const PinGround& ground, const std::stop_token& stop) {
    const WinnerMatrix& matrix = ground.analysis->matrix;
    return std::make_shared<const PinPlaces>(PinPlaces{ground.dataset, matrix.runs,
                                                       placesOfRuns(*ground.dataset, matrix, stop),
                                                       tracesOfRuns(*ground.dataset, matrix, stop)});
}

std::shared_ptr<const PinGround> groundOf(PinGround ground, const ClassAssumptions& assumptions,
                                          const std::stop_token& stop) {
    ground.measurements = measurementsOf(ground.reruns, *ground.dataset, *ground.analysis, assumptions);
    const auto& known = ground.inRuns;
    if (known == nullptr || known->dataset != ground.dataset || known->runs != ground.analysis->matrix.runs)
        ground.inRuns = placesIn(ground, stop);
    return std::make_shared<const PinGround>(std::move(ground));
}

PinRequest requestOn(const PinGround& ground, const ClassAssumptions& assumptions, const std::string& by) {
    PinRequest request;
    request.by = by;
    request.assumptions = assumptions;
    request.measurements = ground.measurements.found;
    request.places = ground.inRuns->places;
    return request;
}

}  // namespace

PinWork::PinWork(ViewState& state, QObject* parent)
    : QObject(parent),
      m_state(state),
      m_job([this](Result<std::shared_ptr<Done>> result) { take(std::move(result)); }) {
    connect(&m_state, &ViewState::datasetChanged, this, &PinWork::forgetRuns);
    connect(&m_state, &ViewState::analysisChanged, this, &PinWork::dropGround);
    connect(&m_state, &ViewState::rerunsChanged, this, &PinWork::dropGround);
    connect(&m_state.pins(), &PinList::changed, this, [this] {
        if (m_check != nullptr && *m_checkedPins != m_state.pins().pins()) setCheck(nullptr);
        if (!m_isChoosing && m_chosen != m_state.pins().pins()) m_unpinned.clear();
    });
}

void PinWork::prepare() {
    m_waiting.prepares = true;
    next();
}

void PinWork::pinByRule(const PinRule& rule, const std::string& by, bool keepsHandPins) {
    m_waiting.rule = RuleOrder{rule, by, keepsHandPins};
    if (!keepsHandPins) m_waiting.byHand.clear();  // they were asked for before the rule
    next();
}

void PinWork::pinByHand(KeyIndex key, CandidateIndex candidate, const std::string& by) {
    m_waiting.byHand.push_back({key, candidate});
    m_waiting.by = by;
    next();
}

void PinWork::check() {
    m_waiting.checks = true;
    next();
}

void PinWork::stop() {
    m_waiting = {};
    m_running = {};
    m_job.stop();
}

void PinWork::forgetRuns() {
    stop();
    m_unpinned.clear();
    m_inRuns.reset();
    dropGround();
}

void PinWork::dropGround() {
    if (m_ground != nullptr) {
        m_ground.reset();
        m_waiting.prepares = true;  // somebody looks at it
        setCheck(nullptr);
        emit groundChanged();
    }
    next();
}

Result<std::shared_ptr<PinWork::Done>> PinWork::work(Done done, PinGround inputs, const Orders& orders,
                                                     const ClassAssumptions& assumptions, const std::stop_token& stop) {
    if (done.ground == nullptr) done.ground = groundOf(std::move(inputs), assumptions, stop);
    if (stop.stop_requested()) return Cancelled{};
    const PinGround& ground = *done.ground;
    PinRequest request = requestOn(ground, assumptions, orders.by);
    if (!orders.byHand.empty()) {
        request.byHand = orders.byHand;
        done.byHand = choosePins(*ground.dataset, *ground.analysis, request);
    }
    if (orders.rule) {
        request.byHand.clear();
        request.by = orders.rule->by;
        request.rule = orders.rule->rule;
        done.byRule = choosePins(*ground.dataset, *ground.analysis, request);
    }
    if (done.checkedPins != nullptr)
        done.check = std::make_shared<const PinCheck>(checkPins(
            *done.checkedPins, *ground.dataset, ground.analysis->matrix, ground.inRuns->places, ground.inRuns->traces));
    return std::make_shared<Done>(std::move(done));
}

void PinWork::next() {
    if (m_job.running() || m_waiting.isEmpty() || m_state.analysis() == nullptr) return;
    m_running = std::exchange(m_waiting, {});
    if (m_running.chooses()) m_waiting.checks = std::exchange(m_running.checks, false);  // of the pins that come
    Done done;
    done.ground = m_ground;
    if (m_running.checks) done.checkedPins = std::make_shared<const std::vector<Pin>>(m_state.pins().pins());
    PinGround inputs;
    inputs.dataset = m_state.dataset();
    inputs.analysis = m_state.analysis();
    inputs.reruns = m_state.reruns();
    inputs.inRuns = m_inRuns;
    m_state.setBusy(kPinsBusy, true);
    m_job.start([done = std::move(done), inputs = std::move(inputs), orders = m_running,
                 assumptions = m_state.assumptions()](const std::stop_token& stop, const ProgressSink&) {
        return work(done, inputs, orders, assumptions, stop);
    });
}

void PinWork::take(Result<std::shared_ptr<Done>> result) {
    Orders orders = std::exchange(m_running, {});
    if (result) {
        Done& done = *result.value();
        const PinGround& ground = *done.ground;
        if (ground.dataset == m_state.dataset()) m_inRuns = ground.inRuns;
        if (ground.analysis == m_state.analysis() && ground.reruns == m_state.reruns()) {
            apply(done, orders);
        } else if (ground.dataset == m_state.dataset()) {  // analysed again meanwhile
            repeat(std::move(orders));
        }
    }
    next();
    m_state.setBusy(kPinsBusy, m_job.running());
}

void PinWork::apply(Done& done, const Orders& orders) {
    if (m_ground != done.ground) {
        m_ground = done.ground;
        emit groundChanged();
    }
    m_isChoosing = true;
    if (orders.rule) takeRule(*done.byRule, orders.rule->keepsHandPins);
    if (!orders.byHand.empty()) takeHand(*done.byHand);
    m_isChoosing = false;
    m_chosen = m_state.pins().pins();
    if (done.check == nullptr || *done.checkedPins != m_state.pins().pins()) return;
    m_checkedPins = std::move(done.checkedPins);
    setCheck(std::move(done.check));
}

// Before what was asked for since.
void PinWork::repeat(Orders orders) {
    if (!m_waiting.rule || m_waiting.rule->keepsHandPins) {
        m_waiting.byHand.insert(m_waiting.byHand.begin(), orders.byHand.begin(), orders.byHand.end());
        if (m_waiting.by.empty()) m_waiting.by = orders.by;
    }
    if (!m_waiting.rule) m_waiting.rule = std::move(orders.rule);
    m_waiting.checks = m_waiting.checks || orders.checks;
    m_waiting.prepares = true;
}

void PinWork::takeRule(const Result<PinChoice>& choice, bool keepsHandPins) {
    if (!choice) {
        emit failed(shown(choice.errorMessage(), 2000));
        return;
    }
    const PinChoice& made = choice.value();
    if (made.pins.empty()) {
        emit failed(QStringLiteral("No key can be pinned%1")
                        .arg(made.unpinned.empty()
                                 ? QStringLiteral(".")
                                 : QStringLiteral("; for the first: %1.").arg(shown(made.unpinned.front().because))));
        return;
    }
    m_unpinned.clear();
    for (const UnpinnedKey& key : made.unpinned)
        m_unpinned[key.key] = key.because;
    m_state.pins().replaceAll(made.pins, keepsHandPins);
    const QString rest =
        made.unpinned.empty() ? QString() : QStringLiteral(", %1 not").arg(counted(made.unpinned.size(), "is", "are"));
    emit said(QStringLiteral("%1 pinned%2.").arg(counted(made.pins.size(), "key is", "keys are"), rest));
}

void PinWork::takeHand(const Result<PinChoice>& choice) {
    if (!choice) {
        emit failed(shown(choice.errorMessage(), 2000));
        return;
    }
    m_state.pins().setByHand(choice.value().pins);
    for (const Pin& pin : choice.value().pins)
        emit said(QStringLiteral("%1 is pinned to %2 %3.")
                      .arg(shown(pin.label), QString::number(pin.candidate.value), shown(pin.candidateName)));
}

void PinWork::setCheck(std::shared_ptr<const PinCheck> check) {
    if (check == m_check) return;
    m_check = std::move(check);
    emit checkChanged();
}

}  // namespace flipscope
