#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flipscope {

enum class FileKind : std::uint8_t {
    empty,
    decisionLog,  // cubecl decision log, maybe with other text between its lines
    choiceCache,  // JSON-line cache of cubecl 0.5 … 0.11-pre.1: one file a tuner
    humanLog,
    database,         // a SQLite database; whether it is an environment database only its tables tell
    databaseSidecar,  // write-ahead log or shared-memory index of a database
    archive,
    aliasList,  // names by which reports of others call keys
    text,       // anything readable that may be output of a program
    other,      // neither decision data nor text
};

// What a file is, judged by its content.
struct FileLook {
    FileKind kind = FileKind::other;
    std::string inWords;            // noun phrase for "looks like …": "a PNG image", "a CSV table", "an empty file"
    bool holdsRecordPiece = false;  // a text with a piece of a decision record, but no whole one
};

// Bytes of a file's beginning that are enough to judge by. Judging by fewer is fine for most kinds; for text a longer
// head finds decisions that other output precedes.
inline constexpr std::size_t kShortHead = std::size_t{4} << 10;
inline constexpr std::size_t kLongHead = std::size_t{64} << 10;

// head: the first bytes of the file, all of them when whole. Never fails; any bytes are fine. Words for a text cost
// more than its kind.
[[nodiscard]] FileKind kindOfContent(std::string_view head, bool whole);
[[nodiscard]] FileLook lookAtContent(std::string_view head, bool whole);
// The same without words for a text.
[[nodiscard]] FileLook lookBriefly(std::string_view head, bool whole);

// The file is empty, but its name says that a decision log was switched on (config found, nothing tuned):
// "decisions.jsonl", "run3.jsonl", … Only ever asked about empty files: for those the content says nothing.
[[nodiscard]] bool namedLikeDecisionLog(std::string_view fileName);

}  // namespace flipscope
