#include "ui/session_file.h"

#include "core/write/whole_file.h"
#include "ui/session_drive.h"
#include "ui/session_reruns.h"
#include "ui/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace flipscope {
namespace {

constexpr int kVersion = 1;
constexpr qint64 kMaxFile = qint64{256} << 20;  // some hundred re-runs with their histograms
const QString kFormat = QStringLiteral("flipscope-session");

template <class Value, std::size_t N>
using Names = std::array<std::pair<Value, const char*>, N>;

constexpr Names<OutcomeKind, 6> kKinds{{{OutcomeKind::best, "best"},
                                        {OutcomeKind::none, "none"},
                                        {OutcomeKind::pattern, "pattern"},
                                        {OutcomeKind::found, "found"},
                                        {OutcomeKind::labels, "labels"},
                                        {OutcomeKind::exitStatus, "exitStatus"}}};
constexpr Names<Grouping, 6> kGroupings{{{Grouping::automatic, "automatic"},
                                         {Grouping::byText, "text"},
                                         {Grouping::byThreshold, "threshold"},
                                         {Grouping::byGap, "gap"},
                                         {Grouping::byFinite, "finite"},
                                         {Grouping::ungrouped, "ungrouped"}}};
constexpr Names<PatternMatch, 3> kMatches{
    {{PatternMatch::first, "first"}, {PatternMatch::last, "last"}, {PatternMatch::nth, "nth"}}};
constexpr Names<CellColouring, 2> kColourings{
    {{CellColouring::byCandidate, "candidate"}, {CellColouring::byClass, "class"}}};
constexpr Names<Verdict, 3> kVerdicts{
    {{Verdict::cannotTell, "cannotTell"}, {Verdict::coinFlip, "coinFlip"}, {Verdict::disturbed, "disturbed"}}};

template <class Value, std::size_t N>
QString nameIn(const Names<Value, N>& names, Value value) {
    for (const auto& [known, name] : names)
        if (known == value) return QString::fromLatin1(name);
    return {};
}

template <class Value, std::size_t N>
std::optional<Value> valueIn(const Names<Value, N>& names, const QJsonValue& name) {
    for (const auto& [value, known] : names)
        if (name.toString() == QLatin1String(known)) return value;
    return std::nullopt;
}

QJsonObject outcomeToJson(const OutcomeChoice& choice) {
    QJsonObject json{{"kind", nameIn(kKinds, choice.kind)}, {"grouping", nameIn(kGroupings, choice.grouping)}};
    if (choice.kind == OutcomeKind::pattern) {
        json["pattern"] = QString::fromStdString(choice.pattern.regex);
        json["match"] = nameIn(kMatches, choice.pattern.match);
        json["n"] = static_cast<qint64>(choice.pattern.n);
    }
    if (choice.kind == OutcomeKind::found) {
        json["found"] = QString::fromStdString(choice.found.description);
        json["foundSource"] = QString::fromStdString(choice.found.source);
        json["foundPattern"] = QString::fromStdString(choice.found.pattern);
        json["foundPosition"] = static_cast<qint64>(choice.found.position);
    }
    if (choice.threshold) json["threshold"] = *choice.threshold;
    return json;
}

OutcomeChoice outcomeFromJson(const QJsonObject& json) {
    OutcomeChoice choice;
    choice.kind = valueIn(kKinds, json["kind"]).value_or(OutcomeKind::best);
    choice.grouping = valueIn(kGroupings, json["grouping"]).value_or(Grouping::automatic);
    choice.pattern.regex = json["pattern"].toString().toStdString();
    choice.pattern.match = valueIn(kMatches, json["match"]).value_or(PatternMatch::first);
    const qint64 n = json["n"].toInteger(1);
    choice.pattern.n = n < 1 ? 1 : static_cast<std::size_t>(n);
    choice.found.description = json["found"].toString().toStdString();
    choice.found.source = json["foundSource"].toString().toStdString();
    choice.found.pattern = json["foundPattern"].toString().toStdString();
    choice.found.position = static_cast<std::size_t>(std::max<qint64>(0, json["foundPosition"].toInteger(0)));
    const double threshold = json["threshold"].toDouble(std::nan(""));
    if (std::isfinite(threshold)) choice.threshold = threshold;
    return choice;
}

QJsonObject viewToJson(const SavedSession& session) {
    QJsonObject filter{{"text", session.filter.text}, {"onlyFlips", session.filter.onlyFlips}};
    if (session.filter.verdict) filter["verdict"] = nameIn(kVerdicts, *session.filter.verdict);
    QJsonObject view{{"page", nameOf(session.page)},
                     {"key", QString::fromStdString(session.key)},
                     {"filter", filter},
                     {"theme", nameOf(session.theme)},
                     {"colourBy", nameIn(kColourings, session.colouring)},
                     {"runsByOutcome", session.runsByOutcome},
                     {"suspectsFirst", session.suspectsFirst}};
    if (session.assumptions.card) view["card"] = shown(toString(*session.assumptions.card));
    if (session.assumptions.codeGenerator)
        view["codeGenerator"] = shown(optionName(*session.assumptions.codeGenerator));
    return view;
}

// Session files of earlier versions have a spelling of their own for one of them.
std::optional<CodeGenerator> generatorFromJson(const QJsonValue& name) {
    if (name.toString() == QLatin1String("cudaCpp")) return CodeGenerator::cudaCpp;
    return codeGeneratorFromString(name.toString().toStdString());
}

void viewFromJson(const QJsonObject& view, SavedSession& session) {
    session.page = pageFromName(view["page"].toString()).value_or(Page::overview);
    session.key = view["key"].toString().toStdString();
    const QJsonObject filter = view["filter"].toObject();
    session.filter.text = filter["text"].toString();
    session.filter.onlyFlips = filter["onlyFlips"].toBool();
    session.filter.verdict = valueIn(kVerdicts, filter["verdict"]);
    session.theme = themeFromName(view["theme"].toString()).value_or(Theme::system);
    session.colouring = valueIn(kColourings, view["colourBy"]).value_or(CellColouring::byCandidate);
    session.runsByOutcome = view["runsByOutcome"].toBool(true);
    session.suspectsFirst = view["suspectsFirst"].toBool(true);
    session.assumptions.card = cardFromString(view["card"].toString().toStdString());
    session.assumptions.codeGenerator = generatorFromJson(view["codeGenerator"]);
}

QJsonArray namesToJson(const std::vector<std::string>& names) {
    QJsonArray json;
    for (const std::string& name : names)
        json.append(QString::fromStdString(name));
    return json;
}

std::vector<std::string> namesFromJson(const QJsonValue& json) {
    std::vector<std::string> names;
    for (const QJsonValue& name : json.toArray())
        names.push_back(name.toString().toStdString());
    return names;
}

QString pathFromJson(const QJsonObject& json, const QDir& folder) {
    const QString relative = json["relative"].toString();
    const QString beside = relative.isEmpty() ? QString() : QDir::cleanPath(folder.absoluteFilePath(relative));
    const QString absolute = json["absolute"].toString();
    if (!beside.isEmpty() && (absolute.isEmpty() || QFileInfo::exists(beside))) return beside;
    return absolute;
}

}  // namespace

