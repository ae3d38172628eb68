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
    std::vector<std::pair<Decision*, CandidateIndex>> pairs;  // decision and what the session's record says
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

Agreement compare(std::vector<Decision>& decisions, const Records& records) {
    std::unordered_map<KeyIndex, std::vector<Decision*>> open;
    for (Decision& decision : decisions)
        open[decision.key].push_back(&decision);
    Agreement result;
    result.sameKeys = records.size() == decisions.size();
    for (const SessionRecord& record : records) {
        const auto found = record.key ? open.find(*record.key) : open.end();
        if (found == open.end() || found->second.empty()) {
            result.sameKeys = false;
            continue;
        }
        std::vector<Decision*>& left = found->second;
        const auto fits = [&](const Decision* decision) {
            const std::optional<CandidateIndex> known = knownWinner(*decision);
            return !known || *known == record.winner;
        };
        auto at = std::find_if(left.begin(), left.end(), fits);
        const bool agrees = at != left.end();
        if (!agrees) at = left.begin();
        ++(agrees ? result.agree : result.disagree);
        result.pairs.emplace_back(*at, record.winner);
        left.erase(at);
    }
    return result;
}

class Matching {
public:
    Matching(std::vector<Run>& processes, const EnvironmentDatabase& database, const InternPool& pool)
        : m_processes(processes), m_database(database), m_keys(allDecisions(processes), pool) {
        m_result.processes.resize(processes.size());
        m_chosen.resize(processes.size());
    }

    DatabaseMatch match(const std::string& path) {
        takeRows();
        m_records = recordsBySession(m_database, m_keys);
        // Later processes first: of equal ones, the one that wrote last is the one whose session is the latest.
        choose([&](Run& process, const Agreement& with) { return isExact(process, with); });
        choose([&](Run& process, const Agreement& with) { return holdsFilledRows(process, with); });
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            takeRecords(i);
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            noteContradictions(i, path);
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            conclude(i, path);
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
        for (Decision& decision : m_processes[process].decisions) {
            if (decision.key != key || !sameMeasurements(decision, *choice.decision)) continue;
            decision.databaseWinner = choice.winner;
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
                if (!accept(m_processes[i], compare(m_processes[i].decisions, session->second))) continue;
                m_chosen[i] = session->first;
                m_taken.insert(session->first);
                break;
            }
        }
    }

    static bool isExact(const Run& process, const Agreement& with) {
        const bool proved = std::any_of(process.decisions.begin(), process.decisions.end(),
                                        [](const Decision& decision) { return knownWinner(decision).has_value(); });
        return with.sameKeys && with.disagree == 0 && proved;
    }

    static bool holdsFilledRows(const Run& process, const Agreement& with) {
        std::size_t filled = 0;
        for (const Decision& decision : process.decisions)
            filled += decision.databaseWinner ? 1U : 0U;
        std::size_t same = 0;
        for (const auto& [decision, winner] : with.pairs)
            same += decision->databaseWinner == winner ? 1U : 0U;
        return filled * 2 >= process.decisions.size() && filled > 0 && same == filled && with.disagree == 0;
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
            Agreement with = compare(m_processes[process].decisions, records);
            if (!with.sameKeys) continue;
            if (only) return;
            only = std::move(with);
        }
        if (!only || !nearlyAgrees(*only)) return;
        for (const auto& [decision, winner] : only->pairs) {
            const bool proved = decision->usedWinner && decision->loggedWinner && !decision->databaseWinner;
            if (!proved || *decision->usedWinner == winner) continue;
            m_result.disagreements.push_back(
                {decision->key, decision->set, *decision->loggedWinner, winner, "the database", path, decision->line});
        }
    }

    void takeRecords(std::size_t process) {
        if (!m_chosen[process]) return;
        const auto session = std::find_if(m_database.sessions.begin(), m_database.sessions.end(),
                                          [&](const auto& known) { return known.id == *m_chosen[process]; });
        if (session != m_database.sessions.end()) m_result.processes[process].session = *session;
        const Agreement with = compare(m_processes[process].decisions, m_records.at(*m_chosen[process]));
        for (const auto& [decision, winner] : with.pairs) {
            if (!decision->databaseWinner) decision->databaseWinner = winner;
        }
    }

    void conclude(std::size_t process, const std::string& path) {
        ProcessMatch& match = m_result.processes[process];
        for (Decision& decision : m_processes[process].decisions) {
            if (!decision.databaseWinner) continue;
            ++match.decisionsFound;
            decision.usedWinner = decision.databaseWinner;
            decision.source = WinnerSource::database;
            if (!decision.loggedWinner || *decision.loggedWinner == *decision.databaseWinner) continue;
            m_result.disagreements.push_back({decision.key, decision.set, *decision.loggedWinner,
                                              *decision.databaseWinner, "the database", path, decision.line});
        }
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
    KeyMatcher m_keys;
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
    std::vector<Decision> copy = decisions;
    const std::map<std::uint64_t, Records> sessions = recordsBySession(database, keys);
    return std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
        if (session.second.size() != copy.size()) return false;
        const Agreement with = compare(copy, session.second);
        return with.sameKeys && with.disagree == 0;
    });
}

}  // namespace flipscope
