#include "core/read/decision_log.h"

#include "core/model/utf8.h"
#include "core/read/decision_record.h"
#include "core/read/json_scan.h"
#include "core/read/shown_text.h"
#include "core/read/timing_check.h"
#include "core/read/winner_proof.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <simdjson.h>

namespace flipscope {
namespace {

namespace dom = simdjson::dom;

static_assert(kReadPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlank = std::string_view(" \t\r\n\0", 5);
constexpr std::string_view kProducerFailure = "{\"error\":";
constexpr std::size_t kUsualRecord = 16384;
constexpr std::size_t kLongestDirectLine = std::size_t{1} << 20;  // longer lines are cut into records first
constexpr std::size_t kLongestRecord = std::size_t{16} << 20;     // the parser needs up to 14 times as much memory
constexpr std::size_t kSearchFactor = 16;  // a damaged line is searched through at most this many times
constexpr std::size_t kLinesBetweenStopChecks = 64;
constexpr std::size_t kBytesShown = 16;

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

std::string_view withoutBlanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// Text as a program or a log library writes it, colours and progress bars included. Bytes that are no UTF-8 may be
// letters of another encoding as long as they are few.
bool isOrdinaryText(std::string_view text) {
    constexpr std::string_view kUsualControls = "\t\r\f\v\a\b\x1b";
    std::size_t foreign = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decodeUtf8(text.substr(at));
        const auto byte = static_cast<unsigned char>(text[at]);
        if (c.length == 1 && (byte < 0x20 || byte == 0x7F) && !contains(kUsualControls, text.substr(at, 1)))
            return false;
        if (c.length == 0 && byte < 0xA0) return false;  // a control in the encodings of one byte a letter
        foreign += c.length == 0 ? 1U : 0U;
        at += std::max<std::size_t>(c.length, 1);
    }
    return foreign * 4 <= text.size();
}

// A piece of a record whose beginning is lost: has the members that only records have.
bool looksLikeRecordPiece(std::string_view text) {
    return contains(text, "\"outcome\":{") || contains(text, "\"log_context\":") ||
           (contains(text, "\"secs\":") && contains(text, "\"nanos\":"));
}

// Where a record begins in a line of other text; npos when none does. Other JSON may have a member "key", too.
std::size_t recordInText(std::string_view line) {
    const std::size_t start = nextKeyMember(line, 0);
    if (start == std::string_view::npos) return start;
    const std::string_view rest = line.substr(start);
    return contains(rest, "\"fastest_index\"") || contains(rest, "\"results\"") ? start : std::string_view::npos;
}

class LogReader {
public:
    LogReader(std::string_view text, bool padded, const std::string& path, InternPool& pool,
              const std::stop_token& stop)
        : m_text(text), m_padded(padded), m_path(path), m_stop(stop), m_records(pool) {
        std::ignore = m_parser.allocate(kUsualRecord);  // a failure shows again when parsing
    }

    ParsedLog read();

private:
    enum class Piece : std::uint8_t {
        record,   // kept
        other,    // some other JSON
        skipped,  // a whole object that is no usable record; m_reason says why
        broken    // no JSON; m_reason says why
    };

    void readLine(std::string_view whole);
    void readTextLine(std::string_view line);
    void readObjects(std::string_view line);
    Piece readPiece(std::string_view line, std::size_t at, const ContainerEnd& end);
    bool parse(std::string_view piece, dom::element& element);
    Piece take(dom::element element, std::string_view raw);
    void reportSkipped(std::string_view record, bool cutOffByEnd);
    void reportTextBetween(std::string_view between);
    void reportBinary(std::string_view text);
    void checkTimings(dom::object record, Decision& decision);
    void addProblem(ProblemKind kind, std::string message);

