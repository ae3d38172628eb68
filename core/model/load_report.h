#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

enum class ProblemKind : std::uint8_t {
    unreadableFile,        // could not be opened or read
    notDecisionData,       // message says what it looks like
    damagedRecord,         // skipped; the neighbours were kept
    tornLastLine,          // normal when a program was stopped; skipped
    databaseDisagreement,  // log and database name different winners
    archiveEntry,
    limitReached,  // something was left out because of a stated limit
    requestUnmet,  // the user asked for something that these runs do not have
};

enum class NoteKind : std::uint8_t {
    splitLog,             // appended processes were separated
    perhapsTwoProcesses,  // partial or unordered repeat; can be split by hand
    duplicateRun,         // same run given twice, counted once
    otherSessions,        // sessions in the database that are not this run's
    cachedChoices,        // no decisions logged: choices came from a cache
    textOfOtherProcess,   // the text output belongs to another process than the decisions
    information,
};

// Something that was skipped or contradicts itself. Counted in `problems`; a clean load has none.
struct Problem {
    ProblemKind kind = ProblemKind::damagedRecord;
    std::string path;        // as given by the user, or archive!/entry
    std::uint64_t line = 0;  // 1-based; 0 when it does not apply
    std::string message;     // why, in words
};

// Something the user should know that is no defect of the input.
struct Note {
    NoteKind kind = NoteKind::information;
    std::string path;
    std::string message;
};

// A run found twice: it is counted once, under the id of the first place.
struct MergedRun {
    std::string id;                 // its own if it were a run; no run has it
    std::string path;               // of its log
    std::vector<std::string> into;  // ids of the runs that it is: one, or the processes of a split log
};

struct LoadReport {
    std::vector<Problem> problems;  // at most kMaxProblemsKept a file; the rest is only counted
    std::vector<Note> notes;
    std::vector<MergedRun> mergedRuns;
    std::uint64_t problemCount = 0;  // all of them, kept or not
    std::uint64_t filesRead = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t recordsRead = 0;
    std::uint64_t recordsSkipped = 0;
    std::uint64_t otherLines = 0;  // ordinary text between the decisions of a log
};

inline constexpr std::size_t kMaxProblemsKept = 100;

[[nodiscard]] std::string_view toString(ProblemKind kind);
[[nodiscard]] std::string_view toString(NoteKind kind);

}  // namespace flipscope
