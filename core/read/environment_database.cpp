#include "core/read/environment_database.h"

#include "core/read/cbor_json.h"
#include "core/read/database_rows.h"
#include "core/read/database_snapshot.h"
#include "core/read/decision_log.h"
#include "core/read/problem_list.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <thread>
#include <utility>

namespace flipscope {
namespace {

constexpr int kMostAttempts = 3;  // at a database that is being written
constexpr std::chrono::milliseconds kBetweenAttempts{50};
constexpr std::size_t kMostTablesNamed = 20;

using Step = SqliteQuery::Step;

// Reads one consistent (or not) state of the database.
class EnvironmentReader {
public:
    EnvironmentReader(const DatabaseSnapshot& snapshot, const std::string& path, bool hasWal, InternPool& pool,
                      const std::stop_token& stop)
        : m_database(snapshot.database()), m_path(path), m_hasWal(hasWal), m_pool(pool), m_stop(stop) {
        m_problems.path = path;
        tellWal(snapshot.walCondition());
        if (snapshot.isBesideJournal()) {
            m_problems.add(ProblemKind::unreadableFile, 0,
                           "a rollback journal lies beside it: an interrupted write is not replayed");
        }
    }

    Result<EnvironmentDatabase> read();

private:
    // Null when the row was used, else why not.
    using Handler = std::function<std::optional<std::string>(const RawRow&)>;

    void tellWal(WalCondition condition);
    [[nodiscard]] Result<std::string> findTable();
    [[nodiscard]] static std::string describeTables(const std::vector<std::string>& names);
    [[nodiscard]] std::string describeNoTables() const;
    void scan(const std::string& table, const std::string& condition, const Handler& handler);
    void scanAll(const std::string& table);
    void readDecisions();
    void linkChoices();
    void linkRecords();
    [[nodiscard]] CandidateSetIndex setFor(const std::string& checksum);
    [[nodiscard]] bool refuse(std::uint32_t winner, CandidateSetIndex set, const char* what,
                              const std::string& keyJson);

