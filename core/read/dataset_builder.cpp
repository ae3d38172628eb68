#include "core/read/dataset_builder.h"

#include "core/model/natural_order.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace flipscope {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

// Old number -> new number, given out in the order of asking.
template <class Value>
class Renumbering {
public:
    explicit Renumbering(std::vector<Value>& from) : m_from(from), m_new(from.size(), kUnused) {}

    std::uint32_t operator()(std::uint32_t old) {
        std::uint32_t& number = m_new.at(old);
        if (number == kUnused) {
            number = static_cast<std::uint32_t>(m_kept.size());
            m_kept.push_back(std::move(m_from[old]));
        }
        return number;
    }
    std::vector<Value> take() { return std::move(m_kept); }

private:
    std::vector<Value>& m_from;
    std::vector<std::uint32_t> m_new;
    std::vector<Value> m_kept;
};

std::string candidateText(const CandidateSet& set, CandidateIndex candidate) {
    std::string text = std::to_string(candidate.value);
    if (candidate.value < set.names.size()) text += " " + set.names[candidate.value];
    return text;
}

// Sets that a database row names by checksum only: the set of that checksum if any source tells its names.
void resolveUnnamedSets(std::vector<LoadedPlace>& places, std::vector<CandidateSet>& sets) {
    std::map<std::string, std::uint32_t> byChecksum;
    for (std::size_t i = 0; i < sets.size(); ++i)
        byChecksum.emplace(sets[i].checksum, static_cast<std::uint32_t>(i));
    for (LoadedPlace& place : places) {
        for (const UnnamedSet& unnamed : place.assembled.unnamedSets) {
            const auto next = static_cast<std::uint32_t>(sets.size());
            const auto [found, isNew] = byChecksum.try_emplace(unnamed.checksum, next);
            if (isNew) sets.push_back({{}, unnamed.checksum});
            place.assembled.runs[unnamed.run].decisions[unnamed.decision].set.value = found->second;
        }
    }
}

class Building {
public:
    Building(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report)
        : m_places(std::move(places)), m_contents(std::move(contents)) {
        m_dataset.report = std::move(report);
        if (m_contents.texts.empty()) m_contents.texts.emplace_back();
    }

    Dataset build() {
        resolveUnnamedSets(m_places, m_contents.sets);
        std::stable_sort(m_places.begin(), m_places.end(), [](const LoadedPlace& a, const LoadedPlace& b) {
            return naturalLess(a.id, b.id) || (!naturalLess(b.id, a.id) && a.id < b.id);
        });
        renumber();
        makeKeyNamesUnique(m_dataset.keys);
        for (LoadedPlace& place : m_places)
            take(place);
        m_dataset.runs.shrink_to_fit();
        return std::move(m_dataset);
    }

private:
    void renumber() {
        Renumbering<TuningKey> keys(m_contents.keys);
        Renumbering<CandidateSet> sets(m_contents.sets);
        Renumbering<std::string> texts(m_contents.texts);
        texts(0);  // the empty text stays first
        for (LoadedPlace& place : m_places) {
            for (Run& run : place.assembled.runs) {
                for (Decision& decision : run.decisions) {
                    decision.key.value = keys(decision.key.value);
                    decision.set.value = sets(decision.set.value);
                    for (FailedCandidate& failed : decision.failed)
                        failed.reason = texts(failed.reason);
                }
            }
            for (WinnerDisagreement& disagreement : place.assembled.disagreements) {
                disagreement.key.value = keys(disagreement.key.value);
                disagreement.set.value = sets(disagreement.set.value);
            }
        }
        m_dataset.keys = keys.take();
        m_dataset.candidateSets = sets.take();
        m_dataset.texts = texts.take();
    }

    void take(LoadedPlace& place) {
        std::vector<Run>& runs = place.assembled.runs;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].id = runs.size() == 1 ? place.id : place.id + "#" + std::to_string(i + 1);
            m_dataset.report.recordsRead += runs[i].decisions.size();
            noteSeveralSets(runs[i], place.path);
        }
        std::move(runs.begin(), runs.end(), std::back_inserter(m_dataset.runs));
        std::move(place.assembled.notes.begin(), place.assembled.notes.end(),
                  std::back_inserter(m_dataset.report.notes));
        for (const WinnerDisagreement& disagreement : place.assembled.disagreements)
            report(place, disagreement);
    }

    // Winners of different candidate sets cannot be compared: nobody can say which of them "the" choice was.
    void noteSeveralSets(const Run& run, const std::string& path) {
        constexpr std::size_t kKeysNamed = 3;
        std::unordered_map<KeyIndex, CandidateSetIndex> setOfKey;
        std::set<KeyIndex> several;
        for (const Decision& decision : run.decisions) {
            if (setOfKey.try_emplace(decision.key, decision.set).first->second != decision.set) {
                several.insert(decision.key);
            }
        }
        if (several.empty()) return;
        std::string message = "run " + run.id + " tuned " + std::to_string(several.size()) +
                              (several.size() == 1 ? " key" : " keys") +
                              " with more than one candidate set, so no used winner is given: ";
        std::size_t named = 0;
        for (const KeyIndex key : several) {
            if (named++ == kKeysNamed) break;
            message += (named > 1 ? ", " : "") + keyOf(m_dataset, key).id + " (" + keyOf(m_dataset, key).label + ")";
        }
        if (several.size() > kKeysNamed) message += " …";
        m_dataset.report.notes.push_back({NoteKind::information, path, std::move(message)});
    }

    void report(const LoadedPlace& place, const WinnerDisagreement& disagreement) {
        const TuningKey& key = keyOf(m_dataset, disagreement.key);
        const CandidateSet& set = setOf(m_dataset, disagreement.set);
        std::string message = "key " + key.id + " (" + key.label + "): the decision log names " +
                              candidateText(set, disagreement.logged) + ", " + disagreement.otherSource + " (" +
                              disagreement.path + ") " + candidateText(set, disagreement.other);
        ++m_dataset.report.problemCount;
        m_dataset.report.problems.push_back(
            {ProblemKind::databaseDisagreement, place.path, disagreement.line, std::move(message)});
    }

    std::vector<LoadedPlace> m_places;
    InternPool::Contents m_contents;
    Dataset m_dataset;
};

}  // namespace

void dropDuplicates(std::vector<LoadedPlace>& places, std::vector<Note>& notes) {
    std::map<std::pair<std::string, std::string>, std::string> seen;  // content -> path of the first
    std::erase_if(places, [&](const LoadedPlace& place) {
        if (place.contentId.empty()) return false;
        const auto [first, isNew] = seen.try_emplace({place.contentId, place.outputId}, place.path);
        if (isNew) return false;
        notes.push_back({NoteKind::duplicateRun, place.path,
                         "the same run as " + first->second + " (equal log, equal output): counted once"});
        return true;
    });
}

void nameAll(std::vector<LoadedPlace>& places) {
    std::vector<RunPlace> all;
    for (const LoadedPlace& place : places)
        all.push_back(place.place);
    std::vector<std::string> ids = nameRuns(all);
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i].id = std::move(ids[i]);
}

Dataset buildDataset(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report) {
    return Building(std::move(places), std::move(contents), std::move(report)).build();
}

}  // namespace flipscope
