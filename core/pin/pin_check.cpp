#include "core/pin/pin_check.h"

#include "core/pin/candidate_names.h"
#include "core/pin/pinned_keys.h"
#include "core/read/database_rows.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace flipscope {

namespace {

constexpr std::string_view kWinnerUnknown = "it decided the key, but which candidate it used is not known";
constexpr std::string_view kNoSign = "no decision log and no sign that the program opened the database";
constexpr std::string_view kNoLog = "no decision log, and its database does not tell";

// Whether the run left a log of decisions, be it an empty one; what only its database tells has no line.
bool hasLog(const Run& run) {
    return run.choicesUnknown || std::any_of(run.decisions.begin(), run.decisions.end(),
                                             [](const Decision& decision) { return decision.line > 0; });
}

// The tuner writes its measurements into the rows that it fills, the best first; whoever writes a pin has none.
bool isTunersOwn(const Decision& decision) {
    return decision.line > 0 || (!decision.measured.empty() && decision.measured.front().index == decision.usedWinner);
}

class Checker {
public:
    Checker(const std::vector<Pin>& pins, const Dataset& dataset, const WinnerMatrix& matrix,
            const std::vector<PlacedChoice>& places, const RunTraces& traces)
        : m_pins(pins), m_dataset(dataset), m_matrix(matrix), m_traces(traces), m_keys(dataset) {
        for (const PlacedChoice& place : places)
            m_places[place.run].push_back(&place);
    }

    PinCheck check() {
        std::vector<bool> hasPin(m_dataset.keys.size(), false);
        for (std::size_t i = 0; i < m_pins.size(); ++i) {
            CheckedPin checked = checkPin(i);
            if (checked.key) hasPin[checked.key->value] = true;
            if (hasState(checked, PinState::stale)) ++m_check.stale;
            const bool isOther = hasState(checked, PinState::notObeyed) || hasState(checked, PinState::otherInDatabase);
            if (isOther) ++m_check.notObeyed;
            if (hasState(checked, PinState::tunedAnew)) ++m_check.tunedAnew;
            if (!checked.failedIn.empty()) ++m_check.failed;
            if (!checked.disagreement.empty()) ++m_check.otherName;
            if (!checked.otherTuners.empty()) ++m_check.otherTuner;
            if (checked.isUnknown) ++m_check.unknownKey;
            m_check.pins.push_back(std::move(checked));
        }
        for (std::uint32_t i = 0; i < m_dataset.keys.size(); ++i) {
            if (!hasPin[i] && isInRuns(m_matrix, KeyIndex{i})) m_check.keysWithoutPin.push_back(KeyIndex{i});
        }
        return std::move(m_check);
    }

private:
    CheckedPin checkPin(std::size_t index) const {
        const Pin& pin = m_pins[index];
        CheckedPin checked;
        checked.pin = index;
        checked.key = m_keys.keyOf(pin);
        checked.disagreement = disagreementOf(pin);
        const std::vector<KeyIndex> others = otherKeysOf(pin, checked.key);
        for (const KeyIndex other : others)
            checked.otherTuners.push_back(keyOf(m_dataset, other).tuner);
        checked.isUnknown = isUnknown(pin);
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            PinnedRun run{m_matrix.runs[column], PinState::notLogged, {}};
            if (isOfOtherDevice(pin, run.run)) {
                run.state = PinState::otherDevice;
            } else if (checked.key && decisionOf(m_dataset, m_matrix, *checked.key, column) != nullptr) {
                judge(pin, *checked.key, column, run);
                if (hasFailed(pin, *checked.key, column)) checked.failedIn.push_back(run.run);
            } else {
                lookInDatabase(pin, run);
            }
            if (run.state == PinState::inEffect || run.state == PinState::notLogged) doubt(pin, run);
            judgePin(checked, others, column, run);
            checked.runs.push_back(run);
        }
        return checked;
    }

    [[nodiscard]] bool isOpened(RunIndex run) const {
        return std::find(m_traces.opened.begin(), m_traces.opened.end(), run) != m_traces.opened.end();
    }

    // A run without one may have taken the pin from a database that is not here.
    [[nodiscard]] bool hasDatabase(RunIndex run) const { return m_places.count(run) > 0 || isOpened(run); }