    const SqliteDatabase& m_database;
    const std::string& m_path;
    bool m_hasWal;
    InternPool& m_pool;
    const std::stop_token& m_stop;
    EnvironmentDatabase m_result;
    ProblemList m_problems;
    std::vector<RawChoice> m_choices;
    std::vector<RawRecord> m_records;
    std::vector<std::optional<Decision>> m_decisions;           // one a choice
    std::map<std::string, std::vector<std::string>> m_planned;  // names by checksum
    std::map<std::string, CandidateSetIndex> m_sets;            // by checksum
};

void EnvironmentReader::tellWal(WalCondition condition) {
    switch (condition) {
        case WalCondition::sound:
            break;
        case WalCondition::torn:
            m_problems.add(ProblemKind::tornLastLine, 0,
                           "the -wal file ends in the middle of a page: what was written last is missing");
            break;
        case WalCondition::unusable:
            m_problems.add(ProblemKind::unreadableFile, 0,
                           "the -wal file is damaged from its beginning on, or is none: nothing of it can be read, and "
                           "what was written last may be missing");
            break;
        case WalCondition::damaged:
            m_problems.add(ProblemKind::unreadableFile, 0,
                           "the -wal file is damaged: what was written to it behind the damage may be missing");
            break;
    }
}

std::string EnvironmentReader::describeNoTables() const {
    return std::string("an SQLite database without tables; what was written to it ") +
           (m_hasWal ? "is not in its -wal file, which may be cut off" : "may be in a -wal file, which is not here");
}

std::string EnvironmentReader::describeTables(const std::vector<std::string>& names) {
    std::string text = "an SQLite database, but not an environment database of cubecl: it has the tables ";
    for (std::size_t i = 0; i < names.size() && i < kMostTablesNamed; ++i)
        text += (i > 0 ? ", " : "") + shownText(names[i]);
    return names.size() > kMostTablesNamed ? text + " …" : text;
}

// Name of the table that holds the rows: it changed with the version of the schema. Empty: another program's database.
Result<std::string> EnvironmentReader::findTable() {
    std::vector<std::string> names;
    SqliteQuery tables(m_database,
                       "SELECT name FROM sqlite_master WHERE type='table' AND rootpage>0 ORDER BY name LIMIT 1000");
    Step step = tables.step();
    for (; step == Step::row; step = tables.step())
        names.emplace_back(tables.bytes(0));
    if (step == Step::failed) {
        return Error{m_path + ": no SQLite database, or a damaged or incomplete one: " + m_database.lastError()};
    }
    if (names.empty()) return Error{m_path + ": " + describeNoTables()};
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    const bool hasRows = has("entries") || has("cache_entries");
    SqliteQuery meta(m_database, "SELECT v FROM meta WHERE k='schema_version'");
    const bool hasVersion = has("meta") && meta.step() == Step::row;
    const std::string version = hasVersion ? std::string(meta.bytes(0)) : std::string();
    if (!hasRows && !hasVersion) {
        m_result.foreign = describeTables(names);
        return std::string();
    }
    if (!hasRows || !has("meta")) return Error{m_path + ": " + describeTables(names)};
    if (version == "3" && has("entries")) return std::string("entries");
    if (version == "4" && has("cache_entries")) return std::string("cache_entries");
    return Error{m_path + ": an environment database of schema version \"" + shownText(version) +
                 "\"; versions 3 (table entries) and 4 (table cache_entries) can be read"};
}

void EnvironmentReader::scan(const std::string& table, const std::string& condition, const Handler& handler) {
    const std::string limit = std::to_string(kMaxCborBytes);
    // length() of a blob does not load it.
    SqliteQuery query(m_database, "SELECT namespace, key, CASE WHEN length(value) <= " + limit +
                                      " THEN value END FROM " + table + " WHERE " + condition +
                                      " ORDER BY namespace, key");
    std::uint64_t row = 0;
    Step step = query.step();
    for (; step == Step::row && !m_stop.stop_requested(); step = query.step()) {
        ++row;
        std::optional<std::string> refused = "its value is too long or neither text nor blob";
        if (query.isTextOrBlob(1) && query.isTextOrBlob(2)) {
            refused = handler({query.bytes(0), query.bytes(1), query.bytes(2)});
        }
        if (!refused) continue;
        ++m_result.rowsSkipped;
        m_problems.add(ProblemKind::damagedRecord, 0,
                       "row " + std::to_string(row) + " of " + shownText(query.bytes(0)) + ": " + *refused);
    }
    if (step == Step::failed && !m_stop.stop_requested()) {
        m_problems.add(ProblemKind::damagedRecord, 0,
                       "rows behind the " + std::to_string(row) + " read where " + condition +
                           " are missing: " + m_database.lastError());
    }
}

void EnvironmentReader::scanAll(const std::string& table) {
    std::string reason;
    scan(table, "namespace >= 'autotune/' AND namespace < 'autotune0'", [&](const RawRow& row) {
        std::optional<RawChoice> choice = readChoiceRow(row, reason);
        if (choice) m_choices.push_back(std::move(*choice));
        return choice ? std::optional<std::string>() : reason;
    });
    scan(table, "namespace = 'records/v1/autotune'", [&](const RawRow& row) {
        std::optional<RawRecord> record = readRecordRow(row, reason);
        if (!record) return std::optional<std::string>(reason);
        if (!record->names.empty()) m_planned.try_emplace(record->checksum, std::exchange(record->names, {}));
        m_records.push_back(std::move(*record));
        return std::optional<std::string>();
    });
    scan(table, "namespace = 'records/v1/sessions'", [&](const RawRow& row) {
        std::optional<DatabaseSession> session = readSessionRow(row, reason);
        if (session) m_result.sessions.push_back(std::move(*session));
        return session ? std::optional<std::string>() : reason;
    });
}

// The results of all rows, read by the reader of decision logs: line i + 1 of the text is choice i.
void EnvironmentReader::readDecisions() {
    std::string text;
    for (RawChoice& choice : m_choices)
        text += std::exchange(choice.cacheLine, {}) + '\n';
    const std::size_t length = text.size();
    text.append(kReadPadding, ' ');
    ParsedLog parsed = readDecisionLog(std::string_view(text).substr(0, length), true, m_path, m_pool, m_stop);
    m_decisions.resize(m_choices.size());
    for (Decision& decision : parsed.decisions) {
        if (decision.line >= 1 && decision.line <= m_decisions.size()) {
            m_decisions[decision.line - 1] = std::move(decision);
        }
    }
    for (const Problem& problem : parsed.problems) {
        const bool known = problem.line >= 1 && problem.line <= m_choices.size();
        m_problems.add(
            problem.kind, 0,
            "results for " + (known ? m_choices[problem.line - 1].keyJson : "a row") + ": " + problem.message);
    }
    m_problems.count += parsed.problemCount - parsed.problems.size();
}

CandidateSetIndex EnvironmentReader::setFor(const std::string& checksum) {
    const auto known = m_sets.find(checksum);
    if (known != m_sets.end()) return known->second;
    std::vector<std::string_view> names;
    const auto planned = m_planned.find(checksum);
    if (planned != m_planned.end()) names.assign(planned->second.begin(), planned->second.end());
    const CandidateSetIndex set = m_pool.internSet(names);
    m_sets.emplace(checksum, set);
    return set;
}

// An index behind the end of a list that is known.
bool EnvironmentReader::refuse(std::uint32_t winner, CandidateSetIndex set, const char* what,
                               const std::string& keyJson) {
    const std::size_t size = m_pool.sizeOf(set);
    if (size == 0 || winner < size) return false;
    ++m_result.rowsSkipped;
    m_problems.add(ProblemKind::damagedRecord, 0,
                   std::string(what) + " names candidate " + std::to_string(winner) + " in a list of " +
                       std::to_string(size) + " candidates: skipped; its key is " + keyJson);
    return true;
}

void EnvironmentReader::linkChoices() {
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_decisions[i]) m_sets.try_emplace(m_choices[i].checksum, m_decisions[i]->set);
    }
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        RawChoice& raw = m_choices[i];
        const CandidateSetIndex set = m_decisions[i] ? m_decisions[i]->set : setFor(raw.checksum);
        if (refuse(raw.winner, set, "a row", raw.keyJson)) continue;
        DatabaseChoice& choice = m_result.choices.emplace_back();
        choice.decision = std::move(m_decisions[i]);
        choice.key = m_pool.internKey(raw.keyJson, set, raw.place.tuner);
        choice.checksum = std::move(raw.checksum);
        choice.device = std::move(raw.place.device);
        choice.producerVersion = std::move(raw.place.version);
        choice.winner = {raw.winner};
        if (!choice.decision) continue;
        choice.decision->key = choice.key;
        choice.decision->line = 0;
        choice.decision->loggedWinner.reset();
        choice.decision->databaseWinner = choice.decision->usedWinner = choice.winner;
        choice.decision->source = WinnerSource::database;
    }
}

