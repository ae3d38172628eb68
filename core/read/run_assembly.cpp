#include "core/read/run_assembly.h"

#include "core/model/counted_text.h"
#include "core/read/human_check.h"
#include "core/read/process_split.h"
#include "core/read/run_environment.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace flipscope {

namespace {

class Assembly {
public:
    Assembly(RunSources sources, InternPool& pool) : m_sources(std::move(sources)), m_pool(pool) {}

    AssembledRuns assemble(bool splitByHand) {
        takeHumanDecisions();
        if (!m_sources.decisions.empty()) {
            separate(splitByHand);
            matchDatabases();
            checkHumanLogs();
        } else if (m_sources.hasLog || holdsValidated()) {
            addCachedRun();
        } else {
            addDatabaseRun();
        }
        if (!m_result.runs.empty()) finish();
        return std::move(m_result);
    }

private:
    void note(NoteKind kind, const std::string& path, std::string message) {
        m_result.notes.push_back({kind, path, std::move(message)});
    }

    // Without lines in a decision log the human log tells the decisions.
    void takeHumanDecisions() {
        if (!m_sources.decisions.empty()) return;
        for (RunSources::HumanLog& log : m_sources.humanLogs) {
            std::move(log.parsed.decisions.begin(), log.parsed.decisions.end(),
                      std::back_inserter(m_sources.decisions));
            log.parsed.decisions.clear();
            m_sources.recordsSkipped += log.parsed.recordsSkipped;
            m_fromHumanLog = true;
        }
        if (m_sources.decisions.empty()) m_fromHumanLog = false;
    }

    [[nodiscard]] bool holdsValidated() const {
        return std::any_of(m_sources.humanLogs.begin(), m_sources.humanLogs.end(),
                           [](const auto& log) { return !log.parsed.validated.empty(); });
    }

    void separate(bool splitByHand) {
        SplitPlan plan = planSplit(m_sources.decisions, m_sources.recordsSkipped);
        if ((isPerhaps(plan) || plan.starts.size() > 1) && isOneSession()) plan = {};
        if (isPerhaps(plan) && splitByHand) {
            plan = splitAtRepeats(m_sources.decisions);
            m_result.isSplitByHand = true;
        }
        for (std::size_t i = 0; i < plan.starts.size(); ++i) {
            const std::size_t end = i + 1 < plan.starts.size() ? plan.starts[i + 1] : m_sources.decisions.size();
            Run& run = m_result.runs.emplace_back();
            run.perhapsTwoProcesses = plan.perhaps[i];
            const auto begin = m_sources.decisions.begin();
            std::move(begin + static_cast<std::ptrdiff_t>(plan.starts[i]), begin + static_cast<std::ptrdiff_t>(end),
                      std::back_inserter(run.decisions));
        }
        m_sources.decisions.clear();
        noteSplit(plan);
    }

    static bool isPerhaps(const SplitPlan& plan) {
        return std::find(plan.perhaps.begin(), plan.perhaps.end(), true) != plan.perhaps.end();
    }

    static bool hasOneKeyOnly(const Run& run) {
        return std::all_of(run.decisions.begin(), run.decisions.end(),
                           [&](const Decision& decision) { return decision.key == run.decisions.front().key; });
    }

    [[nodiscard]] bool isOneSession() const {
        return std::any_of(m_sources.databases.begin(), m_sources.databases.end(), [&](const auto& database) {
            return oneSessionCovers(m_sources.decisions, *database.content, m_pool);
        });
    }

    void noteSplit(const SplitPlan& plan) {
        if (isPerhaps(plan)) {
            const bool oneKey = m_result.runs.size() == 1 && hasOneKeyOnly(m_result.runs.front());
            note(NoteKind::perhapsTwoProcesses, m_sources.path,
                 oneKey ? "one key comes again and again, and no other: perhaps several processes that tuned it once "
                          "each, perhaps several devices of one; kept as one run, can be split by hand"
                        : "some keys come again, but not all that came before and in their order, as a second process "
                          "would "
                          "log them: perhaps two processes; kept as one run, can be split by hand");
        }
        if (plan.starts.size() < 2) return;
        std::string lines;
        for (const Run& run : m_result.runs) {
            lines += (lines.empty() ? "" : ", ") + std::to_string(run.decisions.front().line);
        }
        std::string message = std::to_string(plan.starts.size()) +
                              " processes appended to this log; they begin at lines " + lines +
                              " and are separate runs";
        if (!m_sources.outputs.empty() || m_sources.exitStatus) {
            message += "; text output and exit status are taken to be the last one's";
        }
        note(NoteKind::splitLog, m_sources.path, std::move(message));
    }