    // What is wrong with the pin itself is told before what a run did.
    void judgePin(const CheckedPin& checked, const std::vector<KeyIndex>& others, std::size_t column,
                  PinnedRun& run) const {
        if (run.state == PinState::stale || run.state == PinState::otherDevice) return;
        const bool isElsewhere = std::any_of(others.begin(), others.end(), [&](KeyIndex other) {
            return decisionOf(m_dataset, m_matrix, other, column) != nullptr;
        });
        if (!checked.disagreement.empty()) {
            run.state = PinState::otherName;
        } else if (isElsewhere) {
            run.state = PinState::otherTuner;
        } else if (checked.isUnknown && run.state == PinState::notLogged && hasDatabase(run.run)) {
            run.state = PinState::unknownKey;
        } else {
            return;
        }
        run.because = {};
    }

    [[nodiscard]] std::string disagreementOf(const Pin& pin) const {
        for (const CandidateSet& set : m_dataset.candidateSets)
            if (!set.checksum.empty() && set.checksum == pin.setChecksum) return nameDisagreement(pin, set.names);
        return {};
    }

    // Keys of the runs with the pin's object, where none is the pin's. A pin without a tuner means any.
    [[nodiscard]] std::vector<KeyIndex> otherKeysOf(const Pin& pin, std::optional<KeyIndex> own) const {
        if (pin.tuner.empty() || (own && isInRuns(m_matrix, *own))) return {};
        std::vector<KeyIndex> keys = m_keys.sameObject(pin);
        std::erase_if(keys, [&](KeyIndex key) { return !isInRuns(m_matrix, key); });
        return keys;
    }

    [[nodiscard]] bool isUnknown(const Pin& pin) const {
        const std::vector<KeyIndex> keys = m_keys.sameObject(pin);
        if (std::any_of(keys.begin(), keys.end(), [&](KeyIndex key) { return isInRuns(m_matrix, key); })) return false;
        return std::none_of(m_places.begin(), m_places.end(), [&](const auto& ofRun) {
            return std::any_of(ofRun.second.begin(), ofRun.second.end(),
                               [&](const PlacedChoice* place) { return place->canonicalJson == pin.keyJson; });
        });
    }

    [[nodiscard]] bool isOfOtherDevice(const Pin& pin, RunIndex run) const {
        const auto& environment = runOf(m_dataset, run).environment;
        const auto device = environment.find("device");
        if (pin.places.empty() || device == environment.end()) return false;
        return std::none_of(pin.places.begin(), pin.places.end(),
                            [&](const std::string& place) { return splitNamespace(place).device == device->second; });
    }

    void judge(const Pin& pin, KeyIndex key, std::size_t column, PinnedRun& run) const {
        const WinnerCell& cell = m_matrix.at(key, column);
        const std::string checksum = cell.set ? setOf(m_dataset, *cell.set).checksum : std::string();
        run.used = cell.winner;
        if (!checksum.empty() && checksum != pin.setChecksum) {
            run.state = PinState::stale;
        } else if (!cell.winner || checksum.empty()) {
            cannotTell(run, kWinnerUnknown);
        } else if (cell.winner != pin.candidate) {
            run.state = PinState::notObeyed;
        } else {
            const Decision* decision = decisionOf(m_dataset, m_matrix, key, column);
            run.state = isTunersOwn(*decision) ? PinState::tunedAnew : PinState::inEffect;
        }
    }

    static void cannotTell(PinnedRun& run, std::string_view because) {
        run.state = PinState::cannotTell;
        run.because = because;
    }

    // That the database holds a pin does not say that a program took it from there.
    void doubt(const Pin& pin, PinnedRun& run) const {
        if (const RecordedDecision* later = decidedLater(pin, run.run)) {
            run.used = later->winner;
            run.state = later->checksum != pin.setChecksum ? PinState::stale
                        : later->winner != pin.candidate   ? PinState::notObeyed
                                                           : PinState::tunedAnew;
            return;
        }
        if (hasLog(runOf(m_dataset, run.run))) return;
        if (!isOpened(run.run)) {
            cannotTell(run, kNoSign);
        } else if (run.state == PinState::notLogged) {
            cannotTell(run, kNoLog);
        }
    }

