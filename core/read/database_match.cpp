#include "core/read/database_match.h"

#include "core/read/key_matcher.h"
#include "core/read/measurement_match.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace flipscope {

namespace {

// A record with its key as the log knows it; null: the log has no such key.
struct SessionRecord {
    std::optional<KeyIndex> key;
    CandidateIndex winner;
};
using Records = std::vector<SessionRecord>;

struct Agreement {
    bool sameKeys = false;
    std::size_t agree = 0, disagree = 0;
    std::vector<std::pair<std::size_t, CandidateIndex>> pairs;  // position of a decision, winner of the record
};

std::vector<Decision> allDecisions(const std::vector<Run>& processes) {
    std::vector<Decision> all;  // keys are all that is looked at
    for (const Run& process : processes) {
        for (const Decision& decision : process.decisions)
            all.emplace_back().key = decision.key;
    }
    return all;
}

std::map<std::uint64_t, Records> recordsBySession(const EnvironmentDatabase& database, KeyMatcher& keys) {
    std::map<std::uint64_t, Records> sessions;
    for (const DatabaseSession& session : database.sessions)
        sessions[session.id];
    for (const DatabaseRecord& record : database.records) {
        if (!record.dryRun) sessions[record.session].push_back({keys.inLog(record.key), record.winner});
    }
    return sessions;
}

// What the process decided as far as it is known: the row it filled, else the log's winner when that is proved.
std::optional<CandidateIndex> knownWinner(const Decision& decision) {
    return decision.databaseWinner ? decision.databaseWinner : decision.usedWinner;
}

// The decisions of one process by key, so that records find theirs without a search. Keeps a reference.
class DecisionsByKey {
public:
    explicit DecisionsByKey(const std::vector<Decision>& decisions) : m_decisions(decisions), m_open(decisions.size()) {
        for (std::size_t i = 0; i < decisions.size(); ++i)
            m_places[decisions[i].key].positions.push_back(i);
    }

    [[nodiscard]] const std::vector<std::size_t>& positionsOf(KeyIndex key) const {
        static const std::vector<std::size_t> none;
        const auto found = m_places.find(key);
        return found != m_places.end() ? found->second.positions : none;
    }

    enum class Until : std::uint8_t { end, otherKey, disagreement };  // where comparing may stop

    // Each record takes the first of its key's decisions that it fits and that no other record took, else the first one
    // left. What comes behind the place where it stopped is not counted.
    [[nodiscard]] Agreement compare(const Records& records, Until until) {
        m_open.assign(m_decisions.size(), true);
        for (auto& [key, place] : m_places)
            place.firstOpen = 0;
        Agreement result;
        result.sameKeys = records.size() == m_decisions.size();
        for (const SessionRecord& record : records) {
            if (!pair(record, result)) result.sameKeys = false;
            if (until == Until::otherKey && !result.sameKeys) break;
            if (until == Until::disagreement && result.disagree > 0) break;
        }
        return result;
    }

private:
    struct Place {
        std::vector<std::size_t> positions;
        std::size_t firstOpen = 0;  // in positions
    };

    bool pair(const SessionRecord& record, Agreement& result) {
        const auto found = record.key ? m_places.find(*record.key) : m_places.end();
        if (found == m_places.end()) return false;
        Place& place = found->second;
        const std::vector<std::size_t>& positions = place.positions;
        while (place.firstOpen < positions.size() && !m_open[positions[place.firstOpen]])
            ++place.firstOpen;
        if (place.firstOpen == positions.size()) return false;
        std::size_t at = place.firstOpen;
        while (at < positions.size() && !(m_open[positions[at]] && fits(positions[at], record.winner)))
            ++at;
        const bool agrees = at < positions.size();
        if (!agrees) at = place.firstOpen;
        ++(agrees ? result.agree : result.disagree);
        m_open[positions[at]] = false;
        result.pairs.emplace_back(positions[at], record.winner);
        return true;
    }

    [[nodiscard]] bool fits(std::size_t position, CandidateIndex winner) const {
        const std::optional<CandidateIndex> known = knownWinner(m_decisions[position]);
        return !known || *known == winner;
    }

    const std::vector<Decision>& m_decisions;
    std::unordered_map<KeyIndex, Place> m_places;
    std::vector<bool> m_open;  // by position: no record took it yet
};

using Until = DecisionsByKey::Until;

class Matching {
public:
    Matching(std::vector<Run>& processes, const EnvironmentDatabase& database, const InternPool& pool)
        : m_processes(processes), m_database(database), m_pool(pool), m_keys(allDecisions(processes), pool) {
        m_result.processes.resize(processes.size());
        m_chosen.resize(processes.size());
        for (const Run& process : processes) {
            m_byKey.emplace_back(process.decisions);
            m_told.emplace_back(process.decisions.size());
        }
    }