    void matchDatabases() {
        for (const RunSources::Database& database : m_sources.databases) {
            DatabaseMatch match = matchDatabase(m_result.runs, *database.content, database.path, m_pool);
            std::size_t found = 0;
            for (std::size_t i = 0; i < m_result.runs.size(); ++i) {
                found += match.processes[i].decisionsFound;
                take(m_result.runs[i], match.processes[i]);
                if (match.processes[i].decisionsFound > 0 || match.processes[i].session) {
                    m_databasesOf[i].insert(database.path);
                }
            }
            std::move(match.disagreements.begin(), match.disagreements.end(),
                      std::back_inserter(m_result.disagreements));
            // A database that several runs share and none of whose choices is this run's says nothing about it.
            if (found > 0 || !database.shared) {
                std::move(match.writtenLater.begin(), match.writtenLater.end(),
                          std::back_inserter(m_result.disagreements));
            }
            noteOthers(database, match, found);
        }
    }

    void take(Run& run, const ProcessMatch& match) {
        if (match.session && !run.session) run.session = match.session;
        m_origins.resize(m_result.runs.size());
        Origin& origin = m_origins[static_cast<std::size_t>(&run - m_result.runs.data())];
        if (origin.device.empty()) origin.device = match.device;
        if (origin.version.empty()) origin.version = match.producerVersion;
    }

    void noteOthers(const RunSources::Database& database, const DatabaseMatch& match, std::size_t found) {
        if (found == 0 && !(database.content->choices.empty() && database.content->records.empty())) {
            note(NoteKind::otherSessions, database.path,
                 "nothing in this database can be shown to be this run's (" +
                     countedText(match.otherSessions, "session", "sessions") +
                     " with other keys, winners or times): the log decides");
            return;
        }
        if (match.otherSessions > 0 && !database.shared) {
            note(NoteKind::otherSessions, database.path,
                 "also holds " + countedText(match.otherSessions, "session", "sessions") + " of other processes (" +
                     countedText(match.otherSessionDecisions, "decision", "decisions") + "), not counted");
        }
        if (match.otherKeys > 0 && !database.shared) {
            note(NoteKind::cachedChoices, database.path,
                 "also holds choices for " + countedText(match.otherKeys, "key", "keys") +
                     " that this run did not tune; whether it used them is not known");
        }
    }

    void checkHumanLogs() {
        for (const RunSources::HumanLog& log : m_sources.humanLogs) {
            HumanCheck check = checkHumanLog(m_result.runs, log.parsed, log.path, m_fromHumanLog, m_pool);
            std::move(check.disagreements.begin(), check.disagreements.end(),
                      std::back_inserter(m_result.disagreements));
            if (check.ofOtherProcess) {
                note(NoteKind::information, log.path, "is of another process than the decision log: not used");
            }
            if (check.foundLater > 0) {
                const bool hasText = !m_sources.outputs.empty() || m_sources.exitStatus;
                note(hasText ? NoteKind::textOfOtherProcess : NoteKind::cachedChoices, log.path,
                     "a later process found its choices for " + countedText(check.foundLater, "key", "keys") +
                         " in a database and tuned none of them" +
                         (hasText ? "; text output and exit status may be that process's" : ""));
            }
            if (check.foundBefore > 0) {
                note(
                    NoteKind::cachedChoices, log.path,
                    "choices for " + countedText(check.foundBefore, "more key", "more keys") + " came from a database");
            }
        }
    }