void EnvironmentReader::linkRecords() {
    std::map<std::uint64_t, std::size_t> decisions;
    for (RawRecord& raw : m_records) {
        const CandidateSetIndex set = setFor(raw.checksum);
        if (refuse(raw.winner, set, "a record", raw.keyJson)) continue;
        DatabaseRecord& record = m_result.records.emplace_back();
        record.session = raw.session;
        record.key = m_pool.internKey(raw.keyJson, set, raw.place.tuner);
        record.checksum = std::move(raw.checksum);
        record.winner = {raw.winner};
        record.dryRun = raw.dryRun;
        ++decisions[raw.session];
    }
    for (DatabaseSession& session : m_result.sessions)
        session.decisions = decisions[session.id];
}

Result<EnvironmentDatabase> EnvironmentReader::read() {
    const Result<std::string> table = findTable();
    if (!table) return m_stop.stop_requested() ? Result<EnvironmentDatabase>(Cancelled{}) : Error{table.errorMessage()};
    if (table.value().empty()) return std::move(m_result);
    scanAll(table.value());
    if (!m_stop.stop_requested()) readDecisions();
    if (m_stop.stop_requested()) return Cancelled{};
    linkChoices();
    linkRecords();
    m_result.problems = std::move(m_problems.kept);
    m_result.problemCount = m_problems.count;
    return std::move(m_result);
}

}  // namespace

Result<EnvironmentDatabase> readEnvironmentDatabase(const std::string& dbPath, const std::string& walPath,
                                                    InternPool& pool, const std::stop_token& stop) {
    const std::string shownPath = shownText(dbPath);
    for (int attempt = 1;; ++attempt) {
        const Result<DatabaseSnapshot> snapshot = DatabaseSnapshot::open(dbPath, walPath, stop);
        if (snapshot.cancelled()) return Cancelled{};
        if (!snapshot) return Error{snapshot.errorMessage()};
        EnvironmentReader reader(snapshot.value(), shownPath, !walPath.empty(), pool, stop);
        Result<EnvironmentDatabase> result = reader.read();
        if (result.cancelled() || snapshot.value().isConsistent()) return result;
        if (attempt == kMostAttempts) {
            if (!result) return result;
            ++result.value().problemCount;
            result.value().problems.insert(result.value().problems.begin(),
                                           {ProblemKind::unreadableFile, shownPath, 0,
                                            "a program wrote to the database each of " + std::to_string(kMostAttempts) +
                                                " times it was read: what was read may mix two states"});
            return result;
        }
        std::this_thread::sleep_for(kBetweenAttempts);
    }
}

}  // namespace flipscope