    DatabaseMatch match(const std::string& path) {
        takeRows();
        m_records = recordsBySession(m_database, m_keys);
        for (const Run& process : m_processes)
            m_known.push_back(knownOf(process));
        // Later processes first: of equal ones, the one that wrote last is the one whose session is the latest. Before
        // all, those whose own times are in its rows: others may have chosen alike.
        choose([&](auto process, auto& records) {
            return isExact(process, records) && holdsFilledRows(process, records);
        });
        choose([&](std::size_t process, const Records& records) { return isExact(process, records); });
        choose([&](std::size_t process, const Records& records) { return holdsFilledRows(process, records); });
        for (std::size_t i = 0; i < m_processes.size(); ++i) {
            takeRecords(i);
            noteContradictions(i, path);
        }
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            conclude(i, path);
        for (const DatabaseChoice& choice : m_database.choices)
            compareRowWrittenLater(choice, path);
        countOthers();
        return std::move(m_result);
    }

private:
    void takeRows() {
        for (const DatabaseChoice& choice : m_database.choices) {
            const std::optional<KeyIndex> key = m_keys.inLog(choice.key);
            if (!key) {
                m_otherKeys.insert(choice.key);
                continue;
            }
            if (!choice.decision) continue;
            for (std::size_t i = 0; i < m_processes.size(); ++i)
                takeRow(i, *key, choice);
        }
        m_result.otherKeys = m_otherKeys.size();
    }

    void takeRow(std::size_t process, KeyIndex key, const DatabaseChoice& choice) {
        for (const std::size_t position : m_byKey[process].positionsOf(key)) {
            Decision& decision = m_processes[process].decisions[position];
            if (!sameMeasurements(decision, *choice.decision)) continue;
            decision.databaseWinner = choice.winner;
            m_told[process][position] = true;
            noteOrigin(m_result.processes[process], choice);
        }
    }

    static void noteOrigin(ProcessMatch& match, const DatabaseChoice& choice) {
        if (match.device.find(choice.device) == std::string::npos) {
            match.device += (match.device.empty() ? "" : ", ") + choice.device;
        }
        match.producerVersion = choice.producerVersion;
    }

    template <class Accept>
    void choose(Accept accept) {
        for (std::size_t i = m_processes.size(); i-- > 0;) {
            if (m_chosen[i]) continue;
            for (auto session = m_records.rbegin(); session != m_records.rend(); ++session) {
                if (session->second.empty() || m_taken.count(session->first) != 0) continue;
                if (!accept(i, session->second)) continue;
                m_chosen[i] = session->first;
                m_taken.insert(session->first);
                break;
            }
        }
    }

    struct Known {
        std::size_t winners = 0, filled = 0;  // decisions whose winner is known; those that filled a row
    };

    static Known knownOf(const Run& process) {
        Known known;
        for (const Decision& decision : process.decisions) {
            known.winners += knownWinner(decision) ? 1U : 0U;
            known.filled += decision.databaseWinner ? 1U : 0U;
        }
        return known;
    }

    bool isExact(std::size_t process, const Records& records) {
        if (m_known[process].winners == 0 || records.size() != m_processes[process].decisions.size()) return false;
        const Agreement with = m_byKey[process].compare(records, Until::disagreement);
        return with.sameKeys && with.disagree == 0;
    }

    bool holdsFilledRows(std::size_t process, const Records& records) {
        const std::vector<Decision>& decisions = m_processes[process].decisions;
        const std::size_t filled = m_known[process].filled;
        if (filled == 0 || filled * 2 < decisions.size()) return false;
        const Agreement with = m_byKey[process].compare(records, Until::disagreement);
        std::size_t same = 0;
        for (const auto& [position, winner] : with.pairs)
            same += decisions[position].databaseWinner == winner ? 1U : 0U;
        return same == filled && with.disagree == 0;
    }

    static bool nearlyAgrees(const Agreement& with) {
        const std::size_t few = std::max<std::size_t>(1, with.pairs.size() / 10);
        return with.agree > with.disagree && with.disagree > 0 && with.disagree <= few;
    }

