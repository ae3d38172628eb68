#include "core/report/json_parts.h"
#include "core/report/self_check_report.h"

namespace flipscope {

using json::Json;

namespace {

Json tallyJson(const ClassTally& tally) {
    return {{"class", tally.classId},
            {"equal", tally.equal},
            {"different", tally.different},
            {"failed", tally.failed},
            {"unexpected", tally.unexpected},
            {"refused", tally.refused},
            {"notComputable", tally.notComputable}};
}

Json partJson(const std::optional<SelfCheckPart>& part) {
    if (!part) return nullptr;
    Json classes = Json::array();
    for (const ClassTally& tally : part->classes)
        classes.push_back(tallyJson(tally));
    return {{"allEqual", part->allEqual()}, {"failure", part->failure},      {"stopped", part->stopped},
            {"notTried", part->notTried},   {"classes", std::move(classes)}, {"contraries", part->contraries}};
}

Json deviceJson(const std::optional<WorkerDevice>& device) {
    if (!device) return nullptr;
    return {{"name", device->name}, {"computeCapability", device->computeCapability}, {"driver", device->driver}};
}

}  // namespace

std::string selfCheckJson(const SelfCheckView& view) {
    JsonWriter writer("self-check");
    writer.add("version", view.version);
    writer.add("date", view.date);
    writer.add("passed", view.passed());
    writer.add("skipped", view.skipped.empty() ? Json(nullptr) : Json(view.skipped));
    writer.add("device", deviceJson(view.device));
    writer.add("card", view.cardName.empty() ? Json(nullptr) : Json(view.cardName));
    writer.add("emulator", partJson(view.emulator));
    writer.add("deviceCells", partJson(view.deviceCells));
    writer.add("deviceShapes", partJson(view.deviceShapes));
    return writer.take();
}

}  // namespace flipscope
