#include "core/model/load_report.h"

namespace flipscope {

std::string_view toString(ProblemKind kind) {
    switch (kind) {
        case ProblemKind::unreadableFile:
            return "unreadableFile";
        case ProblemKind::notDecisionData:
            return "notDecisionData";
        case ProblemKind::damagedRecord:
            return "damagedRecord";
        case ProblemKind::tornLastLine:
            return "tornLastLine";
        case ProblemKind::databaseDisagreement:
            return "databaseDisagreement";
        case ProblemKind::archiveEntry:
            return "archiveEntry";
        case ProblemKind::limitReached:
            return "limitReached";
        case ProblemKind::requestUnmet:
            return "requestUnmet";
    }
    return "unknown";
}

std::string_view toString(NoteKind kind) {
    switch (kind) {
        case NoteKind::splitLog:
            return "splitLog";
        case NoteKind::perhapsTwoProcesses:
            return "perhapsTwoProcesses";
        case NoteKind::duplicateRun:
            return "duplicateRun";
        case NoteKind::otherSessions:
            return "otherSessions";
        case NoteKind::cachedChoices:
            return "cachedChoices";
        case NoteKind::textOfOtherProcess:
            return "textOfOtherProcess";
        case NoteKind::information:
            return "information";
    }
    return "unknown";
}

}  // namespace flipscope