    // The only session with the process's keys contradicts what the log proves: said, never believed.
    void noteContradictions(std::size_t process, const std::string& path) {
        if (m_chosen[process]) return;
        std::optional<Agreement> only;
        for (const auto& [id, records] : m_records) {
            if (records.size() != m_processes[process].decisions.size() || m_taken.count(id) != 0) continue;
            Agreement with = m_byKey[process].compare(records, Until::otherKey);
            if (!with.sameKeys) continue;
            if (only) return;
            only = std::move(with);
        }
        if (!only || !nearlyAgrees(*only)) return;
        for (const auto& [position, winner] : only->pairs) {
            const Decision& decision = m_processes[process].decisions[position];
            const bool proved = decision.usedWinner && decision.loggedWinner && !decision.databaseWinner;
            if (!proved || *decision.usedWinner == winner) continue;
            m_result.disagreements.push_back({decision.key, decision.set, *decision.loggedWinner, winner,
                                              "the database", path, decision.line, process});
        }
    }

    void takeRecords(std::size_t process) {
        if (!m_chosen[process]) return;
        const auto session = std::find_if(m_database.sessions.begin(), m_database.sessions.end(),
                                          [&](const auto& known) { return known.id == *m_chosen[process]; });
        if (session != m_database.sessions.end()) m_result.processes[process].session = *session;
        const Agreement with = m_byKey[process].compare(m_records.at(*m_chosen[process]), Until::end);
        for (const auto& [position, winner] : with.pairs) {
            Decision& decision = m_processes[process].decisions[position];
            if (!decision.databaseWinner) decision.databaseWinner = winner;
            m_told[process][position] = true;
        }
    }

    void conclude(std::size_t process, const std::string& path) {
        ProcessMatch& match = m_result.processes[process];
        for (std::size_t position = 0; position < m_told[process].size(); ++position) {
            Decision& decision = m_processes[process].decisions[position];
            if (!m_told[process][position]) continue;
            ++match.decisionsFound;
            if (decision.usedWinner == decision.databaseWinner && decision.source == WinnerSource::database) continue;
            decision.usedWinner = decision.databaseWinner;
            decision.source = WinnerSource::database;
            if (!decision.loggedWinner || *decision.loggedWinner == *decision.databaseWinner) continue;
            m_result.disagreements.push_back({decision.key, decision.set, *decision.loggedWinner,
                                              *decision.databaseWinner, "the database", path, decision.line, process});
        }
    }

    // Of several processes the last one that tuned the key is named.
    void compareRowWrittenLater(const DatabaseChoice& choice, const std::string& path) {
        const std::optional<KeyIndex> key = m_keys.inLog(choice.key);
        if (!key || choice.decision) return;
        std::optional<WinnerDisagreement> found;
        for (std::size_t i = 0; i < m_processes.size(); ++i) {
            for (const std::size_t position : m_byKey[i].positionsOf(*key)) {
                const Decision& decision = m_processes[i].decisions[position];
                const std::optional<CandidateIndex> own =
                    decision.usedWinner ? decision.usedWinner : decision.loggedWinner;
                if (own == choice.winner) return;
                if (!own || (!choice.checksum.empty() && choice.checksum != m_pool.checksumOf(decision.set))) continue;
                found = {*key, decision.set,  *own, choice.winner, "a row without measurements of the database",
                         path, decision.line, i};
                found->consequence = "; this run did not write that row: its own choice is used";
            }
        }
        if (found) m_result.writtenLater.push_back(std::move(*found));
    }

    void countOthers() {
        for (const auto& [id, records] : m_records) {
            if (m_taken.count(id) != 0) continue;
            ++m_result.otherSessions;
            m_result.otherSessionDecisions += records.size();
        }
    }

    std::vector<Run>& m_processes;
    const EnvironmentDatabase& m_database;
    const InternPool& m_pool;
    KeyMatcher m_keys;
    std::vector<DecisionsByKey> m_byKey;    // by process
    std::vector<std::vector<bool>> m_told;  // by process and position: this database tells its winner
    std::vector<Known> m_known;             // by process
    std::map<std::uint64_t, Records> m_records;
    std::vector<std::optional<std::uint64_t>> m_chosen;  // session of each process
    std::unordered_set<std::uint64_t> m_taken;
    std::unordered_set<KeyIndex> m_otherKeys;
    DatabaseMatch m_result;
};

}  // namespace

DatabaseMatch matchDatabase(std::vector<Run>& processes, const EnvironmentDatabase& database, const std::string& path,
                            const InternPool& pool) {
    return Matching(processes, database, pool).match(path);
}

bool oneSessionCovers(const std::vector<Decision>& decisions, const EnvironmentDatabase& database,
                      const InternPool& pool) {
    KeyMatcher keys(decisions, pool);
    DecisionsByKey byKey(decisions);
    const std::map<std::uint64_t, Records> sessions = recordsBySession(database, keys);
    return std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
        if (session.second.size() != decisions.size()) return false;
        const Agreement with = byKey.compare(session.second, Until::disagreement);
        return with.sameKeys && with.disagree == 0;
    });
}

}  // namespace flipscope
