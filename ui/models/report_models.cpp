#include "ui/models/report_models.h"

namespace flipscope {
namespace {

constexpr std::size_t kMaxMessage = 2000;

}  // namespace

QString ProblemRows::title(Column column) {
    switch (column) {
        case Column::kind:
            return QStringLiteral("What");
        case Column::path:
            return QStringLiteral("File");
        case Column::line:
            return QStringLiteral("Line");
        default:
            return QStringLiteral("Why");
    }
}

QString ProblemRows::text(const Row& row, Column column) {
    switch (column) {
        case Column::kind:
            return inWords(row.kind);
        case Column::path:
            return shown(row.path, kMaxMessage);
        case Column::line:
            return row.line == 0 ? QStringLiteral("–") : QString::number(row.line);
        default:
            return shown(row.message, kMaxMessage);
    }
}

QVariant ProblemRows::number(const Row& row, Column column) {
    return column == Column::line ? QVariant::fromValue(static_cast<qulonglong>(row.line)) : QVariant();
}

QString NoteRows::title(Column column) {
    switch (column) {
        case Column::kind:
            return QStringLiteral("What");
        case Column::path:
            return QStringLiteral("File");
        default:
            return QStringLiteral("Note");
    }
}

QString NoteRows::text(const Row& row, Column column) {
    switch (column) {
        case Column::kind:
            return inWords(row.kind);
        case Column::path:
            return shown(row.path, kMaxMessage);
        default:
            return shown(row.message, kMaxMessage);
    }
}

QVariant NoteRows::number(const Row&, Column) {
    return {};
}

QString inWords(ProblemKind kind) {
    switch (kind) {
        case ProblemKind::unreadableFile:
            return QStringLiteral("file not readable");
        case ProblemKind::notDecisionData:
            return QStringLiteral("no decision data");
        case ProblemKind::damagedRecord:
            return QStringLiteral("damaged record");
        case ProblemKind::tornLastLine:
            return QStringLiteral("torn last line");
        case ProblemKind::databaseDisagreement:
            return QStringLiteral("log and database differ");
        case ProblemKind::archiveEntry:
            return QStringLiteral("archive entry");
        case ProblemKind::limitReached:
            return QStringLiteral("limit reached");
        case ProblemKind::requestUnmet:
            return QStringLiteral("request not met");
    }
    return QStringLiteral("unknown");
}

QString inWords(NoteKind kind) {
    switch (kind) {
        case NoteKind::splitLog:
            return QStringLiteral("log split");
        case NoteKind::perhapsTwoProcesses:
            return QStringLiteral("perhaps two processes");
        case NoteKind::duplicateRun:
            return QStringLiteral("same run twice");
        case NoteKind::otherSessions:
            return QStringLiteral("other sessions");
        case NoteKind::cachedChoices:
            return QStringLiteral("choices from a cache");
        case NoteKind::textOfOtherProcess:
            return QStringLiteral("text of another process");
        case NoteKind::information:
            break;
    }
    return QStringLiteral("information");
}

}  // namespace flipscope
