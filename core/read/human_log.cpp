#include "core/read/human_log.h"

#include "core/read/display_key.h"
#include "core/read/human_lines.h"
#include "core/read/human_record.h"
#include "core/read/problem_list.h"
#include "core/read/rust_debug.h"
#include "core/read/winner_proof.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace flipscope {
namespace {

constexpr std::size_t kChunk = std::size_t{4} << 20;  // bytes of converted decisions read at a time
constexpr std::uint64_t kLinesBetweenStopChecks = 1024;
// Stands for a key whose text could not be turned back, until the text itself is interned.
constexpr std::string_view kUnreadKey = "{}";

Nanoseconds toNanoseconds(const RustDuration& duration) {
    constexpr std::uint64_t kPerSecond = 1'000'000'000;
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (duration.seconds >= kMost / kPerSecond) return {std::numeric_limits<std::int64_t>::max()};
    return {static_cast<std::int64_t>(duration.seconds * kPerSecond + duration.nanoseconds)};
}

class HumanReader {
public:
    HumanReader(std::string_view text, const std::string& path, InternPool& pool, const std::stop_token& stop)
        : m_text(text), m_pool(pool), m_stop(stop) {
        m_problems.path = path;
    }

    ParsedHumanLog read();

private:
    // A decision whose converted line waits to be read.
    struct Waiting {
        std::uint32_t line;
        bool isOld;
        std::string_view unreadKey;  // empty: the key was turned back
    };
    struct Validated {
        std::string keyJson, checksum;
        std::uint32_t line;
    };

    void readLine(std::string_view line, bool unterminated);
    void takeLine(const ClassifiedLine& line);
    void takeCutStart();
    void begin(const ClassifiedLine& line);
    void noteOrphan();
    void takeValidated(const ClassifiedLine& line);
    void finishRecord(bool atEnd);
    void finishMinimal();
    void flush();
    void take(Decision decision, const Waiting& waiting);
    void skip(std::uint64_t line, std::string reason, bool atEnd);
    void dropShortened();
    void resolveValidated();

