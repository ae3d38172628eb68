#include "core/handover/handover_answer.h"

#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/json_writer.h"

namespace flipscope {

using json::Json;

namespace {

Json numberOrNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string evidenceInWords(const WrittenHandover& written) {
    std::vector<std::string> parts;
    if (written.verdict) parts.push_back("bisection: " + *written.verdict);
    if (written.p) parts.push_back(formatNamedP("p", *written.p));
    if (written.pAdjusted) parts.push_back(formatNamedP("adjusted", *written.pAdjusted));
    if (written.emulated > 0)
        parts.push_back("re-runs of " + plural(written.emulated, "key", "keys") + " with their checksums");
    return parts.empty() ? std::string() : "Evidence in it: " + joinList(parts) + ".";
}

}  // namespace

Document handoverAnswer(const WrittenHandover& written) {
    Document document;
    document.title = "Report";
    document.paragraph(printable(written.headline, 400) + ".", Tone::strong);
    document.paragraph(plural(written.runs, "run", "runs") + ", " + plural(written.keys, "tuning key", "tuning keys") +
                       ", " + plural(written.flippingKeys, "of them flips", "of them flip") + ". " +
                       evidenceInWords(written));
    document.paragraph(plural(written.files.size(), "file", "files") + " in " + printable(written.folder, 1000) +
                       ". Paths, users and hosts are taken out as far as they are known: read README.md before you "
                       "hand it over.");
    document.command("sh " + quotedForShell(written.folder + "/repeat.sh"),
                     "Repeats what it says, as its readers will:");
    return document;
}

std::string handoverJson(const WrittenHandover& written) {
    JsonWriter writer("report");
    writer.add("folder", written.folder);
    writer.add("headline", written.headline);
    writer.add("runs", written.runs);
    writer.add("keys", written.keys);
    writer.add("flippingKeys", written.flippingKeys);
    Json about = Json::array();
    for (const WrittenHandover::Key& key : written.about)
        about.push_back({{"key", key.id}, {"label", key.label}});
    writer.add("about", about);
    writer.add("p", numberOrNull(written.p));
    writer.add("pAdjusted", numberOrNull(written.pAdjusted));
    writer.add("probabilityByChance", numberOrNull(written.probabilityByChance));
    writer.add("verdict", written.verdict ? Json(*written.verdict) : Json(nullptr));
    writer.add("culprits", written.culprits);
    writer.add("keysEmulated", written.emulated);
    writer.addArray("files", written.files.size(), [&](std::size_t i) { return Json(written.files[i]); });
    return writer.take();
}

}  // namespace flipscope
