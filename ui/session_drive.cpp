#include "ui/session_drive.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace flipscope {
namespace {

constexpr int kMostRepeats = 1000, kMostRuns = 100'000, kMostParallel = 1024;
constexpr double kLongestLimit = 1e8;  // seconds

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

std::string textIn(const QJsonObject& json, const char* name) {
    return json[QLatin1String(name)].toString().toStdString();
}

int numberIn(const QJsonObject& json, const char* name, int least, int most, int otherwise) {
    const qint64 number = json[QLatin1String(name)].toInteger(otherwise);
    return number < least || number > most ? otherwise : static_cast<int>(number);
}

std::optional<std::uint32_t> indexIn(const QJsonValue& json) {
    const qint64 index = json.toInteger(-1);
    if (index < 0 || index > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(index);
}

QJsonObject keyToJson(const FoundKey& key) {
    return {{"key", text(key.keyJson)},
            {"tuner", text(key.tuner)},
            {"candidateSet", text(key.setChecksum)},
            {"id", text(key.keyId)},
            {"label", text(key.label)}};
}

FoundKey keyFromJson(const QJsonObject& json) {
    return {textIn(json, "key"), textIn(json, "tuner"), textIn(json, "candidateSet"), textIn(json, "id"),
            textIn(json, "label")};
}

QJsonObject culpritToJson(const FoundCulprit& culprit) {
    QJsonObject json = keyToJson(culprit.key);
    json["good"] = static_cast<qint64>(culprit.proven.good.value);
    json["bad"] = static_cast<qint64>(culprit.proven.bad.value);
    json["goodRun"] = text(culprit.proven.goodRun);
    json["badRun"] = text(culprit.proven.badRun);
    json["outcome"] = text(culprit.proven.outcome);
    json["together"] = static_cast<qint64>(culprit.proven.together);
    json["causes"] = static_cast<qint64>(culprit.proven.causes);
    return json;
}

std::optional<FoundCulprit> culpritFromJson(const QJsonObject& json) {
    const auto good = indexIn(json["good"]), bad = indexIn(json["bad"]);
    FoundKey key = keyFromJson(json);
    if (!good || !bad || key.keyJson.empty()) return std::nullopt;
    const auto count = [&json](const char* name) {
        return static_cast<std::size_t>(numberIn(json, name, 1, std::numeric_limits<int>::max(), 1));
    };
    return FoundCulprit{std::move(key),
                        {CandidateIndex{*good}, CandidateIndex{*bad}, textIn(json, "goodRun"), textIn(json, "badRun"),
                         textIn(json, "outcome"), count("together"), count("causes")}};
}

QJsonObject classesToJson(const ForcedClasses& classes) {
    QJsonObject json = keyToJson(classes.key);
    json["base"] = text(classes.base);
    json["outcome"] = text(classes.outcome);
    json["device"] = text(classes.device);
    QJsonArray pairs;
    for (const auto& [candidate, number] : classes.classOf)
        pairs.append(QJsonArray{static_cast<qint64>(candidate.value), static_cast<qint64>(number)});
    json["classes"] = pairs;
    return json;
}

std::optional<ForcedClasses> classesFromJson(const QJsonObject& json) {
    ForcedClasses classes{keyFromJson(json), textIn(json, "base"), textIn(json, "outcome"), textIn(json, "device"), {}};
    for (const QJsonValue& pair : json["classes"].toArray()) {
        const auto candidate = indexIn(pair.toArray().at(0)), number = indexIn(pair.toArray().at(1));
        if (!candidate || !number) return std::nullopt;
        classes.classOf.emplace(CandidateIndex{*candidate}, *number);
    }
    if (classes.key.keyJson.empty() || classes.classOf.empty()) return std::nullopt;
    return classes;
}

}  // namespace

QJsonObject settingsToJson(const DriveSettings& settings) {
    return {{"command", settings.command},         {"folder", settings.folder},
            {"keepsFolder", settings.keepsFolder}, {"limitSeconds", settings.limitSeconds},
            {"trialFolder", settings.trialFolder}, {"forceFolder", settings.forceFolder},
            {"runFolder", settings.runFolder},     {"test", settings.test},
            {"repeats", settings.repeats},         {"runs", settings.runs},
            {"parallel", settings.parallel},       {"launcher", settings.launcher},
            {"triton", settings.triton},           {"xla", settings.xla},
            {"inductor", settings.inductor}};
}

DriveSettings settingsFromJson(const QJsonObject& json) {
    const DriveSettings usual;
    DriveSettings settings;
    settings.command = json["command"].toString();
    settings.folder = json["folder"].toString();
    settings.keepsFolder = json["keepsFolder"].toBool();
    const double limit = json["limitSeconds"].toDouble();
    settings.limitSeconds = std::isfinite(limit) ? std::clamp(limit, 0.0, kLongestLimit) : 0;
    settings.trialFolder = json["trialFolder"].toString();
    settings.forceFolder = json["forceFolder"].toString();
    settings.runFolder = json["runFolder"].toString();
    settings.test = json["test"].toString();
    settings.repeats = numberIn(json, "repeats", 0, kMostRepeats, usual.repeats);
    settings.runs = numberIn(json, "runs", 1, kMostRuns, usual.runs);
    settings.parallel = numberIn(json, "parallel", 1, kMostParallel, usual.parallel);
    settings.launcher = json["launcher"].toString();
    settings.triton = json["triton"].toBool(usual.triton);
    settings.xla = json["xla"].toBool(usual.xla);
    settings.inductor = json["inductor"].toBool(usual.inductor);
    return settings;
}

QJsonObject findingsToJson(const DriveFindings& findings) {
    QJsonArray culprits, classes;
    for (const FoundCulprit& culprit : findings.culprits)
        culprits.append(culpritToJson(culprit));
    for (const ForcedClasses& known : findings.classes)
        classes.append(classesToJson(known));
    return {{"culprits", culprits}, {"classes", classes}};
}

DriveFindings findingsFromJson(const QJsonObject& json) {
    DriveFindings findings;
    for (const QJsonValue& entry : json["culprits"].toArray())
        if (auto culprit = culpritFromJson(entry.toObject())) findings.culprits.push_back(std::move(*culprit));
    for (const QJsonValue& entry : json["classes"].toArray())
        if (auto classes = classesFromJson(entry.toObject())) findings.classes.push_back(std::move(*classes));
    return findings;
}

}  // namespace flipscope
