#include "core/read/run_reader.h"

#include "core/read/content_hash.h"
#include "core/read/decision_log.h"
#include "core/read/file_names.h"
#include "core/read/human_log.h"
#include "core/read/problem_list.h"
#include "core/read/shown_text.h"
#include "core/read/sqlite_database.h"
#include "core/read/text_output.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

namespace flipscope {

namespace {

class Reading {
public:
    Reading(const RunReader& reader, const RunFiles& files, ReadBuffer& buffer)
        : m_reader(reader), m_files(files), m_buffer(buffer) {}

    RunReading read(std::size_t texts) {
        for (const FoundFile& file : m_files.logs)
            readLog(file);
        for (const FoundFile& file : m_files.humanLogs)
            readHuman(file);
        for (const DatabaseFiles& files : m_files.databases)
            readDatabase(files);
        for (const FoundFile& file : m_files.statusFiles)
            readStatus(file);
        texts = std::min(texts, m_files.texts.size());
        for (std::size_t i = 0; i < texts; ++i)
            readText(m_files.texts[i]);
        if (m_mixedLog && m_result.sources.outputs.empty()) readTextBesideDecisions(*m_mixedLog);
        if (!m_content.empty()) m_result.contentId = m_content.digits();
        ContentHash output;
        for (const TextOutput& text : m_result.sources.outputs)
            output.add(text.text);
        m_result.outputId = output.digits();
        m_result.problems = std::move(m_problems.kept);
        m_result.problemCount = m_problems.count;
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool stopped() const { return m_reader.stop.stop_requested(); }

    void problem(ProblemKind kind, const std::string& path, std::string message) {
        m_problems.add({kind, path, 0, std::move(message)});
    }

    void source(const FoundFile& file, RunSources::Of of) {
        const bool standsForRun = of != RunSources::Of::lastProcess && m_result.sources.path.empty();
        if (standsForRun) m_result.sources.path = file.shownPath;
        m_result.sources.sources.push_back({file.shownPath, of, {}});
    }

    std::optional<InputFile> open(const FoundFile& file) { return open(file.realPath, file.shownPath); }

    std::optional<InputFile> open(const std::string& realPath, const std::string& shownPath) {
        Result<InputFile> opened = InputFile::open(realPath);
        if (!opened) {
            problem(ProblemKind::unreadableFile, shownPath, opened.errorMessage());
            return std::nullopt;
        }
        return std::move(opened).value();
    }

    void finished(const FoundFile& file, std::uint64_t bytes) {
        ++m_result.filesRead;
        m_result.bytesRead += bytes;
        if (m_reader.progress) m_reader.progress(file.shownPath, bytes);
    }

    // A long log is parsed in pieces of whole lines: memory stays bounded, and a record never spans two lines.
    void readLog(const FoundFile& file) {
        source(file, RunSources::Of::allProcesses);
        m_result.sources.hasLog = true;
        const std::optional<InputFile> opened = open(file);
        if (!opened) return;
        std::uint64_t at = 0;     // next byte to read
        std::size_t kept = 0;     // bytes in the buffer that are not parsed yet
        std::uint32_t lines = 0;  // of the pieces before
        std::size_t piece = pieceFor(*opened);
        bool inLongLine = false;
        while (!stopped()) {
            char* bytes = m_buffer.resize(piece);
            Result<std::size_t> got = opened->readAt(at, bytes + kept, piece - kept, m_reader.stop);
            if (got.cancelled()) return;
            if (!got) return problem(ProblemKind::unreadableFile, file.shownPath, got.errorMessage());
            at += got.value();
            const std::size_t filled = kept + got.value();
            const bool last = filled < piece;
            m_content.add(std::string_view(bytes + kept, got.value()));
            std::size_t whole = last ? filled : wholeLines({bytes, filled});
            if (inLongLine) {
                whole = firstLine({bytes, filled});
                inLongLine = whole == 0;
                if (inLongLine) whole = filled;
            } else if (whole == 0 && !last) {
                inLongLine = piece >= m_reader.limits.longestLine;
                if (inLongLine) tooLong(file, lines);
                kept = inLongLine ? 0 : filled;
                piece *= inLongLine ? 1 : 2;
                continue;
            } else {
                parsePiece(file, whole, lines);
            }
            if (last && whole == filled) break;
            lines += lineEnds({bytes, whole});
            kept = filled - whole;
            std::memmove(bytes, bytes + whole, kept);
        }
        finished(file, at);
    }

    // One byte more than the file, so that one read also sees its end.
    [[nodiscard]] std::size_t pieceFor(const InputFile& file) const {
        return static_cast<std::size_t>(std::min<std::uint64_t>(file.size() + 1, m_reader.limits.logPiece));
    }

    static std::size_t wholeLines(std::string_view text) {
        const std::size_t end = text.find_last_of('\n');
        return end == std::string_view::npos ? 0 : end + 1;
    }

    // Up to and with its end; 0 when it does not end here.
    static std::size_t firstLine(std::string_view text) {
        const std::size_t end = text.find('\n');
        return end == std::string_view::npos ? 0 : end + 1;
    }

    // Lines are long: searching for their ends is faster than looking at each byte.
    static std::uint32_t lineEnds(std::string_view text) {
        std::uint32_t ends = 0;
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            ++ends;
        return ends;
    }

    void tooLong(const FoundFile& file, std::uint32_t lines) {
        ++m_result.recordsSkipped;
        ++m_result.sources.recordsSkipped;
        m_problems.add({ProblemKind::damagedRecord, file.shownPath, std::uint64_t{lines} + 1,
                        "the line is too long to be a decision: skipped"});
    }

    void parsePiece(const FoundFile& file, std::size_t length, std::uint32_t lines) {
        const std::string_view text = m_buffer.view(length);  // what lies behind is the next piece: it must stay
        ParsedLog parsed = readDecisionLog(text, true, file.shownPath, m_reader.pool, m_reader.stop);
        std::vector<Decision>& decisions = m_result.sources.decisions;
        if (decisions.empty() && lines == 0) {
            decisions = std::move(parsed.decisions);
        } else {
            for (Decision& decision : parsed.decisions)
                decision.line += decision.line > 0 ? lines : 0;
            std::move(parsed.decisions.begin(), parsed.decisions.end(), std::back_inserter(decisions));
        }
        m_problems.take(std::move(parsed.problems), parsed.problemCount, lines);
        m_result.recordsSkipped += parsed.recordsSkipped;
        m_result.sources.recordsSkipped += parsed.recordsSkipped;
        if (parsed.otherLines == 0) return;
        m_mixedLog = &file;
        m_result.mixedLog = file.shownPath;
        m_result.otherLines += parsed.otherLines;
    }

    // The decisions went to the program's standard output: the other lines are its output.
    void readTextBesideDecisions(const FoundFile& file) {
        const std::optional<InputFile> opened = open(file);
        if (!opened) return;
        Result<TextOutput> text = readTextOutput(*opened, file.shownPath, m_buffer, kMaxTextOutput, m_reader.stop);
        if (text.cancelled()) return;
        if (!text) return problem(ProblemKind::unreadableFile, file.shownPath, text.errorMessage());
        text.value().text = withoutDecisionLines(text.value().text);
        if (!looksLikeHumanLog(text.value().text)) m_result.sources.outputs.push_back(std::move(text).value());
    }

    void readHuman(const FoundFile& file) {
        source(file, RunSources::Of::allProcesses);
        const std::optional<InputFile> opened = open(file);
        if (!opened) return;
        Result<std::string_view> text = readUpTo(*opened, m_reader.limits.humanLog, m_buffer, m_reader.stop);
        if (text.cancelled()) return;
        if (!text) return problem(ProblemKind::unreadableFile, file.shownPath, text.errorMessage());
        if (opened->size() > m_reader.limits.humanLog) {
            problem(ProblemKind::limitReached, file.shownPath, "only the first part of this log is read");
        }
        if (m_files.logs.empty()) m_content.add(text.value());
        ParsedHumanLog parsed = readHumanLog(text.value(), file.shownPath, m_reader.pool, m_reader.stop);
        m_problems.take(std::move(parsed.problems), parsed.problemCount);
        m_result.recordsSkipped += parsed.recordsSkipped;
        finished(file, text.value().size());
        m_result.sources.humanLogs.push_back({file.shownPath, std::move(parsed)});
    }

    void readDatabase(const DatabaseFiles& files) {
        const FoundFile& file = files.database;
        const bool standsForRun = m_files.logs.empty() && m_files.humanLogs.empty();
        source(file, RunSources::Of::database);
        m_result.sources.sources.back().database = file.shownPath;
        if (!files.shownWalPath.empty()) {
            m_result.sources.sources.push_back({files.shownWalPath, RunSources::Of::database, file.shownPath});
        }
        std::shared_ptr<const SharedDatabases::Content> read =
            files.shared ? m_reader.shared.get(files, m_reader.pool, m_reader.stop)
                         : std::make_shared<const SharedDatabases::Content>(
                               readEnvironmentDatabase(file.realPath, files.walPath, m_reader.pool, m_reader.stop));
        if (read->cancelled()) return;
        if (!*read) return lostDatabase(file, withoutPath(read->errorMessage(), file), standsForRun);
        const std::string& foreign = read->value().foreign;
        if (!foreign.empty()) {
            // Somebody else's database in a folder is no problem; one that was given or lies beside a log is.
            if (!standsForRun || file.namedByUser) problem(ProblemKind::notDecisionData, file.shownPath, foreign);
            return;
        }
        if (standsForRun) {
            hashFile(file.realPath, file.shownPath);
            if (!files.walPath.empty()) hashFile(files.walPath, files.shownWalPath);  // holds the newest rows
        }
        takeDatabase(files, std::shared_ptr<const EnvironmentDatabase>(read, &read->value()), standsForRun);
    }

    void takeDatabase(const DatabaseFiles& files, const std::shared_ptr<const EnvironmentDatabase>& content,
                      bool standsForRun) {
        std::vector<Problem> problems = content->problems;
        for (Problem& kept : problems)
            kept.path = files.database.shownPath;
        m_problems.take(std::move(problems), content->problemCount);
        m_result.recordsSkipped += content->rowsSkipped;
        if (standsForRun && content->choices.empty()) tellNoChoices(files, *content);
        m_result.sources.databases.push_back({files.database.shownPath, content, files.shared});
        finished(files.database, files.database.size);
    }

    void lostDatabase(const FoundFile& file, std::string reason, bool standsForRun) {
        if (standsForRun) reason += "; without it this run has no decisions and is left out";
        problem(ProblemKind::unreadableFile, file.shownPath, std::move(reason));
    }

    // The message of a reader that names the file by the path it was opened with.
    static std::string withoutPath(const std::string& message, const FoundFile& file) {
        const std::string prefix = shownText(file.realPath) + ": ";
        return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    }

    // Rows that are not checkpointed yet lie in the -wal, and copying the .db alone leaves them behind.
    void tellNoChoices(const DatabaseFiles& files, const EnvironmentDatabase& content) {
        const FoundFile& file = files.database;
        std::string message = "an environment database without autotune decisions";
        const bool mayMissRows = files.walPath.empty() && isInWalMode(file.realPath);
        if (mayMissRows) message += "; they may be in its -wal file, which is not here";
        if (!content.records.empty()) message += "; its records of sessions alone make no run";
        if (file.namedByUser || mayMissRows || !content.records.empty()) {
            problem(ProblemKind::notDecisionData, file.shownPath, std::move(message));
        } else {
            m_result.notes.push_back({NoteKind::information, file.shownPath, std::move(message)});
        }
    }

    void hashFile(const std::string& realPath, const std::string& shownPath) {
        const std::optional<InputFile> opened = open(realPath, shownPath);
        if (!opened) return;
        char* bytes = m_buffer.resize(m_reader.limits.logPiece);
        for (std::uint64_t at = 0; !stopped();) {
            const Result<std::size_t> got = opened->readAt(at, bytes, m_reader.limits.logPiece, m_reader.stop);
            if (!got || got.value() == 0) break;
            m_content.add({bytes, got.value()});
            at += got.value();
        }
    }

    void readStatus(const FoundFile& file) {
        const std::optional<InputFile> opened = open(file);
        if (!opened) return;
        Result<std::string_view> text = readUpTo(*opened, std::size_t{64} << 10, m_buffer, m_reader.stop);
        if (text.cancelled()) return;
        if (!text) return problem(ProblemKind::unreadableFile, file.shownPath, text.errorMessage());
        const std::optional<int> status = exitStatusIn(text.value());
        const bool isOnlyStatus = isStatusFileName(file.name);  // others are outputs too, and need not hold one
        if (!status && isOnlyStatus) problem(ProblemKind::damagedRecord, file.shownPath, whyNoStatus(text.value()));
        if (!status) return;
        std::optional<int>& known = m_result.sources.exitStatus;
        const bool isBetter = !m_result.sources.isStatusMeasured && isRunRecord(text.value());
        if (known && *known != *status) {
            const auto [left, used] = isBetter ? std::pair(*known, *status) : std::pair(*status, *known);
            problem(ProblemKind::damagedRecord, file.shownPath,
                    "exit status " + std::to_string(left) + " was not used: " +
                        (isBetter ? "the record" : "another file") + " of this run says " + std::to_string(used));
        }
        if (!known || isBetter) known = status;
        m_result.sources.isStatusMeasured = m_result.sources.isStatusMeasured || isBetter;
        if (isOnlyStatus) source(file, RunSources::Of::lastProcess);
    }

    void readText(const FoundFile& file) {
        const std::optional<InputFile> opened = open(file);
        if (!opened) return;
        Result<TextOutput> text = readTextOutput(*opened, file.shownPath, m_buffer, kMaxTextOutput, m_reader.stop);
        if (text.cancelled()) return;
        if (!text) return problem(ProblemKind::unreadableFile, file.shownPath, text.errorMessage());
        source(file, RunSources::Of::lastProcess);
        finished(file, std::min<std::uint64_t>(file.size, kMaxTextOutput));
        noteNulBytes(file, text.value().text);
        m_result.sources.outputs.push_back(std::move(text).value());
    }

    void noteNulBytes(const FoundFile& file, const std::string& text) {
        const auto count = std::count(text.begin(), text.end(), '\0');
        if (count == 0) return;
        std::string message = "holds NUL bytes (" + std::to_string(count) + "), as a hole leaves them: read as text";
        m_result.notes.push_back({NoteKind::information, file.shownPath, std::move(message)});
    }

    const RunReader& m_reader;
    const RunFiles& m_files;
    ReadBuffer& m_buffer;
    RunReading m_result;
    ProblemList m_problems;
    ContentHash m_content;
    const FoundFile* m_mixedLog = nullptr;  // a log with other text between its lines
};

}  // namespace

std::shared_ptr<const SharedDatabases::Content> SharedDatabases::get(const DatabaseFiles& files, InternPool& pool,
                                                                     const std::stop_token& stop) {
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<Entry>& known = m_entries[{files.database.realPath, files.walPath}];
        if (known == nullptr) known = std::make_shared<Entry>();
        entry = known;
    }
    std::call_once(entry->once, [&] {
        entry->content = std::make_shared<const Content>(
            readEnvironmentDatabase(files.database.realPath, files.walPath, pool, stop));
    });
    return entry->content;
}

RunReading RunReader::read(const RunFiles& files, std::size_t texts, ReadBuffer& buffer) const {
    return Reading(*this, files, buffer).read(texts);
}

}  // namespace flipscope