QByteArray toJson(const SavedSession& session, const QString& folder) {
    QJsonArray paths;
    for (const QString& path : session.paths)
        paths.append(QJsonObject{{"relative", QDir(folder).relativeFilePath(path)}, {"absolute", path}});
    QJsonObject labels;
    for (const auto& [run, label] : session.labels)
        labels[QString::fromStdString(run)] = QString::fromStdString(label);
    return QJsonDocument(QJsonObject{{"format", kFormat},
                                     {"version", kVersion},
                                     {"paths", paths},
                                     {"labels", labels},
                                     {"uncheckedRuns", namesToJson(session.uncheckedRuns)},
                                     {"splitRuns", namesToJson(session.splitRuns)},
                                     {"outcome", outcomeToJson(session.outcome)},
                                     {"view", viewToJson(session)},
                                     {"reruns", rerunsToJson(session.reruns)},
                                     {"pins", pinsToJson(session.pins)},
                                     {"program", settingsToJson(session.driveSettings)},
                                     {"forced", findingsToJson(session.driveFindings)}})
        .toJson();
}

Result<SavedSession> sessionFromJson(const QByteArray& json, const QString& folder) {
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError)
        return Error{QStringLiteral("The session file is damaged at byte %1: %2")
                         .arg(problem.offset)
                         .arg(problem.errorString())
                         .toStdString()};
    const QJsonObject root = document.object();
    if (root["format"].toString() != kFormat) return Error{"This is no session file of Flipscope."};
    const int version = root["version"].toInt(0);
    if (version < 1) return Error{"The session file is damaged: it does not say its version."};
    if (version > kVersion)
        return Error{
            QStringLiteral("The session file was written by a newer Flipscope (version %1; this one reads up to %2).")
                .arg(version)
                .arg(kVersion)
                .toStdString()};
    SavedSession session;
    for (const QJsonValue& path : root["paths"].toArray()) {
        const QString found = pathFromJson(path.toObject(), QDir(folder));
        if (!found.isEmpty()) session.paths.append(found);
    }
    const QJsonObject labels = root["labels"].toObject();
    for (auto label = labels.begin(); label != labels.end(); ++label)
        if (!label.value().toString().isEmpty())
            session.labels[label.key().toStdString()] = label.value().toString().toStdString();
    session.uncheckedRuns = namesFromJson(root["uncheckedRuns"]);
    session.splitRuns = namesFromJson(root["splitRuns"]);
    session.outcome = outcomeFromJson(root["outcome"].toObject());
    viewFromJson(root["view"].toObject(), session);
    session.reruns = rerunsFromJson(root["reruns"], session.damagedReruns);
    session.pins = pinsFromJson(root["pins"]);
    session.driveSettings = settingsFromJson(root["program"].toObject());
    session.driveFindings = findingsFromJson(root["forced"].toObject());
    return session;
}

QString saveSession(const SavedSession& session, const QString& file) {
    const QByteArray json = toJson(session, QFileInfo(file).absolutePath());
    const auto error = writeWholeFile(file.toStdString(), {json.constData(), static_cast<std::size_t>(json.size())});
    return error ? shown(error->message, 2000) : QString();
}

Result<SavedSession> openSession(const QString& file) {
    QFile in(file);
    const std::string name = shown(file.toStdString()).toStdString();
    // A pipe or a device may never end, and opening one may wait for ever.
    if (QFileInfo::exists(file) && !QFileInfo(file).isFile()) return Error{name + ": is not a regular file."};
    if (!in.open(QIODevice::ReadOnly)) return Error{name + ": " + in.errorString().toStdString()};
    if (in.size() > kMaxFile) return Error{name + ": too large for a session file."};
    auto session = sessionFromJson(in.readAll(), QFileInfo(file).absolutePath());
    if (!session) return Error{name + ": " + session.errorMessage()};
    return session;
}

}  // namespace flipscope