    std::string_view m_text;
    bool m_padded;
    const std::string& m_path;
    const std::stop_token& m_stop;
    DecisionRecordReader m_records;
    dom::parser m_parser;
    std::string m_copy;  // of the last record when nothing may be read behind the text
    ParsedLog m_log;
    std::string m_reason;
    std::uint64_t m_line = 0;
    bool m_isUnterminated = false;  // the current line is the last and has no line break
};

ParsedLog LogReader::read() {
    std::string_view rest = m_text;
    if (startsWith(rest, kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
    while (!rest.empty()) {
        if (m_line % kLinesBetweenStopChecks == 0 && m_stop.stop_requested()) break;
        ++m_line;
        const std::size_t end = rest.find('\n');
        m_isUnterminated = end == std::string_view::npos;
        readLine(rest.substr(0, end));
        rest.remove_prefix(m_isUnterminated ? rest.size() : end + 1);
    }
    m_log.decisions.shrink_to_fit();
    return std::move(m_log);
}

void LogReader::addProblem(ProblemKind kind, std::string message) {
    ++m_log.problemCount;
    if (m_log.problems.size() < kMaxProblemsKept) m_log.problems.push_back({kind, m_path, m_line, std::move(message)});
}

void LogReader::reportSkipped(std::string_view record, bool cutOffByEnd) {
    ++m_log.recordsSkipped;
    if (startsWith(record, kProducerFailure)) {
        addProblem(ProblemKind::damagedRecord,
                   "the producer could not write this decision: " +
                       std::string(record.substr(0, std::min(record.size(), kLongestReason))));
    } else if (cutOffByEnd) {
        addProblem(ProblemKind::tornLastLine,
                   "the last line is cut off after " + std::to_string(record.size()) + " bytes");
    } else {
        addProblem(ProblemKind::damagedRecord, m_reason);
    }
}

void LogReader::reportBinary(std::string_view text) {
    ++m_log.recordsSkipped;
    addProblem(ProblemKind::damagedRecord, std::to_string(text.size()) + " bytes that are neither a record nor text: " +
                                               shownText(text.substr(0, kBytesShown)) +
                                               (text.size() > kBytesShown ? "…" : ""));
}

void LogReader::reportTextBetween(std::string_view between) {
    if (!isOrdinaryText(withoutBlanks(between))) return reportBinary(withoutBlanks(between));
    if (between.find_first_of("{}\"") == std::string_view::npos) return;
    ++m_log.recordsSkipped;
    addProblem(ProblemKind::damagedRecord,
               "a piece of " + std::to_string(between.size()) + " bytes behind a record belongs to none");
}

void LogReader::readLine(std::string_view whole) {
    const std::string_view line = withoutBlanks(whole);
    const std::size_t before = line.empty() ? whole.size() : static_cast<std::size_t>(line.data() - whole.data());
    const std::string_view behind = whole.substr(before + line.size());
    if (whole.substr(0, before).find('\0') != std::string_view::npos || behind.find('\0') != std::string_view::npos) {
        addProblem(ProblemKind::damagedRecord, "zero bytes: a hole in the file");
    }
    if (line.empty()) return;
    if (line.front() != '{') return readTextLine(line);
    dom::element element;
    if (line.size() > kLongestDirectLine || !parse(line, element)) return readObjects(line);
    const Piece piece = take(element, line);
    if (piece == Piece::skipped) reportSkipped(line, false);
    if (piece == Piece::other) ++m_log.otherLines;
}

// Other text: a log library may have put its own prefix before a record, and a lost beginning may leave the rest of
// one.
void LogReader::readTextLine(std::string_view line) {
    const std::size_t start = recordInText(line);
    const std::string_view before = line.substr(0, start);
    if (looksLikeRecordPiece(before)) {
        m_reason = "the beginning of this record is missing";
        reportSkipped(before, false);
    } else if (!isOrdinaryText(before)) {
        reportBinary(before);
    } else if (start == std::string_view::npos) {
        ++m_log.otherLines;
    }
    if (start != std::string_view::npos) readObjects(line.substr(start));
}

// A line that is not exactly one object: several records, or damage. Every record that is whole is kept; a damaged
// stretch, however long, is one problem.
void LogReader::readObjects(std::string_view line) {
    std::size_t budget = kSearchFactor * line.size() + kUsualRecord;
    bool inDamage = false;
    bool isOther = true;
    std::size_t at = 0;
    while (at < line.size() && !m_stop.stop_requested()) {
        const ContainerEnd end = containerEnd(line, at);
        const std::size_t cost = end.position - at;
        if (cost > budget) {
            return addProblem(ProblemKind::limitReached, "too damaged: the rest of the line was left out");
        }
        budget -= cost;
        const Piece piece = readPiece(line, at, end);
        isOther = isOther && piece == Piece::other;
        const bool isWhole = piece == Piece::record || (!inDamage && piece != Piece::broken);
        const std::size_t next = std::min(nextRecordStart(line, isWhole ? end.position : at + 1), line.size());
        if (!inDamage && (piece == Piece::skipped || piece == Piece::broken)) {
            const bool unclosed = end.outcome == ContainerEnd::Outcome::unclosed;
            reportSkipped(line.substr(at, end.position - at), unclosed && m_isUnterminated && next == line.size());
        }
        if (isWhole) reportTextBetween(line.substr(end.position, next - end.position));
        inDamage = !isWhole;
        at = next;
    }
    if (isOther) ++m_log.otherLines;
}

LogReader::Piece LogReader::readPiece(std::string_view line, std::size_t at, const ContainerEnd& end) {
    if (end.outcome != ContainerEnd::Outcome::closed) {
        using Outcome = ContainerEnd::Outcome;
        m_reason = end.outcome == Outcome::unclosed  ? "the record is cut off"
                   : end.outcome == Outcome::tooDeep ? "the record is nested more than " +
                                                           std::to_string(kMaxScanDepth) + " deep, too deep to be read"
                                                     : "the brackets of the record do not match";
        return Piece::broken;
    }
    const std::string_view text = line.substr(at, end.position - at);
    if (text.size() > kLongestRecord) {
        m_reason = "a record of " + std::to_string(text.size()) + " bytes is too long";
        return Piece::skipped;
    }
    dom::element element;
    return parse(text, element) ? take(element, text) : Piece::broken;
}

bool LogReader::parse(std::string_view piece, dom::element& element) {
    const auto behind = static_cast<std::size_t>(m_text.data() + m_text.size() - (piece.data() + piece.size()));
    const char* data = piece.data();
    if (!m_padded && behind < kReadPadding) {
        m_copy.assign(piece);
        m_copy.append(kReadPadding, ' ');
        data = m_copy.data();
    }
    const simdjson::error_code error = m_parser.parse(data, piece.size(), false).get(element);
    if (error != simdjson::SUCCESS) m_reason = std::string("no JSON: ") + simdjson::error_message(error);
    return error == simdjson::SUCCESS;
}

LogReader::Piece LogReader::take(dom::element element, std::string_view raw) {
    using Outcome = DecisionRecordReader::Outcome;
    dom::object record;
    if (element.get(record) != simdjson::SUCCESS) return Piece::other;
    Decision decision;
    decision.line =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(m_line, std::numeric_limits<std::uint32_t>::max()));
    const Outcome outcome = m_records.read(record, raw, decision);
    if (outcome == Outcome::noRecord) return Piece::other;
    m_reason = m_records.reason();
    if (outcome != Outcome::decision) return Piece::skipped;
    if (!m_reason.empty()) addProblem(ProblemKind::damagedRecord, "the decision was kept, but " + m_reason);
    checkTimings(record, decision);
    m_log.decisions.push_back(std::move(decision));
    return Piece::record;
}

// What was proved by times that contradict themselves is not proved.
void LogReader::checkTimings(dom::object record, Decision& decision) {
    const std::size_t dropped = dropContradictoryTimings(decision);
    if (dropped == 0) return;
    addProblem(ProblemKind::damagedRecord,
               "the decision was kept, but the times of " + std::to_string(dropped) +
                   (dropped == 1 ? " candidate contradict" : " candidates contradict") +
                   " themselves (minimum, median and maximum are out of order) and are not used");
    const bool isCacheEntry = record["results"].error() != simdjson::SUCCESS;  // it holds the decided candidate itself
    if (!isCacheEntry) applyWinnerProof(decision, WinnerSource::log);
}

bool looksLikeRecordLine(std::string_view line) {
    if (startsWith(line, kProducerFailure)) return true;
    if (line.empty() || line.front() != '{') return recordInText(line) != std::string_view::npos;
    return contains(line, "\"key\"") && (contains(line, "\"fastest_index\"") || contains(line, "\"results\""));
}

}  // namespace

ParsedLog readDecisionLog(std::string_view text, bool padded, const std::string& path, InternPool& pool,
                          const std::stop_token& stop) {
    return LogReader(text, padded, path, pool, stop).read();
}

// Stricter than for a damaged line of a log: other programs write durations of Rust, too.
bool holdsMembersOfRecord(std::string_view text) {
    return contains(text, "\"outcome\":{\"Ok\":{") || contains(text, "\"outcome\":{\"Err\":{") ||
           contains(text, "\"log_context\":") ||
           (contains(text, "\"variance\":{\"secs\":") && contains(text, "\"nanos\":"));
}

bool isSpreadOverLines(std::string_view text) {
    const std::string_view body = withoutBlanks(text);
    const std::string_view first = withoutBlanks(body.substr(0, body.find('\n')));
    return !first.empty() && first.size() < body.size() && first.find_first_not_of("{[ ") == std::string_view::npos;
}

bool looksLikeDecisionLog(std::string_view head) {
    if (startsWith(head, kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
    while (!head.empty()) {
        const std::size_t end = head.find('\n');
        if (looksLikeRecordLine(withoutBlanks(head.substr(0, end)))) return true;
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    }
    return false;
}

}  // namespace flipscope