    std::string_view m_text;
    InternPool& m_pool;
    const std::stop_token& m_stop;
    ParsedHumanLog m_log;
    ProblemList m_problems;
    std::optional<HumanRecord> m_record;
    bool m_inOrphans = false;
    std::uint32_t m_lastLine = 0;  // of a decision in full that the text ends with, else 0
    bool m_cutOff = false;         // the text ends inside a line
    std::uint64_t m_lineNumber = 0;
    std::string m_converted;  // decisions as lines of the decision log
    std::vector<Waiting> m_waiting;
    std::vector<Validated> m_validated;
};

std::uint32_t lineOf(std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

ParsedHumanLog HumanReader::read() {
    std::string_view rest = m_text;
    while (!rest.empty()) {
        if (m_lineNumber % kLinesBetweenStopChecks == 0 && m_stop.stop_requested()) break;
        ++m_lineNumber;
        const std::size_t end = rest.find('\n');
        readLine(rest.substr(0, end), end == std::string_view::npos);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (m_record && m_record->level() == HumanRecord::Level::full) m_lastLine = m_record->line();
    finishRecord(true);
    flush();
    std::sort(m_log.decisions.begin(), m_log.decisions.end(),
              [](const Decision& a, const Decision& b) { return a.line < b.line; });
    dropShortened();
    resolveValidated();
    m_log.problems = std::move(m_problems.kept);
    m_log.problemCount = m_problems.count;
    return std::move(m_log);
}

void HumanReader::readLine(std::string_view line, bool unterminated) {
    const ClassifiedLine classified = classifyHumanLine(line, m_record ? m_record->prefix() : std::string_view());
    const std::optional<FailureFields> failure =
        unterminated && classified.kind == HumanLine::failure ? readFailure(classified.text) : std::nullopt;
    // A whole result or message may end the text without a line break; anything else was cut.
    const bool whole = (classified.kind == HumanLine::success && readSuccess(classified.text)) ||
                       (failure && !failure->textFollows) || classified.kind == HumanLine::validated ||
                       classified.kind == HumanLine::otherMessage;
    m_cutOff = unterminated && !whole;
    if (m_cutOff && classified.kind == HumanLine::other && isCutStart(classified.text)) return takeCutStart();
    takeLine(classified);
}

// The text ends in the first words of a message: the decision before it is whole.
void HumanReader::takeCutStart() {
    const bool inFull = m_record && m_record->level() == HumanRecord::Level::full;
    const std::uint32_t lastLine = inFull ? m_record->line() : 0;
    finishRecord(false);
    m_lastLine = lastLine;
    skip(m_lineNumber, "the text ends inside the first words of a message", true);
}

void HumanReader::takeLine(const ClassifiedLine& line) {
    if (line.kind == HumanLine::fastest) return begin(line);
    if (line.kind == HumanLine::validated) return takeValidated(line);
    if (!m_record) {
        if (line.kind == HumanLine::success) noteOrphan();
        return;
    }
    switch (line.kind) {
        case HumanLine::topTimes:
            // The list begins with the bracket that told its kind.
            return m_record->takeTopTimes({line.text.data() - 1, line.text.size() + 1});
        case HumanLine::context:
            return m_record->takeContext();
        case HumanLine::bounds:
            return m_record->takeBounds(line.text);
        case HumanLine::step:
            return m_record->takeStep(line.text);
        case HumanLine::shortCircuit:
            return m_record->takeShortCircuit(line.text);
        case HumanLine::success:
            return m_record->takeSuccess(line.text);
        case HumanLine::failure:
            return m_record->takeFailure(line.text);
        case HumanLine::otherMessage:
            return m_record->endFailureText();
        case HumanLine::other:
            return m_record->takeMoreText(line.text);
        case HumanLine::fastest:
        case HumanLine::validated:
            return;
    }
}

void HumanReader::begin(const ClassifiedLine& line) {
    const std::optional<FastestFields> fields = readFastest(line.text);
    // Another program may speak of a "Fastest result" too; only one at the start of a line is meant as ours.
    if (!fields && !line.prefix.empty()) return;
    finishRecord(false);
    m_inOrphans = false;
    if (fields) {
        m_record.emplace(*fields, line.prefix, lineOf(m_lineNumber));
    } else {
        skip(m_lineNumber, "no candidate and key can be read behind \"Fastest result\"", m_cutOff);
    }
}

void HumanReader::noteOrphan() {
    if (m_inOrphans) return;
    m_inOrphans = true;
    skip(m_lineNumber, "results without the decision they belong to", false);
}

void HumanReader::takeValidated(const ClassifiedLine& line) {
    const auto fields = readValidated(line.text);
    if (!fields && !line.prefix.empty()) return;
    finishRecord(false);
    m_inOrphans = false;
    if (!fields) return skip(m_lineNumber, "no key and checksum can be read behind \"validate checksum\"", m_cutOff);
    m_validated.push_back({keyJsonFromDisplay(fields->first).value_or(std::string(fields->first)),
                           std::string(fields->second), lineOf(m_lineNumber)});
}

void HumanReader::skip(std::uint64_t line, std::string reason, bool atEnd) {
    ++m_log.recordsSkipped;
    m_problems.add(atEnd ? ProblemKind::tornLastLine : ProblemKind::damagedRecord, line,
                   (atEnd ? "the last decision is cut off: " : "the decision was skipped: ") + std::move(reason));
}

void HumanReader::finishRecord(bool atEnd) {
    if (!m_record) return;
    std::string fault = m_record->fault();
    if (fault.empty() && atEnd && m_cutOff && m_record->level() == HumanRecord::Level::full) {
        fault = "the text ends inside a line";
    }
    if (!fault.empty()) {
        skip(m_record->line(), std::move(fault), atEnd);
    } else if (m_record->level() == HumanRecord::Level::minimal) {
        finishMinimal();
    } else {
        const std::optional<std::string> key = keyJsonFromDisplay(m_record->key());
        m_converted += m_record->asLogLine(key ? *key : kUnreadKey) + '\n';
        m_waiting.push_back({m_record->line(), m_record->isOld(), key ? std::string_view() : m_record->key()});
        if (m_converted.size() >= kChunk) flush();
    }
    m_record.reset();
}

// Only indices and medians of the best three are known: the candidate set stays empty.
void HumanReader::finishMinimal() {
    Decision decision;
    decision.line = m_record->line();
    decision.set = m_pool.internSet({});
    decision.key =
        m_pool.internKey(keyJsonFromDisplay(m_record->key()).value_or(std::string(m_record->key())), decision.set);
    decision.loggedWinner = CandidateIndex{m_record->topTimes().front().first};
    for (const auto& [index, time] : m_record->topTimes())
        decision.measured.push_back({CandidateIndex{index}, false, {}});
    applyWinnerProof(decision, WinnerSource::humanLog);  // by the number of successes: no smallest times are known
    for (std::size_t i = 0; i < decision.measured.size(); ++i) {
        const Nanoseconds median = toNanoseconds(m_record->topTimes()[i].second);
        decision.measured[i].hasTiming = true;
        decision.measured[i].timing = {median, median, median, median};
    }
    take(std::move(decision), {m_record->line(), m_record->isOld(), {}});
}

void HumanReader::take(Decision decision, const Waiting& waiting) {
    decision.line = waiting.line;
    if (decision.source == WinnerSource::log) decision.source = WinnerSource::humanLog;
    if (waiting.isOld && decision.loggedWinner) {
        decision.usedWinner = decision.loggedWinner;
        decision.source = WinnerSource::humanLog;
    }
    if (!waiting.unreadKey.empty()) decision.key = m_pool.internKey(waiting.unreadKey, decision.set);
    m_log.decisions.push_back(std::move(decision));
}

// Order of results, indices of failed candidates, bounds: all as in the decision log, so its reader does it.
void HumanReader::flush() {
    const std::size_t length = m_converted.size();
    m_converted.append(kReadPadding, ' ');
    ParsedLog parsed =
        readDecisionLog(std::string_view(m_converted).substr(0, length), true, m_problems.path, m_pool, m_stop);
    const auto waitingOf = [&](std::uint64_t line) -> const Waiting* {
        return line >= 1 && line <= m_waiting.size() ? &m_waiting[line - 1] : nullptr;
    };
    std::set<std::uint32_t> kept;  // what is said of one that was kept is no cut
    for (Decision& decision : parsed.decisions) {
        kept.insert(decision.line);
        if (const Waiting* waiting = waitingOf(decision.line)) take(std::move(decision), *waiting);
    }
    for (Problem& problem : parsed.problems) {
        const Waiting* waiting = waitingOf(problem.line);
        const std::uint32_t line = waiting != nullptr ? waiting->line : 0;
        const bool isCut = line != 0 && line == m_lastLine && kept.count(static_cast<std::uint32_t>(problem.line)) == 0;
        m_problems.add(isCut ? ProblemKind::tornLastLine : problem.kind, line, std::move(problem.message));
    }
    m_problems.count += parsed.problemCount - parsed.problems.size();
    m_log.recordsSkipped += parsed.recordsSkipped;
    m_converted.clear();
    m_waiting.clear();
}

// A program that was stopped while it wrote its last decision leaves a shorter list of candidates. Whole lists of one
// tuner are equally long, so a shorter one at the very end was cut.
void HumanReader::dropShortened() {
    if (m_log.decisions.size() < 2 || m_log.decisions.back().line != m_lastLine) return;
    const Decision& last = m_log.decisions.back();
    const std::string tuner = m_pool.tunerOf(last.key);
    const std::size_t size = m_pool.sizeOf(last.set);
    std::size_t others = 0;
    for (std::size_t i = 0; i + 1 < m_log.decisions.size(); ++i) {
        const Decision& other = m_log.decisions[i];
        if (m_pool.sizeOf(other.set) == 0 || m_pool.tunerOf(other.key) != tuner) continue;
        if (m_pool.sizeOf(other.set) <= size) return;
        ++others;
    }
    if (others == 0) return;
    skip(last.line, "it lists fewer candidates than the other decisions of its tuner", true);
    m_log.decisions.pop_back();
}

// The message names a checksum and no candidates. A decision of this file with that checksum tells the set, hence the
// tuner; else the only decision with an equal key does.
void HumanReader::resolveValidated() {
    std::map<std::string, CandidateSetIndex> sets;
    std::map<std::string, std::optional<KeyIndex>> byText;  // null: several keys with this text
    for (const Decision& decision : m_log.decisions) {
        sets.emplace(m_pool.checksumOf(decision.set), decision.set);
        const auto [at, isNew] = byText.emplace(m_pool.canonicalJsonOf(decision.key), decision.key);
        if (!isNew && at->second != decision.key) at->second.reset();
    }
    for (Validated& validated : m_validated) {
        ValidatedChoice& choice = m_log.validated.emplace_back();
        choice.line = validated.line;
        const auto set = sets.find(validated.checksum);
        const bool known = set != sets.end();
        choice.key = m_pool.internKey(validated.keyJson, known ? set->second : m_pool.internSet({}));
        choice.checksum = std::move(validated.checksum);
        if (known) continue;
        const auto same = byText.find(m_pool.canonicalJsonOf(choice.key));
        if (same != byText.end() && same->second) choice.key = *same->second;
    }
}

}  // namespace

ParsedHumanLog readHumanLog(std::string_view text, const std::string& path, InternPool& pool,
                            const std::stop_token& stop) {
    return HumanReader(text, path, pool, stop).read();
}

bool looksLikeHumanLog(std::string_view head) {
    while (!head.empty()) {
        const std::size_t end = head.find('\n');
        const ClassifiedLine line = classifyHumanLine(head.substr(0, end), {});
        if (line.kind == HumanLine::fastest && readFastest(line.text)) return true;
        if (line.kind == HumanLine::validated && readValidated(line.text)) return true;
        if (line.kind == HumanLine::success && readSuccess(line.text)) return true;
        head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    }
    return false;
}

}  // namespace flipscope
