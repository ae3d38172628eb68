#include "core/report/data_values.h"
#include "core/report/pin_report.h"

namespace flipscope {

DataTable pinsTable(const std::vector<Pin>& pins) {
    DataTable table{"pins",
                    {"id", "key", "tuner", "candidate", "name", "set", "of", "rule", "by", "class", "classMeasured",
                     "error", "margin", "device", "framework"},
                    {}};
    for (const Pin& pin : pins) {
        table.rows.push_back({pin.keyId, pin.label, pin.tuner, wholeValue(pin.candidate.value), pin.candidateName,
                              pin.setChecksum, wholeValue(pin.setSize), pin.reason.rule, pin.reason.by,
                              pin.reason.numericalClass, pin.reason.classMeasured, numberValue(pin.reason.error),
                              numberValue(pin.reason.margin), pin.provenance.device, pin.provenance.framework});
    }
    return table;
}

DataTable pinsWrittenTable(const PinsWritten& view) {
    DataTable table{"rows", {"id", "key", "candidate", "place"}, {}};
    for (const WrittenPin& row : view.written.rows) {
        const Pin& pin = view.pins[row.pin];
        table.rows.push_back({pin.keyId, pin.label, wholeValue(pin.candidate.value), row.nameSpace});
    }
    return table;
}

DataTable pinCheckTable(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check) {
    DataTable table{"checks", {"id", "key", "candidate", "run", "state", "used"}, {}};
    for (const CheckedPin& checked : check.pins) {
        const Pin& pin = pins[checked.pin];
        for (const PinnedRun& run : checked.runs) {
            table.rows.push_back({pin.keyId, pin.label, wholeValue(pin.candidate.value), runOf(dataset, run.run).id,
                                  std::string(toString(run.state)), indexValue(run.used)});
        }
    }
    return table;
}

}  // namespace flipscope
