#include "core/report/calibration_report.h"
#include "core/report/data_values.h"
#include "core/report/format.h"
#include "core/report/self_check_report.h"

#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kReasonShown = 1000;

std::vector<Cell> rowOf(const std::string& name, const ClassTally& tally) {
    const auto count = [](std::size_t number, Tone tone) {
        return Cell{std::to_string(number), number > 0 ? tone : Tone::dim};
    };
    return {{name},
            count(tally.equal, Tone::good),
            count(tally.different, Tone::bad),
            count(tally.failed, Tone::bad),
            count(tally.unexpected, Tone::bad),
            count(tally.refused, Tone::plain),
            count(tally.notComputable, Tone::plain)};
}

void addPart(Document& document, const std::string& title, const SelfCheckPart& part) {
    Table table;
    table.title = title;
    table.columns = {{"class", Align::left, true},    {"equal", Align::right},
                     {"different", Align::right},     {"failed", Align::right},
                     {"unexpected", Align::right},    {"refused as expected", Align::right},
                     {"not computable", Align::right}};
    for (const ClassTally& tally : part.classes)
        table.rows.push_back(rowOf(tally.classId.empty() ? "not run" : printable(tally.classId), tally));
    table.rows.push_back(rowOf("all", part.total()));
    document.table(std::move(table));
    if (!part.notTried.empty()) {
        document.paragraph("Not tried: " + part.notTried + ". The worker does not say that it takes them.", Tone::warn);
    }
    if (part.stopped) document.paragraph("Stopped before its end.", Tone::warn);
    if (!part.failure.empty()) {
        document.paragraph("Ended early: " + printable(part.failure, kReasonShown), Tone::bad);
    }
    std::vector<std::string> items;
    for (const std::string& contrary : part.contraries)
        items.push_back(printable(contrary, kReasonShown));
    document.list(std::move(items));
}

std::string partInWords(const std::string& subject, const SelfCheckPart& part) {
    const ClassTally sum = part.total();
    return subject + ": " + std::to_string(sum.equal) + " checksums equal, " + std::to_string(sum.different) +
           " different, " + std::to_string(sum.failed) + " failed, " + std::to_string(sum.unexpected) +
           " refused or not run unexpectedly" +
           (sum.refused == 0 ? "." : "; " + std::to_string(sum.refused) + " refused as expected.");
}

void addAnswer(Document& document, const SelfCheckView& view) {
    const auto tone = [](const SelfCheckPart& part) { return part.allEqual() ? Tone::good : Tone::bad; };
    document.paragraph(partInWords("Emulator against measured kernels", view.emulator), tone(view.emulator));
    if (view.deviceCells) {
        document.paragraph(partInWords("GPU against measured kernels", *view.deviceCells), tone(*view.deviceCells));
    }
    if (view.deviceShapes) {
        document.paragraph(partInWords("GPU against emulator", *view.deviceShapes), tone(*view.deviceShapes));
    }
    if (!view.skipped.empty()) {
        document.paragraph(
            "The GPU part was skipped, so nothing is said about a GPU: " + printable(view.skipped, kReasonShown),
            view.mustRun ? Tone::bad : Tone::warn);
    }
    const bool differs = !view.emulator.allEqual() || (view.deviceCells && !view.deviceCells->allEqual()) ||
                         (view.deviceShapes && !view.deviceShapes->allEqual());
    if (differs) {
        document.paragraph(
            "What differs, failed or was not expected stands below with its problem. Until it is explained, do not "
            "rely on "
            "re-runs by that means for those classes.",
            Tone::bad);
    }
}

}  // namespace

bool SelfCheckView::passed() const {
    const auto fits = [](const std::optional<SelfCheckPart>& part) { return !part || part->allEqual(); };
    return emulator.allEqual() && fits(deviceCells) && fits(deviceShapes) && (deviceShapes || !mustRun);
}

DataTable selfCheckTable(const SelfCheckView& view) {
    DataTable table;
    table.name = "self-check";
    table.columns = {"part", "class", "equal", "different", "failed", "unexpected", "refused", "not_computable"};
    const auto add = [&](std::string_view name, const SelfCheckPart& part) {
        for (const ClassTally& tally : part.classes) {
            table.rows.push_back({textValue(name), textValue(tally.classId), wholeValue(tally.equal),
                                  wholeValue(tally.different), wholeValue(tally.failed), wholeValue(tally.unexpected),
                                  wholeValue(tally.refused), wholeValue(tally.notComputable)});
        }
    };
    add("emulator", view.emulator);
    if (view.deviceCells) add("deviceCells", *view.deviceCells);
    if (view.deviceShapes) add("deviceShapes", *view.deviceShapes);
    return table;
}

Document selfCheckDocument(const SelfCheckView& view) {
    Document document;
    document.title = "Self-check";
    addAnswer(document, view);
    std::string subject = "Flipscope " + printable(view.version) + ", " + printable(view.date);
    if (view.device) {
        subject += "; device: " + deviceInWords(*view.device);
        if (!view.cardName.empty()) subject += ", numbers of the card " + printable(view.cardName);
    }
    document.paragraph(subject + ".");
    addPart(document, "Emulator against checksums of real kernels on an H200", view.emulator);
    if (view.deviceCells) addPart(document, "GPU against the same checksums", *view.deviceCells);
    if (view.deviceShapes) addPart(document, "GPU against the emulator, on other shapes", *view.deviceShapes);
    document.paragraph(
        "unexpected: refused or not run where only bits were expected, or run where no bits were. refused as expected: "
        "declined before launch where the kernels' own checks may, for example copies that need aligned rows; what "
        "runs "
        "there all the same is compared like the rest. not computable: "
        "how the kernel adds up is not known, so nothing was compared. The measured checksums are of burn "
        "0.22.0's matmul candidates.",
        Tone::dim);
    return document;
}

}  // namespace flipscope
