#include "ui/pin_list.h"

#include "core/pin/pin_file.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace flipscope {
namespace {

constexpr std::string_view kByHand = "hand";  // see PinReason::rule

bool isOfSameKey(const Pin& a, const Pin& b) {
    const bool sameTuner = a.tuner == b.tuner || a.tuner.empty() || b.tuner.empty();
    return sameTuner && a.keyJson == b.keyJson;
}

// Puts a pin in the place of all that its key has.
void put(std::vector<Pin>& pins, const Pin& pin) {
    const auto isIt = [&pin](const Pin& other) { return isOfSameKey(pin, other); };
    const auto at = std::distance(pins.begin(), std::find_if(pins.begin(), pins.end(), isIt));
    std::erase_if(pins, isIt);
    pins.insert(pins.begin() + at, pin);
}

}  // namespace

PinList::PinList(QObject* parent) : QObject(parent), m_steps(1) {}

void PinList::add(Step step, bool replaces) {
    m_steps.resize(m_at + 1);
    m_steps[m_at].isReplaced = replaces;
    m_steps.push_back(std::move(step));
    if (m_steps.size() > kMostSteps + 1) m_steps.erase(m_steps.begin());
    m_at = m_steps.size() - 1;
    emit changed();
}

bool PinList::isReplacedWorkAtRisk() const {
    return std::any_of(m_steps.begin(), m_steps.end(),
                       [](const Step& step) { return step.isReplaced && step.isAtRisk(); });
}

void PinList::replaceAll(std::vector<Pin> ruled, bool keepsHandPins) {
    std::vector<Pin> kept;
    for (const Pin& pin : pins())
        if (keepsHandPins && pin.reason.rule == kByHand) kept.push_back(pin);
    for (const Pin& pin : kept)
        std::erase_if(ruled, [&pin](const Pin& other) { return isOfSameKey(pin, other); });
    ruled.insert(ruled.end(), kept.begin(), kept.end());
    sortPins(ruled);
    if (ruled != pins()) add({std::move(ruled), file(), false, !kept.empty()});
}

void PinList::open(std::vector<Pin> pins, const QString& file) {
    sortPins(pins);
    add({std::move(pins), file, true, false}, true);
}

void PinList::setByHand(const std::vector<Pin>& chosen) {
    std::vector<Pin> all = pins();
    for (const Pin& pin : chosen)
        put(all, pin);
    sortPins(all);
    if (all != pins()) add({std::move(all), file(), false, true});
}

void PinList::remove(const std::vector<std::size_t>& positions) {
    std::vector<Pin> rest;
    for (std::size_t i = 0; i < pins().size(); ++i)
        if (std::find(positions.begin(), positions.end(), i) == positions.end()) rest.push_back(pins()[i]);
    if (rest.size() < pins().size()) add({std::move(rest), file(), false, true});
}

void PinList::undo() {
    if (!canUndo()) return;
    --m_at;
    emit changed();
}

void PinList::redo() {
    if (!canRedo()) return;
    ++m_at;
    emit changed();
}

void PinList::markSaved(const QString& file) {
    for (Step& step : m_steps)
        if (step.file == file) step.isSaved = false;  // the file holds others now
    m_steps[m_at].file = file;
    m_steps[m_at].isSaved = true;
    emit changed();
}

void PinList::markKept() {
    for (Step& step : m_steps)
        step.isKept = false;
    m_steps[m_at].isKept = true;
    emit changed();
}

void PinList::restore(std::vector<Pin> pins, const QString& file, bool isSaved, bool hasHandWork, bool isKept) {
    sortPins(pins);
    if (pins != now().pins || file != now().file || isSaved != now().isSaved) {
        add({std::move(pins), file, isSaved, hasHandWork, isKept}, true);
    }
}

}  // namespace flipscope