    // Config found, nothing tuned: everything it used came from a cache that does not say what it was asked for.
    void addCachedRun() {
        Run& run = m_result.runs.emplace_back();
        if (m_sources.recordsSkipped > 0) {
            note(NoteKind::information, m_sources.path, "none of the records in this log could be read");
            return;
        }
        run.choicesUnknown = true;
        std::string message = "no decisions logged: the run took its choices from a cache, or tuned nothing";
        for (const RunSources::Database& database : m_sources.databases) {
            message += "; " + database.path + " holds " +
                       countedText(database.content->choices.size(), "choice", "choices") +
                       " of earlier processes, which are not counted";
        }
        note(NoteKind::cachedChoices, m_sources.path, std::move(message));
    }

    void addDatabaseRun() {
        Run run;
        for (const RunSources::Database& database : m_sources.databases) {
            for (const DatabaseChoice& choice : database.content->choices)
                addRow(run, choice);
        }
        if (run.decisions.empty()) return;
        m_result.runs.push_back(std::move(run));
        for (const RunSources::Database& database : m_sources.databases) {
            DatabaseMatch match = matchDatabase(m_result.runs, *database.content, database.path, m_pool);
            take(m_result.runs.front(), match.processes.front());
            if (match.processes.front().session && match.otherSessions == 0) continue;
            const std::size_t sessions = database.content->sessions.size();
            note(NoteKind::otherSessions, database.path,
                 sessions == 0 ? "a database without a log: which processes made its choices is not recorded"
                               : "a database without a log: its choices may come from several processes (" +
                                     countedText(sessions, "session", "sessions") + ")");
        }
    }

    void addRow(Run& run, const DatabaseChoice& choice) {
        Decision decision = choice.decision.value_or(Decision{});
        decision.key = choice.key;
        decision.loggedWinner.reset();
        decision.databaseWinner = decision.usedWinner = choice.winner;
        decision.source = WinnerSource::database;
        if (!choice.decision) {
            decision.set = m_pool.internSet({});
            m_result.unnamedSets.push_back({0, run.decisions.size(), choice.checksum});
        }
        run.decisions.push_back(std::move(decision));
        m_origins.resize(1);
        if (m_origins[0].device.empty()) m_origins[0] = {choice.device, choice.producerVersion};
    }

    void finish() {
        m_origins.resize(m_result.runs.size());
        for (std::size_t i = 0; i < m_result.runs.size(); ++i) {
            Run& run = m_result.runs[i];
            run.sources = sourcesOf(i);
            run.decisions.shrink_to_fit();
            run.environment = describeEnvironment(run, m_origins[i].device, m_origins[i].version);
        }
        m_result.runs.back().outputs = std::move(m_sources.outputs);
        m_result.runs.back().exitStatus = m_sources.exitStatus;
    }

    // What belongs to one of several processes; a single one has all.
    [[nodiscard]] std::vector<std::string> sourcesOf(std::size_t run) const {
        const bool isLast = run + 1 == m_result.runs.size();
        std::vector<std::string> paths;
        for (const RunSources::Source& source : m_sources.sources) {
            const auto databases = m_databasesOf.find(run);
            const bool isOfRun = source.of == RunSources::Of::allProcesses ||
                                 (source.of == RunSources::Of::lastProcess && isLast) ||
                                 (databases != m_databasesOf.end() && databases->second.count(source.database) != 0);
            if (m_result.runs.size() == 1 || isOfRun) paths.push_back(source.path);
        }
        return paths;
    }

    struct Origin {
        std::string device, version;
    };
    RunSources m_sources;
    InternPool& m_pool;
    AssembledRuns m_result;
    std::vector<Origin> m_origins;                               // by run
    std::map<std::size_t, std::set<std::string>> m_databasesOf;  // by run: those that hold decisions of it
    bool m_fromHumanLog = false;
};

}  // namespace

bool holdsRun(const RunSources& sources) {
    const auto tells = [](const RunSources::HumanLog& log) {
        return !log.parsed.decisions.empty() || !log.parsed.validated.empty();
    };
    const auto holds = [](const RunSources::Database& database) { return !database.content->choices.empty(); };
    return sources.hasLog || !sources.decisions.empty() ||
           std::any_of(sources.humanLogs.begin(), sources.humanLogs.end(), tells) ||
           std::any_of(sources.databases.begin(), sources.databases.end(), holds);
}

AssembledRuns assembleRuns(RunSources sources, InternPool& pool, bool splitByHand) {
    return Assembly(std::move(sources), pool).assemble(splitByHand);
}

}  // namespace flipscope
