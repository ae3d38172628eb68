#include "ui/session_file.h"

namespace flipscope {

SavedSession remember(const ViewState& state) {
    SavedSession session;
    session.labels = state.labels();
    session.outcome = state.outcomeChoice();
    session.filter = state.keyFilter();
    session.filter.group.reset();
    session.colouring = state.cellColouring();
    session.runsByOutcome = state.runsByOutcome();
    session.suspectsFirst = state.suspectsFirst();
    session.assumptions = state.assumptions();
    session.reruns = state.reruns();
    const PinList& pins = state.pins();
    session.pins = {pins.pins(), pins.file(), pins.isSaved(), pins.hasHandWork(), pins.isKept(), {}};
    session.driveSettings = state.driveSettings();
    session.driveFindings = state.driveFindings();
    const auto& dataset = state.dataset();
    if (dataset == nullptr) return session;
    session.splitRuns = state.splitByHand();
    for (const RunIndex run : allRuns(*dataset))
        if (!state.isChecked(run)) session.uncheckedRuns.push_back(runOf(*dataset, run).id);
    if (state.currentKey()) session.key = keyOf(*dataset, *state.currentKey()).id;
    return session;
}

void restore(ViewState& state, const SavedSession& session) {
    const Dataset& dataset = *state.dataset();
    state.setLabels(session.labels);
    state.setAssumptions(session.assumptions);
    state.setReruns(session.reruns);
    const SavedPins& pins = session.pins;
    if (pins.problem.isEmpty()) state.pins().restore(pins.pins, pins.file, pins.isSaved, pins.hasHandWork, pins.isKept);
    state.setDriveSettings(session.driveSettings);
    state.setDriveFindings(session.driveFindings);
    state.setCellColouring(session.colouring);
    state.setRunsByOutcome(session.runsByOutcome);
    state.setSuspectsFirst(session.suspectsFirst);
    state.setKeyFilter(session.filter);
    state.chooseOutcome(session.outcome);
    std::vector<RunIndex> checked = allRuns(dataset);
    for (const std::string& id : session.uncheckedRuns)
        if (const auto run = findRun(dataset, id)) std::erase(checked, *run);
    state.setCheckedRuns(checked);
    if (!session.key.empty()) state.setCurrentKey(findKey(dataset, session.key));
}

}  // namespace flipscope