    // The last decision on the key that a process recorded after the pin was written; null when there is none.
    [[nodiscard]] const RecordedDecision* decidedLater(const Pin& pin, RunIndex run) const {
        const RecordedDecision* last = nullptr;
        const auto places = m_places.find(run);
        if (places == m_places.end()) return last;
        for (const PlacedChoice* place : places->second) {
            if (!isPlaceOf(pin, *place)) continue;
            const TunerNamespace at = splitNamespace(place->nameSpace);
            for (const RecordedDecision& decision : m_traces.decisions) {
                const bool isIt = decision.run == run && decision.canonicalJson == pin.keyJson &&
                                  decision.tuner == at.tuner && decision.device == at.device;
                if (isIt && decision.row > place->row && (last == nullptr || decision.row > last->row)) {
                    last = &decision;
                }
            }
        }
        return last;
    }

    [[nodiscard]] static bool isPlaceOf(const Pin& pin, const PlacedChoice& place) {
        const bool isMeant =
            pin.places.empty() || std::find(pin.places.begin(), pin.places.end(), place.nameSpace) != pin.places.end();
        return isMeant && place.canonicalJson == pin.keyJson && place.checksum == pin.setChecksum;
    }

    // The program takes the first row of a key, whatever its set, and tunes anew where the set is another one: then
    // there is a decision, and this is not asked.
    void lookInDatabase(const Pin& pin, PinnedRun& run) const {
        const auto places = m_places.find(run.run);
        if (places == m_places.end()) return;
        for (const PlacedChoice* place : places->second) {
            if (!isPlaceOf(pin, *place)) continue;
            if (run.state != PinState::otherInDatabase) run.used = place->holds;
            if (place->holds != pin.candidate) {
                run.state = PinState::otherInDatabase;
            } else if (run.state == PinState::notLogged) {
                run.state = PinState::inEffect;
            }
        }
    }

    [[nodiscard]] bool hasFailed(const Pin& pin, KeyIndex key, std::size_t column) const {
        const Decision* decision = decisionOf(m_dataset, m_matrix, key, column);
        if (setOf(m_dataset, decision->set).checksum != pin.setChecksum) return false;
        return std::any_of(decision->failed.begin(), decision->failed.end(),
                           [&](const FailedCandidate& failed) { return failed.index == pin.candidate; });
    }

    const std::vector<Pin>& m_pins;
    const Dataset& m_dataset;
    const WinnerMatrix& m_matrix;
    const RunTraces& m_traces;
    PinnedKeys m_keys;
    std::map<RunIndex, std::vector<const PlacedChoice*>> m_places;
    PinCheck m_check;
};

}  // namespace

bool hasState(const CheckedPin& checked, PinState state) {
    return std::any_of(checked.runs.begin(), checked.runs.end(),
                       [&](const PinnedRun& run) { return run.state == state; });
}

std::string_view toString(PinState state) {
    switch (state) {
        case PinState::inEffect:
            return "inEffect";
        case PinState::otherInDatabase:
            return "otherInDatabase";
        case PinState::notLogged:
            return "notLogged";
        case PinState::tunedAnew:
            return "tunedAnew";
        case PinState::notObeyed:
            return "notObeyed";
        case PinState::stale:
            return "stale";
        case PinState::otherDevice:
            return "otherDevice";
        case PinState::otherName:
            return "otherName";
        case PinState::otherTuner:
            return "otherTuner";
        case PinState::unknownKey:
            return "unknownKey";
        case PinState::cannotTell:
            break;
    }
    return "cannotTell";
}

bool isInEffectEverywhere(const PinCheck& check) {
    return !check.pins.empty() && std::all_of(check.pins.begin(), check.pins.end(), [](const CheckedPin& checked) {
        return !checked.runs.empty() && std::all_of(checked.runs.begin(), checked.runs.end(), [](const PinnedRun& run) {
            return run.state == PinState::inEffect;
        });
    });
}

bool isInRuns(const WinnerMatrix& matrix, KeyIndex key) {
    for (std::size_t column = 0; column < matrix.runs.size(); ++column)
        if (matrix.at(key, column).decision >= 0) return true;
    return false;
}

PinCheck checkPins(const std::vector<Pin>& pins, const Dataset& dataset, const WinnerMatrix& matrix,
                   const std::vector<PlacedChoice>& places, const RunTraces& traces) {
    return Checker(pins, dataset, matrix, places, traces).check();
}

}  // namespace flipscope
