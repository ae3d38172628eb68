#include "ui/session_reruns.h"

#include "core/rerun/rerun_plan.h"
#include "core/rerun/rerun_transcript.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <limits>
#include <optional>

namespace flipscope {
namespace {

QString text(std::string_view value) {
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

QJsonObject rerunToJson(const KeptRerun& rerun) {
    QJsonArray winners, messages, checks;
    for (const RerunCandidate& winner : rerun.winners) {
        QJsonObject json{{"name", text(winner.name)}};
        if (winner.index) json["index"] = static_cast<qint64>(winner.index->value);
        winners.append(json);
    }
    for (const RerunRound& round : rerun.report.rounds)
        checks.append(text(toString(round.request.check)));
    for (const std::string& line : transcriptOf(rerun.report))
        messages.append(QJsonDocument::fromJson(QByteArray::fromStdString(line)).object());
    QJsonObject json{{"key", text(rerun.subject.keyJson)},
                     {"tuner", text(rerun.subject.tuner)},
                     {"candidateSet", text(rerun.subject.setChecksum)},
                     {"label", text(rerun.label)},
                     {"id", text(rerun.keyId)},
                     {"device", text(rerun.device)},
                     {"winners", winners},
                     {"failure", text(rerun.report.failure)},
                     {"stopped", rerun.report.stopped},
                     {"workersLost", static_cast<qint64>(rerun.report.workersLost)},
                     {"messages", messages},
                     {"checks", checks}};
    if (rerun.generation) json["card"] = text(toString(*rerun.generation));
    return json;
}

std::optional<std::vector<RerunCandidate>> candidatesFromJson(const QJsonValue& json) {
    std::vector<RerunCandidate> candidates;
    for (const QJsonValue& item : json.toArray()) {
        const QJsonObject object = item.toObject();
        if (!object["name"].isString()) return std::nullopt;
        RerunCandidate& candidate = candidates.emplace_back();
        candidate.name = object["name"].toString().toStdString();
        if (!object.contains("index")) continue;
        const qint64 index = object["index"].toInteger(-1);
        if (index < 0 || index > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
        candidate.index = CandidateIndex{static_cast<std::uint32_t>(index)};
    }
    return candidates;
}

// What no worker is told, and so no message says: what each request was made for, and whether the key stands for its
// shape. Sessions of earlier versions have no checks: they could make none. False when they are none of this report.
bool takeChecks(RerunReport& report, const QJsonValue& json, const RerunSubject& subject) {
    const Result<KeyBucket> bucket = bucketOf(subject);
    const QJsonArray checks = json.toArray();
    if (!json.isUndefined() && checks.size() != static_cast<qsizetype>(report.rounds.size())) return false;
    for (std::size_t i = 0; i < report.rounds.size(); ++i) {
        RerunRequest& request = report.rounds[i].request;
        if (!json.isUndefined()) {
            const auto check = rerunCheckFromString(checks[static_cast<qsizetype>(i)].toString().toStdString());
            if (!check) return false;
            request.check = *check;
        }
        if (!bucket) continue;
        request.place =
            standsFor(bucket.value(), request.problem, request.placement) ? BucketPlace::inside : BucketPlace::outside;
    }
    return true;
}

std::optional<KeptRerun> rerunFromJson(const QJsonObject& json) {
    const auto winners = candidatesFromJson(json["winners"]);
    std::vector<std::string> lines;
    for (const QJsonValue& message : json["messages"].toArray())
        lines.push_back(QJsonDocument(message.toObject()).toJson(QJsonDocument::Compact).toStdString());
    Result<RerunReport> report = reportOfTranscript(lines);
    if (!winners || !report || !report.value().hello || report.value().rounds.empty()) return std::nullopt;
    KeptRerun rerun;
    rerun.subject = {json["key"].toString().toStdString(), json["tuner"].toString().toStdString(),
                     json["candidateSet"].toString().toStdString()};
    rerun.label = json["label"].toString().toStdString();
    rerun.keyId = json["id"].toString().toStdString();
    rerun.device = json["device"].toString().toStdString();
    rerun.generation = cardFromString(json["card"].toString().toStdString());
    rerun.winners = *winners;
    rerun.report = std::move(report).value();
    if (!takeChecks(rerun.report, json["checks"], rerun.subject)) return std::nullopt;
    rerun.report.failure = json["failure"].toString().toStdString();
    rerun.report.stopped = json["stopped"].toBool();
    rerun.report.workersLost = static_cast<unsigned>(std::max<qint64>(0, json["workersLost"].toInteger(0)));
    return rerun;
}

}  // namespace

QJsonArray rerunsToJson(const KeptReruns& reruns) {
    QJsonArray json;
    for (const auto& rerun : reruns)
        json.append(rerunToJson(*rerun));
    return json;
}

KeptReruns rerunsFromJson(const QJsonValue& json, std::size_t& damaged) {
    KeptReruns reruns;
    for (const QJsonValue& entry : json.toArray()) {
        auto rerun = rerunFromJson(entry.toObject());
        if (rerun) {
            keep(reruns, std::move(*rerun));
        } else {
            ++damaged;
        }
    }
    return reruns;
}

}  // namespace flipscope
