#include "core/read/lone_databases.h"

#include "core/model/counted_text.h"
#include "core/read/database_match.h"
#include "core/read/run_environment.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

// The processes of all places with a log in one list while it exists, so that a session goes to one of them only.
class AllProcesses {
public:
    explicit AllProcesses(std::vector<LoadedPlace>& places) : m_places(places) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (places[i].lone != LoneDatabase::none) continue;
            for (std::size_t process = 0; process < places[i].assembled.runs.size(); ++process) {
                m_origins.push_back({i, process});
                runs.push_back(std::move(places[i].assembled.runs[process]));
            }
        }
    }
    ~AllProcesses() {
        for (std::size_t i = 0; i < runs.size(); ++i)
            m_places[m_origins[i].place].assembled.runs[m_origins[i].process] = std::move(runs[i]);
    }
    AllProcesses(const AllProcesses&) = delete;
    AllProcesses& operator=(const AllProcesses&) = delete;

    void report(WinnerDisagreement disagreement) {
        if (!disagreement.process) return;
        const Origin& origin = m_origins[*disagreement.process];
        disagreement.process = origin.process;
        m_places[origin.place].assembled.disagreements.push_back(std::move(disagreement));
    }

    std::vector<Run> runs;

private:
    struct Origin {
        std::size_t place, process;
    };
    std::vector<LoadedPlace>& m_places;
    std::vector<Origin> m_origins;  // by position in runs
};

void take(Run& run, const ProcessMatch& match, const RunSources& lone, const std::string& database) {
    if (match.session && !run.session) run.session = match.session;
    for (const RunSources::Source& source : lone.sources) {
        if (source.database == database) run.sources.push_back(source.path);
    }
    const std::map<std::string, std::string> known = describeEnvironment(run, match.device, match.producerVersion);
    run.environment.insert(known.begin(), known.end());  // what its own database said stays
}

struct Given {
    std::size_t runs = 0, decisions = 0, otherSessions = 0, otherDecisions = 0;
};

Given give(std::vector<LoadedPlace>& places, const RunSources& lone, const InternPool& pool) {
    AllProcesses all(places);
    Given given;
    for (const RunSources::Database& database : lone.databases) {
        DatabaseMatch match = matchDatabase(all.runs, *database.content, database.path, pool);
        for (std::size_t i = 0; i < all.runs.size(); ++i) {
            const ProcessMatch& process = match.processes[i];
            if (process.decisionsFound == 0 && !process.session) continue;
            ++given.runs;
            given.decisions += process.decisionsFound;
            take(all.runs[i], process, lone, database.path);
        }
        for (WinnerDisagreement& disagreement : match.disagreements)
            all.report(std::move(disagreement));
        given.otherSessions += match.otherSessions;
        given.otherDecisions += match.otherSessionDecisions;
    }
    return given;
}

Note noteOn(const LoadedPlace& lone, const Given& given) {
    const std::string others = countedText(given.otherSessions, "session", "sessions");
    std::string message;
    if (given.runs == 0) {
        message = "a database above several runs, of which nothing can be shown to be theirs (" + others +
                  "): it is no run, and nothing of it is counted";
    } else {
        message = "a database that runs share: it tells " + countedText(given.decisions, "decision", "decisions") +
                  " of " + countedText(given.runs, "run", "runs") + " with a log";
        if (given.otherSessions > 0) {
            message += "; " + others + " of other processes (" +
                       countedText(given.otherDecisions, "decision", "decisions") + ") not counted";
        }
    }
    return {NoteKind::otherSessions, lone.path, std::move(message)};
}

bool hasLogs(const std::vector<LoadedPlace>& places) {
    return std::any_of(places.begin(), places.end(), [](const LoadedPlace& place) {
        return place.lone == LoneDatabase::none && !place.assembled.runs.empty();
    });
}

}  // namespace

SharedDatabasesFound takeOutShared(std::vector<LoadedPlace>& places, InternPool& pool) {
    SharedDatabasesFound found;
    const bool mayShare = hasLogs(places);
    std::vector<bool> isShared(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        LoadedPlace& place = places[i];
        if (place.lone == LoneDatabase::none) continue;
        const Given given = mayShare ? give(places, place.sources, pool) : Given{};
        isShared[i] = mayShare && (given.runs > 0 || place.lone == LoneDatabase::aboveRuns);
        if (isShared[i]) {
            found.notes.push_back(noteOn(place, given));
        } else if (place.assembled.runs.empty()) {
            place.assembled = assembleRuns(std::exchange(place.sources, {}), pool);
        }
    }
    std::vector<LoadedPlace> kept;
    for (std::size_t i = 0; i < places.size(); ++i)
        (isShared[i] ? found.places : kept).push_back(std::move(places[i]));
    places = std::move(kept);
    return found;
}

std::vector<Note> giveShared(std::vector<LoadedPlace>& places, const std::vector<LoadedPlace>& shared,
                             const InternPool& pool) {
    std::vector<Note> notes;
    for (const LoadedPlace& lone : shared)
        notes.push_back(noteOn(lone, give(places, lone.sources, pool)));
    return notes;
}

}  // namespace flipscope
